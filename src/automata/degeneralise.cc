#include "automata/degeneralise.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace gyre::automata {

namespace {

using Copy = std::pair<uint32_t, uint32_t>;  // state, level

class Levels {
 public:
  Levels(const Graph& graph, const SccInfo& info) : graph_(graph), info_(info), common_(graph.size()) {
    for (uint32_t s = 0; s < graph.size(); ++s) {
      common_[s] = graph.all_marks();
      bool any = false;
      for (const GraphEdge& e : graph.out[s]) {
        if (info.of(e.target) != info.of(s)) continue;
        common_[s] &= e.marks;
        any = true;
      }
      if (!any) common_[s] = 0;
    }
  }

  // The level after an edge within a component.
  uint32_t after(uint32_t level, const GraphEdge& e, const std::vector<uint32_t>& order) const {
    const uint32_t top = graph_.sets;
    assert(level <= top && order.size() == top);
    if (level == top) level = 0;
    const uint64_t marks = e.marks | common_[e.target];
    while (level < top && (marks >> order[level] & 1)) ++level;
    return level;
  }

  // Copies of the smallest terminal component of the level graph of component c, for this order of the sets.
  std::vector<Copy> smallest(uint32_t start, const std::vector<uint32_t>& order) const {
    std::map<Copy, uint32_t> number;
    std::vector<Copy> copies;
    Adjacency successors;
    const auto add = [&](Copy copy) {
      const auto [it, fresh] = number.emplace(copy, next_id<uint32_t>(copies));
      if (fresh) {
        copies.push_back(copy);
        successors.emplace_back();
      }
      return it->second;
    };
    for (uint32_t level = 0; level <= graph_.sets; ++level) add({start, level});
    for (uint32_t i = 0; i < copies.size(); ++i) {
      const auto [s, level] = copies[i];
      for (const GraphEdge& e : graph_.out[s]) {
        if (info_.of(e.target) != info_.of(s)) continue;
        const uint32_t to = add({e.target, after(level, e, order)});
        successors[i].push_back(to);
      }
    }
    std::vector<uint32_t> roots(copies.size());
    std::iota(roots.begin(), roots.end(), 0);
    const Components parts = strongly_connected(successors, roots);
    std::vector<uint32_t> size(parts.count, 0);
    std::vector<char> terminal(parts.count, 1);
    for (uint32_t i = 0; i < copies.size(); ++i) {
      ++size[parts.of[i]];
      for (const uint32_t to : successors[i]) terminal[parts.of[i]] &= parts.of[to] == parts.of[i];
    }
    uint32_t best = Components::kNone;
    for (uint32_t c = 0; c < parts.count; ++c) {
      if (terminal[c] && (best == Components::kNone || size[c] < size[best])) best = c;
    }
    assert(best != Components::kNone);
    std::vector<Copy> result;
    for (uint32_t i = 0; i < copies.size(); ++i) {
      if (parts.of[i] == best) result.push_back(copies[i]);
    }
    return result;
  }

 private:
  const Graph& graph_;
  const SccInfo& info_;
  std::vector<uint64_t> common_;
};

// Orders to be tried: all of them for few sets, rotations in both directions for many.
std::vector<std::vector<uint32_t>> orders(uint32_t sets) {
  std::vector<uint32_t> order(sets);
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<uint32_t>> result;
  if (sets <= 4) {
    do {
      result.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return result;
  }
  for (int direction = 0; direction < 2; ++direction) {
    for (uint32_t i = 0; i < std::min<uint32_t>(sets, 8); ++i) {
      result.push_back(order);
      std::rotate(order.begin(), order.begin() + 1, order.end());
    }
    std::reverse(order.begin(), order.end());
  }
  return result;
}

}  // namespace

Graph degeneralise(const Graph& graph, Entry entry, BddManager& bdds) {
  assert(!graph.state_based);
  const SccInfo info = analyse(graph);
  const Levels levels(graph, info);
  const uint32_t count = info.components.count;
  std::vector<uint32_t> first(count, Components::kNone);
  for (uint32_t s = graph.size(); s-- > 0;) first[info.of(s)] = s;

  Graph result;
  result.sets = 1;
  result.state_based = true;
  std::map<Copy, uint32_t> number;
  std::vector<Copy> copies;
  std::vector<std::vector<uint32_t>> order_of(count);
  std::vector<std::vector<uint32_t>> copies_of(graph.size());  // levels that exist
  const std::vector<std::vector<uint32_t>> candidates = orders(graph.sets);
  for (uint32_t c = 0; c < count; ++c) {
    std::vector<Copy> best;
    if (info.accepting[c]) {
      for (const auto& order : candidates) {
        std::vector<Copy> found = levels.smallest(first[c], order);
        if (best.empty() || found.size() < best.size()) {
          best = std::move(found);
          order_of[c] = order;
        }
      }
    } else {
      for (uint32_t s = 0; s < graph.size(); ++s) {
        if (info.of(s) == c) best.push_back({s, 0});
      }
    }
    for (const Copy& copy : best) {
      number.emplace(copy, next_id<uint32_t>(copies));
      copies.push_back(copy);
      copies_of[copy.first].push_back(copy.second);
      result.accepting.push_back(info.accepting[c] && copy.second == graph.sets);
    }
  }
  for (auto& list : copies_of) std::sort(list.begin(), list.end());
  const auto enter = [&](uint32_t s) {
    return number.at({s, entry == Entry::lowest ? copies_of[s].front() : copies_of[s].back()});
  };
  result.out.resize(copies.size());
  for (size_t i = 0; i < copies.size(); ++i) {
    const auto [s, level] = copies[i];
    const uint32_t c = info.of(s);
    for (const GraphEdge& e : graph.out[s]) {
      uint32_t to = 0;
      if (info.of(e.target) != c || !info.accepting[c]) {
        to = enter(e.target);
      } else {
        to = number.at({e.target, levels.after(level, e, order_of[c])});
      }
      result.out[i].push_back({to, e.label, result.accepting[i] ? uint64_t{1} : 0});
    }
  }
  result.initial = enter(graph.initial);
  return normalise(result, bdds);
}

}  // namespace gyre::automata
