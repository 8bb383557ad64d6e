#include "reduce/stubborn.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <iterator>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

Stubborn::Stubborn(const Summary& summary, const StubbornOptions& options)
    : summary_(summary), program_(summary.program()), instances_(summary) {
  if (options.observed) visibility_.emplace(summary, *options.observed);
  for (size_t p = 0; p < program_.processes.size(); ++p) {
    for (uint32_t e = 0; e < program_.processes[p].edges.size(); ++e) edge_at_.emplace_back(narrow<int32_t>(p), e);
  }
}

// Who stands where and can do what. False: there is something that must not be reduced.
bool Stubborn::prepare(const Situation& at, const model::SuccessorBuffer& out) {
  at_ = at;
  ++state_;
  count_ = at.shape->processes.size();
  if (processes_.size() < count_) processes_.resize(count_);
  if (needed_.size() < count_) needed_.resize(count_);
  for (uint32_t pid = 0; pid < count_; ++pid) {
    Process& p = processes_[pid];
    const ir::FrameRef& frame = at.shape->processes[pid];
    p.program = &program_.process(frame.type);
    p.summary = &nth(summary_.processes(), frame.type);
    p.state =
        std::bit_cast<uint32_t>(load_bits(at.state + frame.offset, p.program->pc_offset, p.program->pc_bits, false));
    at_.pid = narrow<int32_t>(pid);
    p.instance = instances_.of(at_);
    if (visibility_) p.excluded = &visibility_->excluded(instances_, p.instance, at_);
    p.successors = 0;
    p.goes_on = false;
    p.enabled.assign((p.program->edges.size() + 63) / 64, 0);
    p.handshakes.clear();
  }
  if (!out.extra_movers.empty()) return false;
  for (const model::Successor& s : out.list) {
    assert(s.mover < count_ && s.statement < edge_at_.size());
    Process& p = processes_[s.mover];
    assert(edge_at_[s.statement].first == at.shape->processes[s.mover].type);
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

const std::vector<bool>& Stubborn::choose(const Situation& at, const model::SuccessorBuffer& out) {
  best_.assign(at.shape->processes.size(), true);
  total_ = narrow<uint32_t>(out.list.size());
  gathered_ = false;
  if (total_ < 2 || !prepare(at, out)) return best_;
  uint32_t best = total_;
  for (auto seed = narrow<uint32_t>(count_); seed-- > 0;) {
    const uint32_t successors = processes_[seed].successors;
    if (!processes_[seed].goes_on || successors >= best || !close(seed, best)) continue;
    best = cost_;
    best_ = in_;
    if (best == 1) break;
  }
  return best_;
}

const std::vector<bool>* Stubborn::next() {
  if (!gathered_) gather();
  return given_ < candidates_.size() ? &candidates_[given_++].processes : nullptr;
}

// All sets but the one that was chosen first.
void Stubborn::gather() {
  gathered_ = true;
  given_ = 0;
  candidates_.clear();
  for (auto seed = narrow<uint32_t>(count_); seed-- > 0;) {
    if (!processes_[seed].goes_on || !close(seed, total_) || in_ == best_) continue;
    const bool known =
        std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) { return c.processes == in_; });
    if (!known) candidates_.push_back({cost_, in_});
  }
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
}

// The closure from the moves of one process. False: it has as many transitions as `limit`.
bool Stubborn::close(uint32_t seed, uint32_t limit) {
  assert(seed < count_);
  in_.assign(count_, false);
  for (uint32_t pid = 0; pid < count_; ++pid) needed_[pid].assign(processes_[pid].enabled.size(), 0);
  added_.clear();
  needs_.clear();
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
      if (cost == 0) continue;
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
  if (in_[pid]) return;
  in_[pid] = true;
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
      const Process& q = processes_[other];
      if (enabled) {
        const Matrix& m = instances_.conflicts(p.instance, q.instance);
        need_all(other, m.row(edge), m.words());
      }
      if (!may_meet || in_[other]) continue;
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
bool Stubborn::waits_for_condition(uint32_t pid, uint32_t edge) const {
  const std::vector<Conjunct>& guard = processes_[pid].summary->edges[edge].guard;
  for (size_t i = 0; i < guard.size(); ++i) {
    if (guard[i].kind != Conjunct::Kind::expression) continue;
    const std::optional<bool> value = holds(pid, edge, i);
    // What has no value may be an error, and then it does not matter what comes behind it.
    if (!value) return false;
    if (!*value) return true;
  }
  return false;
}

// Edges of a process, as far as it can still come to them.
void Stubborn::need_all(uint32_t pid, const uint64_t* edges, size_t words) {
  if (in_[pid]) return;
  const Process& p = processes_[pid];
  const Bits& reach = p.summary->reachable[p.state];
  assert(words <= reach.size() && words <= needed_[pid].size());
  for (size_t w = 0; w < words && !in_[pid]; ++w) {
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

// Is this part of the guard true, as far as that is known?
std::optional<bool> Stubborn::holds(uint32_t pid, uint32_t edge, size_t conjunct) const {
  const Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  const size_t row = mine.first_guard[edge] + conjunct;
  assert(row < mine.first_guard[edge + 1]);
  if (row >= p.known.size()) p.known.resize(mine.guards.size());
  Process::Known& known = p.known[row];
  if (known.state != state_) known = {state_, find_out(pid, edge, conjunct)};
  return known.holds;
}

std::optional<bool> Stubborn::find_out(uint32_t pid, uint32_t edge, size_t conjunct) const {
  const Process& p = processes_[pid];
  const Instance& mine = instances_[p.instance];
  const Conjunct& c = p.summary->edges[edge].guard[conjunct];
  Situation at = at_;
  at.pid = narrow<int32_t>(pid);
  const int32_t channel = mine.guard_channels[mine.first_guard[edge] + conjunct];
  switch (c.kind) {
    case Conjunct::Kind::expression: {
      const auto value = evaluate(program_, c.expr, at);
      if (!value) return {};
      return *value != 0;
    }
    case Conjunct::Kind::timeout: return false;
    case Conjunct::Kind::youngest: return pid + 1 == count_;
    case Conjunct::Kind::arrival: {
      if (mine.rendezvous[edge] != Instance::kNoRendezvous || channel < 0) return {};
      const auto length = length_of(program_, channel, at);
      if (!length) return {};
      return *length > 0;
    }
    case Conjunct::Kind::room: {
      if (mine.rendezvous[edge] != Instance::kNoRendezvous || channel < 0 || program_.lose_messages) return {};
      const auto length = length_of(program_, channel, at);
      if (!length) return {};
      const int32_t type = nth(at.shape->channels, channel - 1).type;
      return *length < program_.channel_type(type).capacity;
    }
    case Conjunct::Kind::message:
    case Conjunct::Kind::siblings: return {};
  }
  return {};
}

// A process can die when all that are younger have, and the youngest of these must be the first.
uint32_t Stubborn::first_enabler(const Process& p, size_t row) const {
  const bool youngest = instances_[p.instance].guard_kinds[row] == Conjunct::Kind::youngest;
  return youngest ? narrow<uint32_t>(count_) - 1 : 0;
}

// What the processes outside cost that could make a part of a guard true. Up to `limit`.
uint32_t Stubborn::cost_of_enablers(uint32_t pid, size_t row, uint32_t limit) {
  uint32_t cost = 0;
  const Process& p = processes_[pid];
  for (uint32_t other = first_enabler(p, row); other < count_ && cost < limit; ++other) {
    if (in_[other]) continue;
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
  const Process& p = processes_[n.pid];
  const EdgeSummary& e = p.summary->edges[n.edge];
  const Instance& mine = instances_[p.instance];
  const bool here = p.program->edges[n.edge].from == p.state;
  if (!here && in_[n.pid]) return 0;  // its process has to move first
  uint32_t least = in_[n.pid] ? ~uint32_t{0} : 4 * cost_of(n.pid);
  row = kOwnMoves;
  bool any_false = false;
  for (size_t i = 0; i < e.guard.size(); ++i) {
    if (e.guard[i].kind == Conjunct::Kind::timeout) return 0;
    // What an else waits for lies in its siblings, which are in the set too.
    if (e.guard[i].kind == Conjunct::Kind::siblings && in_[n.pid] && here &&
        program_.action(p.program->edges[n.edge].action).kind == ir::ActionKind::else_)
      return 0;
    if (holds(n.pid, n.edge, i) != false) continue;
    any_false = true;
    const size_t at = mine.first_guard[n.edge] + i;
    const uint32_t cost = cost_of_enablers(n.pid, at, least);
    if (cost < least) {
      least = cost;
      row = at;
    }
    if (least == 0) return 0;
  }
  if (any_false || !in_[n.pid]) return least;
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
  const bool alone = holds(pid, edge, row - mine.first_guard[edge]) == false;
  for (size_t r = mine.first_guard[edge]; r < mine.first_guard[edge + 1]; ++r) {
    if (alone ? r != row : holds(pid, edge, r - mine.first_guard[edge]).has_value()) continue;
    for (uint32_t other = first_enabler(p, r); other < count_; ++other) {
      if (in_[other]) continue;
      const Matrix& m = instances_.enablers(p.instance, processes_[other].instance);
      need_all(other, m.row(r), m.words());
    }
  }
}

}  // namespace gyre::reduce
