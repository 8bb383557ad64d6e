#include "search/step_graph.h"

#include <algorithm>
#include <cassert>

#include "base/narrow.h"

namespace gyre::search {

void StepGraph::add_node(const model::ProductBuffer& buffer, StateView system) {
  first_arc_.push_back(narrow<uint32_t>(arcs_.size()));
  first_enabled_.push_back(narrow<uint32_t>(enabled_.size()));
  if (fairness_ == Fairness::none) return;
  if (unit_ == FairnessUnit::edge) {
    // Each node is another system state here, so its steps are units of their own.
    first_edge_unit_ = unit_count_;
    for (size_t i = 0; i < buffer.system.list.size(); ++i) enabled_.push_back(unit_count_++);
    return;
  }
  const std::vector<uint32_t>& now = units_.enabled(buffer, system);
  enabled_.insert(enabled_.end(), now.begin(), now.end());
  unit_count_ = units_.count();
}

void StepGraph::add_arc(const model::ProductBuffer& buffer, const model::Arc& arc, uint32_t to) {
  assert(!first_arc_.empty());  // it leaves the node that was added last
  arcs_.push_back({to, arc.successor, narrow<uint32_t>(moved_.size())});
  if (fairness_ == Fairness::none || arc.successor == model::Arc::kStutter) return;
  if (unit_ == FairnessUnit::edge)
    moved_.push_back(first_edge_unit_ + arc.successor);
  else
    units_.moved(buffer, arc, [&](uint32_t unit) { moved_.push_back(unit); });
  unit_count_ = std::max(unit_count_, units_.count());
}

uint32_t StepGraph::end_arc(uint32_t node) const {
  assert(node < size());
  return node + 1 < size() ? first_arc_[node + 1] : narrow<uint32_t>(arcs_.size());
}
uint32_t StepGraph::end_moved(uint32_t arc) const {
  assert(arc < arcs_.size());
  return arc + 1 < arcs_.size() ? arcs_[arc + 1].first_moved : narrow<uint32_t>(moved_.size());
}
uint32_t StepGraph::end_enabled(uint32_t node) const {
  assert(node < size());
  return node + 1 < size() ? first_enabled_[node + 1] : narrow<uint32_t>(enabled_.size());
}

bool StepGraph::stutters(const std::vector<uint32_t>& part, const Mask& in) const {
  for (const uint32_t n : part) {
    for (uint32_t a = first_arc_[n]; a < end_arc(n); ++a) {
      if (in[arcs_[a].to] && arcs_[a].successor == model::Arc::kStutter) return true;
    }
  }
  return false;
}

std::vector<char> StepGraph::unfair_units(const std::vector<uint32_t>& part, const Mask& in) const {
  std::vector<UnitSeen> seen(unit_count_);
  for (const uint32_t n : part) {
    for (uint32_t e = first_enabled_[n]; e < end_enabled(n); ++e) ++seen[enabled_[e]].enabled;
    for (uint32_t a = first_arc_[n]; a < end_arc(n); ++a) {
      if (!in[arcs_[a].to]) continue;
      for (uint32_t m = arcs_[a].first_moved; m < end_moved(a); ++m) seen[moved_[m]].moved = true;
    }
  }
  std::vector<char> out(unit_count_);
  for (uint32_t u = 0; u < unit_count_; ++u) out[u] = unfair(fairness_, seen[u], part.size());
  return out;
}

std::vector<uint32_t> StepGraph::fair_part() const {
  std::vector<std::vector<uint32_t>> open(1);
  for (uint32_t n = 0; n < size(); ++n) open[0].push_back(n);
  Mask in(size());
  while (!open.empty()) {
    const std::vector<uint32_t> part = std::move(open.back());
    open.pop_back();
    for (const uint32_t n : part) in[n] = 1;
    if (fairness_ == Fairness::none || stutters(part, in)) return part;
    const std::vector<char> bad = unfair_units(part, in);
    if (std::find(bad.begin(), bad.end(), 1) == bad.end()) return part;
    std::vector<uint32_t> rest;
    for (const uint32_t n : part) {
      const auto first = enabled_.begin() + first_enabled_[n], last = enabled_.begin() + end_enabled(n);
      const bool good =
          traits(fairness_).somewhere() && std::none_of(first, last, [&](uint32_t unit) { return bad[unit] != 0; });
      in[n] = good;
      if (good) rest.push_back(n);
    }
    if (!rest.empty()) decompose(rest, in, open);
    for (const uint32_t n : rest) in[n] = 0;
  }
  return {};
}

// Tarjan's components of a subgraph, those with an arc inside.
void StepGraph::decompose(const std::vector<uint32_t>& nodes, const Mask& in,
                          std::vector<std::vector<uint32_t>>& parts) const {
  struct Frame {
    uint32_t node;
    uint32_t arc;
  };
  constexpr uint32_t kDone = ~uint32_t{0};
  std::vector<uint32_t> number(size()), low(size());
  std::vector<uint32_t> live;
  std::vector<Frame> frames;
  uint32_t count = 0;
  auto enter = [&](uint32_t n) {
    number[n] = low[n] = ++count;
    live.push_back(n);
    frames.push_back({n, first_arc_[n]});
  };
  for (const uint32_t seed : nodes) {
    if (number[seed] == 0) enter(seed);
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.arc < end_arc(top.node)) {
        const uint32_t to = arcs_[top.arc++].to;
        if (!in[to] || number[to] == kDone) continue;
        if (number[to] == 0)
          enter(to);
        else
          low[top.node] = std::min(low[top.node], number[to]);
        continue;
      }
      const uint32_t n = top.node;
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[n]);
      if (low[n] != number[n]) continue;
      std::vector<uint32_t> part;
      bool cyclic = false;
      do {
        part.push_back(live.back());
        live.pop_back();
        number[part.back()] = kDone;
      } while (part.back() != n);
      for (uint32_t a = first_arc_[n]; a < end_arc(n); ++a) cyclic |= arcs_[a].to == n;
      if (cyclic || part.size() > 1) parts.push_back(std::move(part));
    }
  }
}

// Goes from where it stands to the nearest step or node that settles an open demand, until none is open, then home.
class StepGraph::Walker {
 public:
  Walker(const StepGraph& graph, const std::vector<uint32_t>& part, uint32_t start, size_t longest)
      : graph_(graph), in_(graph.size()), start_(start), longest_(longest), open_(graph.unit_count_), at_(start) {
    for (const uint32_t n : part) {
      in_[n] = 1;
      for (uint32_t e = graph_.first_enabled_[n]; e < graph_.end_enabled(n); ++e) demand(graph_.enabled_[e]);
    }
  }

  Cycle run() {
    Cycle out;
    settle_here();
    while (demands_ > 0 && out.successors.size() <= longest_) walk(out.successors, false);
    if (out.successors.size() <= longest_ && (out.successors.empty() || at_ != start_)) walk(out.successors, true);
    out.cut = out.successors.size() > longest_;
    return out;
  }

 private:
  void demand(uint32_t unit) {
    demands_ += open_[unit] == 0;
    open_[unit] = 1;
  }
  bool settle(uint32_t unit) {
    if (!open_[unit]) return false;
    assert(demands_ > 0);
    open_[unit] = 0;
    --demands_;
    return true;
  }
  // A node where a unit is not enabled settles it, unless it is enough to be enabled somewhere.
  void settle_here() {
    if (traits(graph_.fairness_).somewhere() || graph_.fairness_ == Fairness::none) return;
    std::vector<char> enabled(open_.size());
    for (uint32_t e = graph_.first_enabled_[at_]; e < graph_.end_enabled(at_); ++e) enabled[graph_.enabled_[e]] = 1;
    for (uint32_t u = 0; u < open_.size(); ++u) {
      if (!enabled[u]) settle(u);
    }
  }
  bool misses_an_open_one(uint32_t node) const {
    if (traits(graph_.fairness_).somewhere()) return false;
    std::vector<char> enabled(open_.size());
    for (uint32_t e = graph_.first_enabled_[node]; e < graph_.end_enabled(node); ++e) enabled[graph_.enabled_[e]] = 1;
    for (uint32_t u = 0; u < open_.size(); ++u) {
      if (open_[u] && !enabled[u]) return true;
    }
    return false;
  }
  bool moves_an_open_one(uint32_t arc) const {
    for (uint32_t m = graph_.arcs_[arc].first_moved; m < graph_.end_moved(arc); ++m) {
      if (open_[graph_.moved_[m]]) return true;
    }
    return false;
  }

  // Breadth-first to the nearest arc that is wanted, and along it. What is passed on the way settles demands too.
  void walk(std::vector<uint32_t>& out, bool home) {
    constexpr uint32_t kNobody = ~uint32_t{0};
    if (parent_.empty()) parent_.resize(graph_.size(), {kNobody, 0});
    std::vector<uint32_t> queue{at_};
    parent_[at_] = {at_, 0};
    uint32_t found = kNobody;
    for (size_t head = 0; head < queue.size() && found == kNobody; ++head) {
      const uint32_t n = queue[head];
      for (uint32_t a = graph_.first_arc_[n]; a < graph_.end_arc(n) && found == kNobody; ++a) {
        const uint32_t to = graph_.arcs_[a].to;
        if (!in_[to]) continue;
        const bool wanted = home ? to == start_ : moves_an_open_one(a) || misses_an_open_one(to);
        if (!wanted && parent_[to].node != kNobody) continue;
        if (wanted) {
          found = a;
          last_ = n;
        } else {
          parent_[to] = {n, a};
          queue.push_back(to);
        }
      }
    }
    std::vector<uint32_t> way;
    if (found != kNobody) way.push_back(found);
    for (uint32_t n = last_; found != kNobody && n != at_; n = parent_[n].node) way.push_back(parent_[n].arc);
    for (const uint32_t n : queue) parent_[n] = {kNobody, 0};
    if (way.empty()) {  // cannot happen in a fair part
      demands_ = 0;
      return;
    }
    std::reverse(way.begin(), way.end());
    for (const uint32_t a : way) {
      out.push_back(graph_.arcs_[a].successor);
      at_ = graph_.arcs_[a].to;
      for (uint32_t m = graph_.arcs_[a].first_moved; m < graph_.end_moved(a); ++m) settle(graph_.moved_[m]);
      settle_here();
    }
  }

  struct From {
    uint32_t node;
    uint32_t arc;
  };
  const StepGraph& graph_;
  Mask in_;
  uint32_t start_;
  size_t longest_;
  std::vector<char> open_;
  size_t demands_ = 0;
  uint32_t at_;
  uint32_t last_ = 0;
  std::vector<From> parent_;
};

StepGraph::Cycle StepGraph::cycle(const std::vector<uint32_t>& part, uint32_t start, size_t longest) const {
  Mask in(size());
  for (const uint32_t n : part) in[n] = 1;
  assert(start < size() && in[start] != 0);
  if (stutters(part, in)) return {{}, true, false};
  return Walker(*this, part, start, longest).run();
}

}  // namespace gyre::search
