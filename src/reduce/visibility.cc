#include "reduce/visibility.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::reduce {

namespace {

// By edge: is it marked, or another one of a transition that begins with it?
std::vector<bool> begins_with(const ir::Process& p, const std::vector<bool>& marked) {
  std::vector<bool> out = marked, at(p.states.size());  // at a control state: one of the edges
  const std::vector<uint32_t> order = backward_order(p);
  for (bool changed = true; changed;) {
    changed = false;
    for (const uint32_t s : order) {
      for (const uint32_t e : p.states[s].edges) {
        if (p.edges[e].atomic && at[p.edges[e].to]) out[e] = true;
        if (!out[e] || at[s]) continue;
        at[s] = true;
        changed = true;
      }
    }
  }
  return out;
}

// Adds edges until the others make no cycle. `uses`: by edge, what it costs to take it.
void cut_cycles(const ir::Process& p, const ProcessSummary& summary, const std::vector<uint64_t>& uses,
                std::vector<bool>& excluded) {
  // Best is an edge that is in few sets, or, as far as that is not known, one that touches what others touch too.
  const auto weight = [&](uint32_t e) {
    const Footprint& f = summary.edges[e].all;
    return std::pair(~uses[e], f.variables.size() + f.channels.size() + (f.everything ? 100 : 0));
  };
  // The edge of a cycle that is best: of those from control state `to` on.
  const auto best_of = [&](const std::vector<uint32_t>& path, uint32_t to) {
    size_t first = path.size() - 1;
    while (p.edges[path[first]].from != to) --first;
    uint32_t best = path[first];
    for (size_t i = first; i < path.size(); ++i) {
      if (weight(path[i]) > weight(best)) best = path[i];
    }
    return best;
  };
  std::vector<uint8_t> colour(p.states.size());  // of control states: 1 on the path, 2 done: on no cycle
  std::vector<uint32_t> path;                    // edges
  std::vector<size_t> next;                      // by control state on the path
  for (uint32_t root = 0; root < p.states.size(); ++root) {
    if (colour[root] != 0) continue;
    colour[root] = 1;
    uint32_t state = root;
    next.assign(1, 0);
    for (;;) {
      const std::vector<uint32_t>& edges = p.states[state].edges;
      if (next.back() == edges.size()) {
        colour[state] = 2;
        next.pop_back();
        if (next.empty()) break;
        state = p.edges[path.back()].from;
        path.pop_back();
        continue;
      }
      const uint32_t e = edges[next.back()++];
      const uint32_t to = p.edges[e].to;
      if (excluded[e] || colour[to] == 2) continue;
      path.push_back(e);
      if (colour[to] == 0) {
        colour[to] = 1;
        next.push_back(0);
        state = to;
        continue;
      }
      // Whoever stands behind the edge is no longer on the path, and is looked at again from where that goes on.
      const uint32_t best = best_of(path, to);
      excluded[best] = true;
      for (;;) {
        const uint32_t last = path.back();
        path.pop_back();
        state = p.edges[last].from;
        if (last == best) break;
        colour[state] = 0;
        next.pop_back();
      }
    }
  }
}

}  // namespace

std::string why_not_observable(const ir::Program& program, const Observed& observed) {
  std::string why;
  for (const ir::ExprId atom : observed.atoms) {
    ir::each_expr(program, atom, [&](const ir::Expr& e) {
      if (e.op == ir::Op::moves) why = "the formula is about steps (moves)";
      if (e.op == ir::Op::enabled || e.op == ir::Op::pc_value || e.op == ir::Op::last || e.op == ir::Op::non_progress ||
          e.op == ir::Op::timeout || e.op == ir::Op::get_priority)
        why = "the formula looks at more than variables, channels and labels";
    });
  }
  return why;
}

Visibility::Visibility(const Summary& summary, Observed observed, std::vector<uint64_t> used)
    : summary_(summary), program_(summary.program()), observed_(std::move(observed)), used_(std::move(used)) {
  for (const ir::ExprId atom : observed_.atoms) {
    const Footprint reads = summary.reads_of(atom);
    reads_count_ |= reads.reads_count;
    reads_channels_ |= !reads.channels.empty();
  }
}

// What the atoms read, as far as it is the same in all states.
void Visibility::read_atoms(const Instances& instances, const Situation& at) {
  read_ = true;
  any_channel_ = instances.channels_come_and_go();
  for (const ir::ExprId atom : observed_.atoms) {
    const Prints reads = instances.of_nobody(atom, at);
    variables_.insert(variables_.end(), reads.variables.begin(), reads.variables.end());
    channels_.insert(channels_.end(), reads.channels.begin(), reads.channels.end());
    any_channel_ |= reads.everything;  // one without a buffer
    Situation nobody = at;
    nobody.pid = -1;
    ir::each_expr(program_, atom, [&](const ir::Expr& e) {
      if (e.op != ir::Op::remote_at) return;
      int32_t pid = -1;
      if (!e.kids.empty() && summary_.is_stable(e.kids[0])) pid = evaluate(program_, e.kids[0], nobody).value_or(-1);
      places_.push_back({e.process, pid, narrow<uint32_t>(e.value)});
    });
  }
}

bool Visibility::looked_at(const Instance& instance, uint32_t state) const {
  const ir::ControlState& s = nth(program_.processes, instance.type).states[state];
  if ((observed_.accept_labels && s.accept) || (observed_.progress_labels && s.progress)) return true;
  return std::any_of(places_.begin(), places_.end(), [&](const Place& place) {
    return place.process == instance.type && same(place.pid, instance.pid) && place.state == state;
  });
}

// May the transition that begins with this edge change what is looked at?
bool Visibility::visible(const Instance& instance, uint32_t edge) const {
  const Footprint& f = nth(summary_.processes(), instance.type).edges[edge].all;
  if (f.everything || (reads_count_ && f.writes_count)) return true;
  const Prints& prints = instance.edges[edge];
  for (const Prints::Variable& x : prints.variables) {
    if (!x.write) continue;
    if (std::any_of(variables_.begin(), variables_.end(), [&](const auto& y) { return same_variable(x, y); }))
      return true;
  }
  constexpr uint8_t kChanges = kSend | kSorted | kReceive;
  const auto changes = [](const auto& x) { return (x.use & kChanges) != 0; };
  if (reads_channels_ && any_channel_ && std::any_of(f.channels.begin(), f.channels.end(), changes)) return true;
  for (const Prints::Channel& x : prints.channels) {
    if (!changes(x)) continue;
    if (std::any_of(channels_.begin(), channels_.end(), [&](const auto& y) { return same(x.id, y.id); })) return true;
  }
  return false;
}

// How often transitions that an edge is part of were in a set. Those that were are few, so each is followed by itself.
std::vector<uint64_t> Visibility::uses(int32_t type) const {
  const ir::Process& p = nth(program_.processes, type);
  std::vector<uint64_t> out(p.edges.size());
  if (used_.empty()) return out;
  size_t place = 0;  // of its first edge
  for (int32_t before = 0; before < type; ++before) place += nth(program_.processes, before).edges.size();
  for (uint32_t e = 0; e < p.edges.size(); ++e) {
    const uint64_t used = used_[place + e];
    if (used == 0) continue;
    std::vector<uint32_t> parts{e};
    for (size_t i = 0; i < parts.size(); ++i) {
      out[parts[i]] += used;
      if (!p.edges[parts[i]].atomic) continue;
      for (const uint32_t next : p.states[p.edges[parts[i]].to].edges) {
        if (std::find(parts.begin(), parts.end(), next) == parts.end()) parts.push_back(next);
      }
    }
  }
  return out;
}

const std::vector<bool>& Visibility::excluded(const Instances& instances, uint32_t number, const Situation& at) {
  if (!read_) read_atoms(instances, at);
  if (by_instance_.size() <= number) by_instance_.resize(number + 1);
  if (by_instance_[number] != nullptr) return *by_instance_[number];
  const Instance& instance = instances[number];
  const ir::Process& p = nth(program_.processes, instance.type);
  const ProcessSummary& summary = nth(summary_.processes(), instance.type);
  std::vector<bool> mine(p.edges.size());
  for (uint32_t e = 0; e < p.edges.size(); ++e)
    mine[e] = looked_at(instance, p.edges[e].from) || looked_at(instance, p.edges[e].to);
  mine = begins_with(p, mine);
  for (uint32_t e = 0; e < p.edges.size(); ++e) mine[e] = mine[e] || visible(instance, e);
  // What can be seen is the same as long as the process lives, and so must be where its cycles are cut.
  const auto [known, fresh] = known_.try_emplace({instance.type, mine});
  if (fresh) {
    cut_cycles(p, summary, uses(instance.type), mine);
    // A transition begins with one edge and may go on with others.
    known->second = begins_with(p, mine);
  }
  by_instance_[number] = &known->second;
  return known->second;
}

}  // namespace gyre::reduce
