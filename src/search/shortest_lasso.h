// The shortest counterexample of a claim: the smallest stem + cycle in the product, in steps.
//
// The whole product is laid out as a graph in memory, its components are found, and from every accepting node of a
// component with a cycle two bounded searches, along the edges and against them, tell the best cycle through it: one
// that is entered at node e costs dist(e) + d(e, x) + d(x, e). A step of the system that stutters costs nothing. If a
// budget ends this first, the best found so far is given, and Outcome::cut is set.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <queue>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/component_space.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, ComponentNote>
class ShortestLasso : SearchRun {
 public:
  // finite: an accepting node is a violation by itself (a terminal claim). The last step of the path is not counted
  // then, unless the claim watches steps.
  ShortestLasso(model::Product& product, StoreT& store, const Task& task, model::ErrorKind kind, bool finite,
                const Progress& progress = {})
      : SearchRun(task, progress),
        space_(product, store),
        store_(store),
        kind_(kind),
        finite_(finite),
        watches_steps_(product.watches_steps()) {}

  Outcome run() {
    guard([this] {
      share_memory(store_, graph_bytes());
      if (explore()) {
        distances();
        finite_violations();
        if (!finite_) {
          components();
          cycles();
        }
      }
    });
    fill_counts();
    if (found_kind_ != model::ErrorKind::none) {
      outcome_.found.push_back({found_kind_, 0, 1, best_, path_, true});
      outcome_.errors = 1;
    }
    return std::move(outcome_);
  }

 private:
  using Edge = typename ComponentSpace<StoreT>::Edge;
  using Index = uint32_t;
  static constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max() / 4;
  static constexpr Index kNone = ~Index{0};
  struct GraphEdge {
    Index to;
    Index from;
    uint32_t choice;
    uint32_t steps;
  };
  struct Reached {
    uint64_t distance = kFar;
    Index edge = kNone;  // by which
  };

  bool explore() {
    Edge edge;
    const int there = space_.initial(edge);
    if (there < 0) throw std::bad_alloc();
    if (there == 0) return false;
    add(edge);
    std::vector<Edge> edges;
    for (Index n = 0; n < nodes_.size(); ++n) {
      if (!pause()) return false;
      if (!space_.expand(nodes_[n], false, edges)) throw std::bad_alloc();
      first_.push_back(narrow<Index>(edges_.size()));
      const std::vector<model::Arc>& arcs = space_.buffer().arcs;
      for (uint32_t i = 0; i < arcs.size(); ++i) {
        if (arcs[i].error != model::ErrorKind::none && task_.looks_for(arcs[i].error))
          errors_.push_back({n, i, arcs[i].error});
      }
      for (const Edge& e : edges) {
        const model::Arc& arc = arcs[e.choice];
        const uint32_t steps = arc.successor == model::Arc::kStutter ? 0 : space_.buffer().steps(arc);
        edges_.push_back({add(e), n, e.choice, steps});
      }
    }
    first_.push_back(narrow<Index>(edges_.size()));
    outcome_.counts.matched = edges_.size() + 1 - nodes_.size();
    return true;
  }
  Index add(const Edge& edge) {
    uint32_t& number = space_.number(edge.to);
    if (number == ComponentNote::kFresh) {
      if (nodes_.size() >= ComponentNote::kMost - 1) throw std::bad_alloc();
      nodes_.push_back(edge.to);
      accepting_.push_back(edge.accepting);
      number = narrow<uint32_t>(nodes_.size());
    }
    assert(number <= nodes_.size());
    return number - 1;
  }

  void distances() {
    stem_.assign(nodes_.size(), {});
    assert(!nodes_.empty() && first_.size() == nodes_.size() + 1);
    stem_[0].distance = 0;
    dijkstra({0}, stem_, kFar, [](const GraphEdge&) { return true; });
  }

  // From the nodes in `start`, whose distances are set.
  template <class Allowed>
  void dijkstra(const std::vector<Index>& start, std::vector<Reached>& reached, uint64_t bound, Allowed&& allowed) {
    using Item = std::pair<uint64_t, Index>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    for (const Index n : start) queue.push({reached[n].distance, n});
    while (!queue.empty()) {
      const auto [distance, n] = queue.top();
      queue.pop();
      if (distance != reached[n].distance) continue;
      for (Index e = first_[n]; e < first_[n + 1]; ++e)
        relax(e, edges_[e].to, distance, reached, bound, allowed, queue);
    }
  }
  template <class Allowed, class Queue>
  void relax(Index e, Index to, uint64_t distance, std::vector<Reached>& reached, uint64_t bound, Allowed& allowed,
             Queue& queue) {
    const uint64_t next = distance + edges_[e].steps;
    if (next >= bound || next >= reached[to].distance || !allowed(edges_[e])) return;
    if (reached[to].distance == kFar) touched_.push_back(to);
    reached[to] = {next, e};
    queue.push({next, to});
  }

  void finite_violations() {
    auto better = [&](uint64_t length, Index node) {
      if (length >= best_) return false;
      best_ = length;
      path_ = {};
      path_.choices = stem_to(node);
      return true;
    };
    for (const Completed& c : errors_) {
      if (!better(stem_[c.node].distance, c.node)) continue;
      path_.choices.push_back(c.choice);
      found_kind_ = c.kind;
    }
    if (!finite_ || !task_.looks_for(model::ErrorKind::claim_completed)) return;
    if (accepting_[0] && better(0, 0)) found_kind_ = model::ErrorKind::claim_completed;
    // A step into an accepting node says that the claim was completed by the state before it, unless it watches steps.
    for (const GraphEdge& e : edges_) {
      if (!accepting_[e.to] || !better(stem_[e.from].distance + (watches_steps_ ? e.steps : 0), e.from)) continue;
      path_.choices.push_back(e.choice);
      found_kind_ = model::ErrorKind::claim_completed;
    }
  }

  // Tarjan's algorithm, iteratively; component_[n] is 0 for nodes without a cycle.
  void components() {
    const auto count = narrow<Index>(nodes_.size());
    component_.assign(count, kNone);
    std::vector<Index> number(count, 0), low(count, 0), live;
    std::vector<std::pair<Index, Index>> frames;  // node, next edge
    Index next_number = 0;
    Index next_component = 0;
    auto enter = [&](Index n) {
      number[n] = low[n] = ++next_number;
      live.push_back(n);
      frames.push_back({n, first_[n]});
    };
    enter(0);
    while (!frames.empty()) {
      auto& [n, e] = frames.back();
      if (e < first_[n + 1]) {
        const Index to = edges_[e++].to;
        if (number[to] == 0)
          enter(to);
        else if (component_[to] == kNone)
          low[n] = std::min(low[n], number[to]);
        continue;
      }
      const Index done = n;
      frames.pop_back();
      if (!frames.empty()) low[frames.back().first] = std::min(low[frames.back().first], low[done]);
      if (low[done] != number[done]) continue;
      ++next_component;
      for (Index m = kNone; m != done;) {
        m = live.back();
        live.pop_back();
        component_[m] = next_component;
      }
    }
    incoming();
  }
  // Edges by their targets, within components.
  void incoming() {
    first_in_.assign(nodes_.size() + 1, 0);
    auto inner = [&](const GraphEdge& e) { return component_[e.from] == component_[e.to]; };
    for (const GraphEdge& e : edges_) first_in_[e.to + 1] += inner(e);
    for (size_t n = 0; n < nodes_.size(); ++n) first_in_[n + 1] += first_in_[n];
    in_.resize(first_in_.back());
    std::vector<Index> at(first_in_.begin(), first_in_.end() - 1);
    for (Index e = 0; e < edges_.size(); ++e) {
      if (inner(edges_[e])) in_[at[edges_[e].to]++] = e;
    }
  }

  void cycles() {
    if (!task_.looks_for(kind_)) return;
    std::vector<Index> order;
    for (Index n = 0; n < nodes_.size(); ++n) {
      if (accepting_[n] && first_in_[n] != first_in_[n + 1]) order.push_back(n);
    }
    // The nearest first: they make the bound small.
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return stem_[a].distance < stem_[b].distance; });
    std::vector<Reached> out(nodes_.size()), back(nodes_.size());
    for (const Index x : order) {
      if (!pause()) {
        outcome_.cut = true;
        return;
      }
      best_cycle(x, out, back);
    }
  }

  // The best lasso through accepting node x.
  void best_cycle(Index x, std::vector<Reached>& out, std::vector<Reached>& back) {
    touched_.assign(1, x);
    out[x].distance = 0;
    dijkstra({x}, out, best_, [&](const GraphEdge& e) { return component_[e.to] == component_[x]; });
    std::vector<Index> reached_out = std::move(touched_);
    touched_.assign(1, x);
    back[x].distance = 0;
    using Item = std::pair<uint64_t, Index>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    queue.push({0, x});
    auto any = [](const GraphEdge&) { return true; };
    while (!queue.empty()) {
      const auto [distance, n] = queue.top();
      queue.pop();
      if (distance != back[n].distance) continue;
      for (Index i = first_in_[n]; i < first_in_[n + 1]; ++i)
        relax(in_[i], edges_[in_[i]].from, distance, back, best_, any, queue);
    }
    Index entry = kNone;
    Index closing = kNone;  // for a cycle that is entered at x itself: the edge that closes it
    for (const Index n : reached_out) {
      if (n == x || back[n].distance == kFar) continue;
      const uint64_t length = stem_[n].distance + out[n].distance + back[n].distance;
      if (length < best_) {
        best_ = length;
        entry = n;
      }
    }
    for (Index i = first_in_[x]; i < first_in_[x + 1]; ++i) {
      const GraphEdge& e = edges_[in_[i]];
      if (out[e.from].distance == kFar) continue;
      const uint64_t length = stem_[x].distance + out[e.from].distance + e.steps;
      if (length < best_) {
        best_ = length;
        entry = x;
        closing = in_[i];
      }
    }
    if (entry != kNone) {
      path_ = {};
      path_.choices = stem_to(entry);
      path_.cycle_start = std::ssize(path_.choices);
      found_kind_ = kind_;
      if (entry == x) {
        append_forward(edges_[closing].from, x, out);
        path_.choices.push_back(edges_[closing].choice);
      } else {
        for (Index n = entry; n != x; n = edges_[back[n].edge].to) path_.choices.push_back(edges_[back[n].edge].choice);
        append_forward(entry, x, out);
      }
    }
    for (const Index n : reached_out) out[n] = {};
    for (const Index n : touched_) back[n] = {};
  }
  void append_forward(Index to, Index from, const std::vector<Reached>& reached) {
    const auto first = std::ssize(path_.choices);
    for (Index n = to; n != from; n = edges_[reached[n].edge].from)
      path_.choices.push_back(edges_[reached[n].edge].choice);
    std::reverse(path_.choices.begin() + first, path_.choices.end());
  }
  std::vector<uint32_t> stem_to(Index to) const {
    std::vector<uint32_t> choices;
    for (Index n = to; n != 0; n = edges_[stem_[n].edge].from) choices.push_back(edges_[stem_[n].edge].choice);
    std::reverse(choices.begin(), choices.end());
    return choices;
  }

  bool pause() { return !watch_.due() || check(); }
  // What is kept of the graph beside the store, with what the search will still need for each node.
  uint64_t graph_bytes() const {
    return edges_.capacity() * sizeof(GraphEdge) + in_.capacity() * sizeof(Index) +
           nodes_.capacity() * (sizeof(Node) + 3 * sizeof(Reached) + 4 * sizeof(Index));
  }
  bool check() {
    return check_budgets(store_, graph_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = nodes_.size();
    outcome_.counts.stored = store_.size();
    outcome_.counts.vector_bytes = space_.largest();
    return count_memory(store_, graph_bytes());
  }

  struct Completed {
    Index node;
    uint32_t choice;
    model::ErrorKind kind;
  };

  ComponentSpace<StoreT> space_;
  StoreT& store_;
  const model::ErrorKind kind_;
  const bool finite_;
  const bool watches_steps_;
  std::vector<Node> nodes_;
  std::vector<char> accepting_;
  std::vector<Completed> errors_;
  std::vector<Index> first_;  // edge of each node, and one more
  std::vector<GraphEdge> edges_;
  std::vector<Index> first_in_;
  std::vector<Index> in_;
  std::vector<Reached> stem_;
  std::vector<Index> component_;
  std::vector<Index> touched_;
  uint64_t best_ = kFar;
  model::ErrorKind found_kind_ = model::ErrorKind::none;
  Path path_;
};

}  // namespace gyre::search
