#include "reduce/stubborn.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>
#include <utility>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

Stubborn::Stubborn(const Summary& summary, const StubbornOptions& options)
    : summary_(summary), program_(summary.program()), instances_(summary), decisions_(summary, options.most_bytes) {
  if (options.observed) visibility_.emplace(summary, *options.observed, options.used);
  for (size_t p = 0; p < program_.processes.size(); ++p) {
    for (uint32_t e = 0; e < program_.processes[p].edges.size(); ++e) edge_at_.emplace_back(narrow<int32_t>(p), e);
  }
}

// Who stands where and can do what. False: there is something that must not be reduced.
bool Stubborn::prepare(Successors successors) {
  decisions_.begin();
  ++closure_;
  work_ += uint64_t{3} * count_;
  if (processes_.size() < count_) processes_.resize(count_);
  if (needed_.size() < count_) needed_.resize(count_);
  for (uint32_t pid = 0; pid < count_; ++pid) {
    Process& p = processes_[pid];
    const ir::FrameRef& frame = at_.shape->processes[pid];
    p.program = &program_.process(frame.type);
    p.summary = &nth(summary_.processes(), frame.type);
    p.state = load_unsigned(at_.state + frame.offset, p.program->pc_offset, p.program->pc_bits);
    at_.pid = narrow<int32_t>(pid);
    p.instance = instances_.of(at_);
    if (visibility_) p.excluded = &visibility_->excluded(instances_, p.instance, at_);
    p.tests = &tests_[{at_.shape->id, pid, p.instance}];
    if (p.tests->empty()) p.tests->assign(instances_[p.instance].guards.size(), kNoTest);
    p.successors = 0;
    p.goes_on = false;
    p.enabled.assign((p.program->edges.size() + 63) / 64, 0);
    p.handshakes.clear();
  }
  for (const model::Successor& s : successors) {
    assert(s.mover < count_ && s.statement < edge_at_.size());
    Process& p = processes_[s.mover];
    assert(edge_at_[s.statement].first == at_.shape->processes[s.mover].type);
    const uint32_t edge = edge_at_[s.statement].second;
    ++p.successors;
    p.goes_on |= !s.dead_end;
    p.enabled[edge / 64] |= uint64_t{1} << (edge % 64);
    for (const Conjunct& c : p.summary->edges[edge].guard) {
      if (c.kind == Conjunct::Kind::timeout) return false;
    }
    if (s.partner == model::kNobody) continue;
    p.handshakes.push_back(s.partner);
    processes_[s.partner].handshakes.push_back(s.mover);
  }
  return true;
}

void Stubborn::take_everything() { best_.assign((count_ + 63) / 64, ~uint64_t{0}); }

const Bits& Stubborn::choose(const Situation& at, const model::SuccessorBuffer& out) {
  at_ = at;
  count_ = narrow<uint32_t>(at.shape->processes.size());
  total_ = narrow<uint32_t>(out.list.size());
  gathered_ = false;
  remembered_ = false;
  if (total_ < 2 || !out.extra_movers.empty()) {
    take_everything();
    return best_;
  }
  const Successors successors(out.list.data(), total_);
  remembered_ = decisions_.enter(at, successors);
  if (remembered_) {
    if (const std::vector<uint64_t>* known = decisions_.find(Decisions::Question::first, at)) return best_ = *known;
  }
  find_best(successors);
  if (remembered_) decisions_.keep(Decisions::Question::first, best_);
  return best_;
}

// False: nothing can be left out.
bool Stubborn::find_best(Successors successors) {
  take_everything();
  if (!prepare(successors)) return false;
  uint32_t best = total_;
  for (uint32_t seed = count_; seed-- > 0;) {
    const uint32_t successors = processes_[seed].successors;
    if (!processes_[seed].goes_on || successors >= best || !close(seed, best)) continue;
    best = cost_;
    best_ = in_;
    best_conditions_ = conditions_;
    if (best == 1) break;
  }
  return best < total_;
}

const Bits* Stubborn::choose_any(const Situation& at, Successors successors, Look look, uint64_t& work) {
  // Where a good deal is remembered it does not lie in the processor's caches: a slot, its key, a certificate, its
  // conditions and its leaf are each waited for.
  constexpr uint64_t kInCache = uint64_t{1} << 20;
  const bool near = decisions_.bytes() < kInCache;
  const uint64_t look_up = near ? 15 : 45, per_certificate = near ? 8 : 25;
  work = look_up + successors.size() / 2;
  at_ = at;
  count_ = narrow<uint32_t>(at.shape->processes.size());
  total_ = narrow<uint32_t>(successors.size());
  const bool room = decisions_.enter(at, successors);
  if (room) {
    uint64_t certificates = 0;
    const std::vector<uint64_t>* known = decisions_.find_certified(at, certificates);
    work += per_certificate * certificates;
    if (known != nullptr) return known;
  }
  switch (look) {
    case Look::where_it_is_worthwhile:
      if (!room || !decisions_.is_worthwhile()) return nullptr;
      break;
    case Look::everywhere: break;
  }
  const uint64_t before = work_;
  const bool found = find_best(successors);
  work += work_ - before;
  if (!found) {
    if (room) decisions_.was_fruitless();
    return nullptr;
  }
  if (room) decisions_.certify(best_, best_conditions_);
  return &best_;
}

const Bits* Stubborn::next(const model::SuccessorBuffer& out) {
  if (!gathered_) gather(out);
  const size_t words = best_.size();
  while (given_ < others_.size()) {
    other_.assign(others_.begin() + narrow<ptrdiff_t>(given_), others_.begin() + narrow<ptrdiff_t>(given_ + words));
    given_ += words;
    if (other_ != best_) return &other_;
  }
  return nullptr;
}

// All sets, as far as they are not everything.
void Stubborn::gather(const model::SuccessorBuffer& out) {
  gathered_ = true;
  given_ = 0;
  others_.clear();
  if (total_ < 2 || !out.extra_movers.empty()) return;
  if (remembered_) {
    if (const std::vector<uint64_t>* known = decisions_.find(Decisions::Question::others, at_)) {
      others_ = *known;
      return;
    }
  }
  find_others({out.list.data(), total_});
  if (remembered_) decisions_.keep(Decisions::Question::others, others_);
}

void Stubborn::find_others(Successors successors) {
  if (!prepare(successors)) return;
  candidates_.clear();
  for (uint32_t seed = count_; seed-- > 0;) {
    if (!processes_[seed].goes_on || !close(seed, total_)) continue;
    const bool known =
        std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.processes == in_; });
    if (!known) candidates_.push_back({cost_, in_});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  for (const Candidate& c : candidates_) others_.insert(others_.end(), c.processes.begin(), c.processes.end());
}

// The closure from the moves of one process. False: it has as many transitions as `limit`.
bool Stubborn::close(uint32_t seed, uint32_t limit) {
  assert(seed < count_);
  in_.assign((count_ + 63) / 64, 0);
  for (uint32_t pid = 0; pid < count_; ++pid) needed_[pid].assign(processes_[pid].enabled.size(), 0);
  added_.clear();
  needs_.clear();
  conditions_.clear();
  cost_ = 0;
  impossible_ = false;
  add_process(seed);
  for (;;) {
    while (!added_.empty()) {
      const uint32_t pid = added_.back();
      added_.pop_back();
      follow(pid);
      if (impossible_ || cost_ >= limit) return false;
    }
    // Needs that cost nothing first: what is added for others may settle them.
    size_t cheapest = 0, row = kOwnMoves, kept = 0;
    uint32_t least = ~uint32_t{0};
    for (const Need& n : needs_) {
      size_t way = kOwnMoves;
      const uint32_t cost = best_way(n, way);
      if (cost == 0) {
        if (way != kOwnMoves) depend(n.pid, way, Answer::no);
        continue;
      }
      if (cost < least) {
        least = cost;
        cheapest = kept;
        row = way;
      }
      needs_[kept++] = n;
    }
    needs_.resize(kept);
    if (needs_.empty()) return true;
    const Need n = needs_[cheapest];
    needs_.erase(std::next(needs_.begin(), cheapest));
    if (row == kOwnMoves)
      add_process(n.pid);
    else
      need_enablers(n.pid, row);
  }
}

void Stubborn::add_process(uint32_t pid) {
  assert(pid < count_);
  if (has(in_, pid)) return;
  in_[pid / 64] |= uint64_t{1} << (pid % 64);
  cost_ += processes_[pid].successors;
  added_.push_back(pid);
}

// May an edge of the control state in which the process stands be the receiving half of a rendezvous that is possible
// now? Then it moves with its partner.
bool Stubborn::may_receive_now(const Process& p, uint32_t edge) const {
  return !p.handshakes.empty() && !p.summary->edges[edge].send &&
         instances_[p.instance].rendezvous[edge] != Instance::kNoRendezvous;
}

// All edges of the control state in which a process of the set stands.
void Stubborn::follow(uint32_t pid) {
  const Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  for (const uint32_t other : p.handshakes) add_process(other);
  for (const uint32_t edge : p.program->states[p.state].edges) {
    const bool enabled = has(p.enabled, edge) || may_receive_now(p, edge);
    if (enabled) {
      if (p.excluded != nullptr && (*p.excluded)[edge]) impossible_ = true;
      if (mine.edges[edge].everything) impossible_ = true;
      if (impossible_) return;
    }
    const bool may_meet =
        mine.rendezvous[edge] != Instance::kNoRendezvous && (enabled || !waits_for_condition(pid, edge));
    for (uint32_t other = 0; other < count_; ++other) {
      if (other == pid) continue;
      ++work_;
      const Process& q = processes_[other];
      if (enabled) {
        const Matrix& m = instances_.conflicts(p.instance, q.instance);
        need_all(other, m.row(edge), m.words());
      }
      if (!may_meet || has(in_, other)) continue;
      // Whoever may come to be the other half, or is there with something that does not fit.
      const Matrix& m = instances_.partners(p.instance, q.instance);
      const Bits& reach = q.summary->reachable[q.state];
      for (size_t w = 0; w < m.words(); ++w) {
        if ((m.row(edge)[w] & reach[w]) != 0) {
          add_process(other);
          break;
        }
      }
    }
    if (!enabled) need(pid, edge);
  }
}

// Is a condition of the edge false? Then it needs what could make that true, and nobody to meet.
bool Stubborn::waits_for_condition(uint32_t pid, uint32_t edge) {
  const std::vector<Conjunct>& guard = processes_[pid].summary->edges[edge].guard;
  for (size_t i = 0; i < guard.size(); ++i) {
    if (guard[i].kind != Conjunct::Kind::expression) continue;
    switch (holds(pid, edge, i)) {
      case Answer::yes: break;
      case Answer::no: {
        depend(pid, instances_[processes_[pid].instance].first_guard[edge] + i, Answer::no);
        return true;
      }
      // What has no value may be an error, and then it does not matter what comes behind it.
      case Answer::unknown: return false;
    }
  }
  return false;
}

// Edges of a process, as far as it can still come to them.
void Stubborn::need_all(uint32_t pid, const uint64_t* edges, size_t words) {
  if (has(in_, pid)) return;
  const Process& p = processes_[pid];
  const Bits& reach = p.summary->reachable[p.state];
  assert(words <= reach.size() && words <= needed_[pid].size());
  for (size_t w = 0; w < words && !has(in_, pid); ++w) {
    for (uint64_t rest = edges[w] & reach[w] & ~needed_[pid][w]; rest != 0; rest &= rest - 1)
      need(pid, narrow<uint32_t>(w * 64) + trailing_zeros(rest));
  }
}

void Stubborn::need(uint32_t pid, uint32_t edge) {
  const Process& p = processes_[pid];
  uint64_t& word = needed_[pid][edge / 64];
  if (((word >> (edge % 64)) & 1) != 0) return;
  word |= uint64_t{1} << (edge % 64);
  if (has(p.enabled, edge)) {
    add_process(pid);
    return;
  }
  if (p.program->edges[edge].from == p.state && may_receive_now(p, edge)) {
    add_process(pid);
    return;
  }
  // Why it is not enabled is not in its guard.
  if (p.program->edges[edge].from == p.state && p.summary->edges[edge].guard.empty()) impossible_ = true;
  needs_.push_back({pid, edge});
}

// The closure would be none if the answer were another one.
void Stubborn::depend(uint32_t pid, size_t row, Answer answer) {
  const uint32_t test = (*processes_[pid].tests)[row];
  if (test == kNoTest) return;  // it is so in all states with this key
  const Decisions::Condition condition{test, answer};
  if (std::find(conditions_.begin(), conditions_.end(), condition) == conditions_.end())
    conditions_.push_back(condition);
}

template <class Make>
Answer Stubborn::ask(uint32_t pid, size_t row, Make&& make) {
  uint32_t& number = (*processes_[pid].tests)[row];
  if (number == kNoTest) number = decisions_.add_test(make());
  const Answer answer = decisions_.ask(number, at_);
  decisions_.note(number, answer);
  return answer;
}

// Is this part of the guard true, as far as that is known?
Answer Stubborn::holds(uint32_t pid, uint32_t edge, size_t conjunct) {
  Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  const size_t row = mine.first_guard[edge] + conjunct;
  assert(row < mine.first_guard[edge + 1]);
  if (row >= p.known.size()) p.known.resize(mine.guards.size());
  if (p.known[row].closure != closure_) p.known[row] = {closure_, find_out(pid, edge, conjunct)};
  return p.known[row].holds;
}

// What depends on nothing but the key of a decision needs no test.
Answer Stubborn::find_out(uint32_t pid, uint32_t edge, size_t conjunct) {
  const Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  const Conjunct& c = p.summary->edges[edge].guard[conjunct];
  const size_t row = mine.first_guard[edge] + conjunct;
  const int32_t channel = mine.guard_channels[row];
  at_.pid = narrow<int32_t>(pid);
  switch (c.kind) {
    case Conjunct::Kind::expression:
      return ask(pid, row, [&] { return GuardTest::of_expression(summary_, c.expr, at_); });
    case Conjunct::Kind::timeout: return Answer::no;
    case Conjunct::Kind::youngest: return pid + 1 == count_ ? Answer::yes : Answer::no;
    case Conjunct::Kind::arrival:
    case Conjunct::Kind::room: {
      const bool arrival = c.kind == Conjunct::Kind::arrival;
      if (mine.rendezvous[edge] != Instance::kNoRendezvous || !is_channel(channel, at_)) return Answer::unknown;
      if (!arrival && program_.lose_messages) return Answer::unknown;
      if (program_.channel_type(nth(at_.shape->channels, channel - 1).type).capacity == 0) return Answer::no;
      return ask(pid, row, [&] {
        return arrival ? GuardTest::of_arrival(program_, channel, at_) : GuardTest::of_room(program_, channel, at_);
      });
    }
    case Conjunct::Kind::message:
    case Conjunct::Kind::siblings: return Answer::unknown;
  }
  return Answer::unknown;
}

// A process can die when all that are younger have, and the youngest of these must be the first.
uint32_t Stubborn::first_enabler(const Process& p, size_t row) const {
  const bool youngest = instances_[p.instance].guard_kinds[row] == Conjunct::Kind::youngest;
  return youngest ? count_ - 1 : 0;
}

// What the processes outside cost that could make a part of a guard true. Up to `limit`.
uint32_t Stubborn::cost_of_enablers(uint32_t pid, size_t row, uint32_t limit) {
  uint32_t cost = 0;
  const Process& p = processes_[pid];
  for (uint32_t other = first_enabler(p, row); other < count_ && cost < limit; ++other) {
    if (has(in_, other)) continue;
    ++work_;
    const Process& q = processes_[other];
    const Matrix& m = instances_.enablers(p.instance, q.instance);
    const Bits& reach = q.summary->reachable[q.state];
    // Its edges one by one, if these are fewer than its moves.
    const uint32_t most = cost_of(other);
    uint32_t edges = 0;
    for (size_t w = 0; w < m.words() && edges < most; ++w) {
      for (uint64_t rest = m.row(row)[w] & reach[w] & ~needed_[other][w]; rest != 0 && edges < most; rest &= rest - 1)
        ++edges;
    }
    cost += edges;
  }
  return cost;
}

// The cheapest way to close the set with an edge that is not enabled: its process's own moves, or a conjunct. 0: it is
// closed already.
uint32_t Stubborn::best_way(const Need& n, size_t& row) {
  ++work_;
  const Process& p = processes_[n.pid];
  const EdgeSummary& e = p.summary->edges[n.edge];
  const Instance& mine = instances_[p.instance];
  const bool here = p.program->edges[n.edge].from == p.state;
  if (!here && has(in_, n.pid)) return 0;  // its process has to move first
  uint32_t least = has(in_, n.pid) ? ~uint32_t{0} : 4 * cost_of(n.pid);
  row = kOwnMoves;
  bool any_false = false;
  for (size_t i = 0; i < e.guard.size(); ++i) {
    if (e.guard[i].kind == Conjunct::Kind::timeout) return 0;
    // What an else waits for lies in its siblings, which are in the set too.
    if (e.guard[i].kind == Conjunct::Kind::siblings && has(in_, n.pid) && here &&
        program_.action(p.program->edges[n.edge].action).kind == ir::ActionKind::else_)
      return 0;
    if (holds(n.pid, n.edge, i) != Answer::no) continue;
    any_false = true;
    const size_t at = mine.first_guard[n.edge] + i;
    const uint32_t cost = cost_of_enablers(n.pid, at, least);
    if (cost < least) {
      least = cost;
      row = at;
    }
    if (least == 0) return 0;
  }
  if (any_false || !has(in_, n.pid)) return least;
  // It is not known which part is false: all of which nothing is known.
  row = mine.first_guard[n.edge];
  return 1;
}

void Stubborn::need_enablers(uint32_t pid, size_t row) {
  const Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  assert(row < mine.guards.size());
  // The edge that the row belongs to, and whether the row alone is enough.
  const auto next = std::upper_bound(mine.first_guard.begin(), mine.first_guard.end(), narrow<uint32_t>(row));
  const auto edge = narrow<uint32_t>(next - mine.first_guard.begin()) - 1;
  const bool alone = holds(pid, edge, row - mine.first_guard[edge]) == Answer::no;
  for (size_t r = mine.first_guard[edge]; r < mine.first_guard[edge + 1]; ++r) {
    if (alone && r != row) continue;
    const Answer answer = holds(pid, edge, r - mine.first_guard[edge]);
    if (answer != Answer::unknown) depend(pid, r, answer);
    if (!alone && answer != Answer::unknown) continue;
    for (uint32_t other = first_enabler(p, r); other < count_; ++other) {
      if (has(in_, other)) continue;
      const Matrix& m = instances_.enablers(p.instance, processes_[other].instance);
      need_all(other, m.row(r), m.words());
    }
  }
}

}  // namespace gyre::reduce
