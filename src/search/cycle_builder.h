// A cycle through a component that meets every acceptance set and treats every unit fairly: from where it stands to the
// nearest step that settles an open demand, until none is open, then home.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <new>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "search/component_space.h"
#include "search/fairness.h"

namespace gyre::search {

template <store::Store StoreT>
class CycleBuilder {
 public:
  // `seen`: what is known of the component's units, if there is fairness.
  CycleBuilder(ComponentSpace<StoreT>& space, Fairness fairness, Units& units, const std::vector<UnitSeen>& seen,
               uint64_t all_marks)
      : space_(space), fairness_(fairness), units_(units), marks_(all_marks) {
    for (uint32_t u = 0; u < seen.size(); ++u) {
      if (seen[u].enabled > 0) open_.insert(u);
    }
  }

  // The choices of a cycle from `start` to `start` over nodes that are inside(node). `stutters`: the component is one
  // system state that cannot move.
  template <class Inside>
  std::vector<uint32_t> build(Node start, bool stutters, Inside&& inside) {
    if (stutters) open_.clear();
    std::vector<uint32_t> choices;
    Node at = start;
    while (marks_ != 0 || !open_.empty()) {
      if (!walk(
              at, choices, inside, [&] { return settle_here(); }, [&](uint32_t arc, Node) { return settle(arc); }))
        return {};
    }
    if (choices.empty() || at != start) {
      if (!walk(
              at, choices, inside, [] { return false; }, [&](uint32_t, Node to) { return to == start; }))
        return {};
    }
    return choices;
  }

 private:
  using Edge = typename ComponentSpace<StoreT>::Edge;
  struct From {
    Node node;
    uint32_t choice;
  };

  // Breadth-first from `at` to the first node where here() or the first arc with wanted(): goes there and appends the
  // choices. What is passed on the way settles demands too. False: there is none, which must not happen.
  template <class Inside, class Here, class Wanted>
  bool walk(Node& at, std::vector<uint32_t>& choices, Inside& inside, Here&& here, Wanted&& wanted) {
    std::unordered_map<Node, From> from;
    std::vector<Node> queue{at};
    from.emplace(at, From{at, 0});
    for (size_t head = 0; head < queue.size(); ++head) {
      const Node node = queue[head];
      if (!space_.expand(node, false, edges_)) throw std::bad_alloc();
      if (here()) {
        go(at, node, from, choices);
        return true;
      }
      for (const Edge& e : edges_) {
        if (!inside(e.to)) continue;
        if (wanted(e.choice, e.to)) {
          go(at, node, from, choices);
          choices.push_back(e.choice);
          at = e.to;
          return true;
        }
      }
      for (const Edge& e : edges_) {
        if (inside(e.to) && from.emplace(e.to, From{node, e.choice}).second) queue.push_back(e.to);
      }
    }
    return false;
  }
  void go(Node& at, Node to, const std::unordered_map<Node, From>& from, std::vector<uint32_t>& choices) {
    const auto first = std::ssize(choices);
    for (Node n = to; n != at; n = from.at(n).node) choices.push_back(from.at(n).choice);
    std::reverse(choices.begin() + first, choices.end());
    at = to;
  }

  // A node where a unit is not enabled settles it, unless it is enough to be enabled somewhere.
  bool settle_here() {
    if (fairness_ == Fairness::none) return false;
    const std::vector<uint32_t>& enabled = units_.enabled(space_.buffer(), space_.system());
    if (traits(fairness_).somewhere()) return false;
    const std::unordered_set<uint32_t> here(enabled.begin(), enabled.end());
    bool any = false;
    for (auto it = open_.begin(); it != open_.end();) {
      if (here.count(*it) == 0) {
        it = open_.erase(it);
        any = true;
      } else {
        ++it;
      }
    }
    return any;
  }
  bool settle(uint32_t choice) {
    const model::Arc& arc = space_.buffer().arcs[choice];
    bool any = (arc.marks & marks_) != 0;
    marks_ &= ~arc.marks;
    if (fairness_ != Fairness::none)
      units_.moved(space_.buffer(), arc, [&](uint32_t unit) { any |= open_.erase(unit) > 0; });
    return any;
  }

  ComponentSpace<StoreT>& space_;
  Fairness fairness_;
  Units& units_;
  uint64_t marks_;
  std::unordered_set<uint32_t> open_;
  std::vector<Edge> edges_;
};

}  // namespace gyre::search
