#include "reduce/instances.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

namespace {

// Can uses of one channel by two processes not change places, both being possible?
bool clash(uint8_t a, uint8_t b) {
  constexpr uint8_t kWrites = kSend | kSorted | kReceive;
  const auto one_way = [](uint8_t x, uint8_t y) {
    if ((x & kSend) != 0 && (y & (kSend | kSorted | kTest | kNonFull)) != 0) return true;
    if ((x & kSorted) != 0 && (y & (kSorted | kReceive | kTest | kNonFull | kPeek)) != 0) return true;
    return (x & kReceive) != 0 && (y & (kReceive | kTest | kNonEmpty | kPeek)) != 0;
  };
  if (((a | b) & kWrites) == 0) return false;
  return one_way(a, b) || one_way(b, a);
}

// Is a write of a constant after which a comparison of the variable holds, or, if it does not, one that does not?
bool leaves(const Prints::Variable& write, const Test& test, bool holds) {
  return test.some && write.write && write.constant && test.admits(write.value) == holds;
}

// Are there comparisons of one variable with constants, both of which must hold and cannot?
bool exclude_each_other(const Prints& a, const Prints& b) {
  return std::any_of(a.variables.begin(), a.variables.end(), [&](const Prints::Variable& x) {
    return x.test.some && x.element >= 0 && std::any_of(b.variables.begin(), b.variables.end(), [&](const auto& y) {
             return y.var == x.var && y.element == x.element && y.owner == x.owner && !x.own && !y.own &&
                    x.test.excludes(y.test);
           });
  });
}

bool contains(const std::vector<int32_t>& list, int32_t x) {
  return std::find(list.begin(), list.end(), x) != list.end();
}

}  // namespace

Instances::Instances(const Summary& summary) : summary_(summary), program_(summary.program()) {
  for (const ir::Process& p : program_.processes) {
    for (const ir::ActionId a : p.initialisers)
      channels_come_and_go_ |= program_.action(a).kind == ir::ActionKind::new_channel;
  }
}

uint32_t Instances::of(const Situation& at) {
  assert(at.pid >= 0);
  const int32_t type = nth(at.shape->processes, at.pid).type;
  const ProcessSummary& p = nth(summary_.processes(), type);
  key_.assign({at.pid, type});
  for (const ir::VarId var : p.stable) {
    const uint32_t count = program_.variable(var).count;
    for (uint32_t i = 0; i < count; ++i) key_.push_back(*value_of(program_, var, i, at));
  }
  // Then a channel's number does not tell what it is.
  if (channels_come_and_go_) key_.push_back(std::bit_cast<int32_t>(at.shape->id));
  if (std::cmp_less_equal(last_.size(), at.pid)) last_.resize(narrow<size_t>(at.pid) + 1);
  Last& last = nth(last_, at.pid);
  if (last.key == key_) return last.number;
  const auto [it, fresh] = known_.emplace(key_, narrow<uint32_t>(all_.size()));
  last = {key_, it->second};
  if (!fresh) return it->second;
  auto made = std::make_unique<Instance>();
  made->type = type;
  made->pid = at.pid;
  for (const EdgeSummary& e : p.edges) {
    made->edges.push_back(resolve(e.all, at));
    made->first_guard.push_back(narrow<uint32_t>(made->guards.size()));
    for (const Conjunct& c : e.guard) {
      made->guards.push_back(resolve(c.reads, at));
      made->guard_kinds.push_back(c.kind);
      int32_t channel = Instance::kAnyChannel;
      if (c.channel != ir::kNone) {
        const std::vector<int32_t> ids = channels(c.channel, at);
        if (ids.size() == 1) channel = ids[0];
      }
      made->guard_channels.push_back(channel);
    }
    int32_t rendezvous = Instance::kNoRendezvous;
    if (e.channel != ir::kNone) {
      const std::vector<int32_t> ids = channels(e.channel, at);
      const bool possible =
          ids.empty() ? std::any_of(program_.channel_types.begin(), program_.channel_types.end(),
                                    [](const ir::ChannelType& t) { return t.capacity == 0; })
                      : std::any_of(ids.begin(), ids.end(), [&](int32_t id) { return capacity(id, at) == 0; });
      if (possible) rendezvous = ids.size() == 1 ? ids[0] : Instance::kAnyChannel;
    }
    made->rendezvous.push_back(rendezvous);
  }
  made->first_guard.push_back(narrow<uint32_t>(made->guards.size()));
  assert(made->first_guard.size() == made->edges.size() + 1 && made->guard_channels.size() == made->guards.size());
  classify(*made);
  all_.push_back({std::move(made), {}, {}, {}});
  return it->second;
}

uint32_t Instances::capacity(int32_t channel, const Situation& at) const {
  if (!is_channel(channel, at)) return 0;
  const int32_t type = nth(at.shape->channels, channel - 1).type;
  return program_.channel_type(type).capacity;
}

std::vector<int32_t> Instances::channels(ir::ExprId expr, const Situation& at) const {
  const ir::Expr& e = program_.expr(expr);
  std::vector<int32_t> out;
  if (summary_.is_stable(expr)) {
    if (const auto id = evaluate(program_, expr, at)) out.push_back(*id);
  } else if (e.op == ir::Op::load && summary_.never_assigned(e.place.var)) {
    for (uint32_t i = 0; i < program_.variable(e.place.var).count; ++i) {
      const auto id = value_of(program_, e.place.var, i, at);
      if (!id) return {};
      if (!contains(out, *id)) out.push_back(*id);
    }
  }
  // A channel that is not made yet may be anything.
  if (!std::all_of(out.begin(), out.end(), [&](int32_t id) { return is_channel(id, at); })) return {};
  return out;
}

Prints Instances::resolve(const Footprint& f, const Situation& at) const {
  Prints out;
  out.control = f.control;
  out.reads_count = f.reads_count;
  out.writes_count = f.writes_count;
  out.everything = f.everything;
  for (const VariableTouch& t : f.variables) {
    int32_t where = -1, owner = -1;
    const bool known = !t.foreign && std::all_of(t.place.indices.begin(), t.place.indices.end(),
                                                 [&](ir::ExprId i) { return summary_.is_stable(i); });
    if (known) {
      if (const auto n = element(program_, t.place, at)) where = narrow<int32_t>(*n);
    }
    if (t.own && !t.foreign) owner = at.pid;
    if (t.remote && !t.foreign && t.owner != ir::kNone && summary_.is_stable(t.owner)) {
      if (const auto pid = evaluate(program_, t.owner, at)) owner = *pid;
    }
    out.variables.push_back({t.place.var, where, owner, t.write, t.own, t.constant, t.value, t.test});
  }
  for (const ChannelTouch& t : f.channels) {
    Situation whose = at;
    if (t.foreign) whose.pid = -1;
    const std::vector<int32_t> ids = channels(t.channel, whose);
    const bool hard = (t.use & (kTest | kInner)) != 0;
    if (ids.empty()) {
      out.channels.push_back({-1, t.use});
      for (const ir::ChannelType& type : program_.channel_types) out.everything |= hard && type.capacity == 0;
    }
    for (const int32_t id : ids) {
      // The two halves of a rendezvous find each other in another way (partners); anything else that looks at such a
      // channel depends on where the other processes stand.
      if (capacity(id, at) == 0)
        out.everything |= hard;
      else
        out.channels.push_back({id, t.use});
    }
  }
  return out;
}

Prints Instances::of_nobody(ir::ExprId expr, const Situation& at) const {
  Situation nobody = at;
  nobody.pid = -1;
  return resolve(summary_.reads_of(expr), nobody);
}

bool Instances::in_conflict(const Prints& a, int32_t type_a, const Prints& b, int32_t type_b) const {
  if (a.everything || b.everything || contains(a.control, type_b) || contains(b.control, type_a)) return true;
  if (exclude_each_other(a, b)) return false;
  if ((a.writes_count && (b.reads_count || b.writes_count)) || (b.writes_count && a.reads_count)) return true;
  for (const Prints::Variable& x : a.variables) {
    for (const Prints::Variable& y : b.variables) {
      if (!same_variable(x, y) || (!x.write && !y.write)) continue;
      if (x.own && y.own) continue;  // each has its own
      if (leaves(x, y.test, true) || leaves(y, x.test, true)) continue;
      // the same value, whoever comes last
      if (x.write && y.write && x.constant && y.constant && x.value == y.value && x.element >= 0 && y.element >= 0)
        continue;
      return true;
    }
  }
  for (const Prints::Channel& x : a.channels) {
    for (const Prints::Channel& y : b.channels) {
      if (same(x.id, y.id) && clash(x.use, y.use)) return true;
    }
  }
  return false;
}

bool Instances::enables(const Conjunct& c, const Prints& reads, const EdgeSummary& edge, const Prints& b,
                        int32_t type_b) const {
  if (c.kind == Conjunct::Kind::youngest) return edge.dies || b.everything;
  if (b.everything || reads.everything || contains(reads.control, type_b)) return true;
  if (reads.reads_count && b.writes_count) return true;
  for (const Prints::Variable& x : reads.variables) {
    for (const Prints::Variable& y : b.variables) {
      if (y.write && !(x.own && y.own) && same_variable(x, y) && !leaves(y, x.test, false)) return true;
    }
  }
  for (const Prints::Channel& x : reads.channels) {
    for (const Prints::Channel& y : b.channels) {
      if (!same(x.id, y.id)) continue;
      const bool more = (y.use & (kSend | kSorted)) != 0, less = (y.use & kReceive) != 0;
      // What is not one of three simple questions may be answered otherwise after any change.
      const bool counts = x.use == kNonEmpty  ? more
                          : x.use == kNonFull ? less
                          : x.use == kPeek    ? less || (y.use & kSorted) != 0  // another message comes first
                                              : more || less;
      if (counts) return true;
    }
  }
  return false;
}

std::unique_ptr<Matrix>& Instances::slot(Matrices& list, uint32_t b) {
  assert(b < all_.size());
  if (list.size() <= b) list.resize(all_.size());
  return list[b];
}

// Which rows and columns of the tables below are equal.
void Instances::classify(Instance& x) const {
  const std::vector<EdgeSummary>& edges = nth(summary_.processes(), x.type).edges;
  std::map<std::vector<int32_t>, uint32_t> halves;
  x.first_meeting.assign(1, 0);
  for (uint32_t e = 0; e < edges.size(); ++e) {
    x.edge_classes.add(x.edges[e], {edges[e].dies ? 1 : 0});
    for (size_t i = 0; i < edges[e].guard.size(); ++i) {
      const Conjunct& c = edges[e].guard[i];
      std::vector<int32_t> mark(c.locals.begin(), c.locals.end());
      std::sort(mark.begin(), mark.end());
      mark.erase(std::unique(mark.begin(), mark.end()), mark.end());
      mark.push_back(c.kind == Conjunct::Kind::youngest ? 1 : 0);
      x.guard_classes.add(x.guards[x.first_guard[e] + i], mark);
    }
    if (x.rendezvous[e] == Instance::kNoRendezvous) {
      x.meeting.push_back(0);
      continue;
    }
    const auto [half, fresh] = halves.try_emplace({x.rendezvous[e], edges[e].send ? 1 : 0, edges[e].signal},
                                                  narrow<uint32_t>(x.first_meeting.size()));
    if (fresh) x.first_meeting.push_back(e);
    x.meeting.push_back(half->second);
  }
}

const Matrix& Instances::make_conflicts(uint32_t a, uint32_t b) {
  std::unique_ptr<Matrix>& m = slot(all_[a].conflicts, b);
  const Instance& x = *all_[a].instance;
  Instance& y = *all_[b].instance;
  m = std::make_unique<Matrix>(x.edge_classes.of(), x.edge_classes.count(), y.edges.size());
  for (uint32_t i = 0; i < x.edge_classes.count(); ++i) {
    const Prints& mine = x.edges[x.edge_classes.members(i).front()];
    y.edge_classes.each_related(mine, [&](uint32_t j) {
      const std::vector<uint32_t>& theirs = y.edge_classes.members(j);
      if (!in_conflict(mine, x.type, y.edges[theirs.front()], y.type)) return;
      for (const uint32_t f : theirs) m->set(i, f);
    });
  }
  return *m;
}

const Matrix& Instances::make_enablers(uint32_t a, uint32_t b) {
  std::unique_ptr<Matrix>& m = slot(all_[a].enablers, b);
  const Instance& x = *all_[a].instance;
  Instance& y = *all_[b].instance;
  const std::vector<EdgeSummary>& mine = nth(summary_.processes(), x.type).edges;
  const std::vector<EdgeSummary>& theirs = nth(summary_.processes(), y.type).edges;
  m = std::make_unique<Matrix>(x.guard_classes.of(), x.guard_classes.count(), y.edges.size());
  std::map<ir::VarId, std::vector<uint32_t>> writers;  // its own local variables
  for (uint32_t f = 0; f < theirs.size() && a == b; ++f) {
    for (const ir::VarId v : theirs[f].writes_locals) writers[v].push_back(f);
  }
  for (uint32_t i = 0; i < x.guard_classes.count(); ++i) {
    const uint32_t row = x.guard_classes.members(i).front();
    const auto next = std::upper_bound(x.first_guard.begin(), x.first_guard.end(), row);
    const size_t e = narrow<size_t>(next - x.first_guard.begin()) - 1;
    const Conjunct& c = mine[e].guard[row - x.first_guard[e]];
    const auto look = [&](uint32_t j) {
      const std::vector<uint32_t>& edges = y.edge_classes.members(j);
      const uint32_t first = edges.front();
      if (!enables(c, x.guards[row], theirs[first], y.edges[first], y.type)) return;
      for (const uint32_t f : edges) m->set(i, f);
    };
    if (c.kind == Conjunct::Kind::youngest) {
      for (uint32_t j = 0; j < y.edge_classes.count(); ++j) look(j);
    } else {
      y.edge_classes.each_related(x.guards[row], look);
    }
    for (const ir::VarId v : c.locals) {
      if (const auto found = writers.find(v); found != writers.end()) {
        for (const uint32_t f : found->second) m->set(i, f);
      }
    }
  }
  return *m;
}

const Matrix& Instances::make_partners(uint32_t a, uint32_t b) {
  std::unique_ptr<Matrix>& m = slot(all_[a].partners, b);
  const Instance& x = *all_[a].instance;
  const Instance& y = *all_[b].instance;
  const std::vector<EdgeSummary>& mine = nth(summary_.processes(), x.type).edges;
  const std::vector<EdgeSummary>& theirs = nth(summary_.processes(), y.type).edges;
  m = std::make_unique<Matrix>(x.meeting, x.first_meeting.size(), y.edges.size());
  for (uint32_t i = 1; i < x.first_meeting.size(); ++i) {
    const uint32_t e = x.first_meeting[i];
    for (size_t f = 0; f < theirs.size(); ++f) {
      if (y.rendezvous[f] != Instance::kNoRendezvous && mine[e].send != theirs[f].send &&
          same(x.rendezvous[e], y.rendezvous[f]) && mine[e].signal == theirs[f].signal)
        m->set(i, f);
    }
  }
  return *m;
}

}  // namespace gyre::reduce
