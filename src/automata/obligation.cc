#include "automata/obligation.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "automata/lasso.h"

namespace gyre::automata {

namespace {

constexpr size_t kMaxEdges = 10'000;
constexpr size_t kMaxParts = 300;  // different successors of one subset

using Subset = std::vector<uint32_t>;

// Splits the letters by the set of targets they lead to; nothing when these are too many.
std::vector<std::pair<Bdd, Subset>> split_letters(const Graph& graph, const Subset& subset, BddManager& bdds) {
  std::vector<std::pair<Bdd, Subset>> parts = {{kTrue, {}}};
  for (const uint32_t s : subset) {
    for (const GraphEdge& e : graph.out[s]) {
      std::map<Subset, size_t> place;
      std::vector<std::pair<Bdd, Subset>> next;
      const auto add = [&](Bdd label, Subset targets) {
        if (label == kFalse) return;
        const auto [it, fresh] = place.emplace(targets, next.size());
        if (fresh) {
          next.emplace_back(label, std::move(targets));
        } else {
          next[it->second].first = bdds.lor(next[it->second].first, label);
        }
      };
      for (auto& [label, targets] : parts) {
        bdds.poll();
        Subset with = targets;
        const auto at = std::lower_bound(with.begin(), with.end(), e.target);
        if (at == with.end() || *at != e.target) with.insert(at, e.target);
        add(bdds.land(label, e.label), std::move(with));
        add(bdds.minus(label, e.label), std::move(targets));
      }
      parts = std::move(next);
      if (parts.size() > kMaxParts) return {};
    }
  }
  return parts;
}

struct Powerset {
  Graph graph;  // complete and deterministic; marks unused
  std::vector<Subset> subsets;
};

std::optional<Powerset> powerset(const Graph& graph, size_t max_subsets, BddManager& bdds) {
  Powerset result;
  std::map<Subset, uint32_t> number;
  size_t edges = 0;
  const auto add = [&](const Subset& subset) {
    const auto [it, fresh] = number.emplace(subset, next_id<uint32_t>(result.subsets));
    if (fresh) result.subsets.push_back(subset);
    return it->second;
  };
  add({graph.initial});
  for (size_t i = 0; i < result.subsets.size(); ++i) {
    result.graph.out.emplace_back();
    const auto parts = split_letters(graph, result.subsets[i], bdds);
    if (parts.empty()) return std::nullopt;
    for (const auto& [label, targets] : parts) {
      result.graph.out[i].push_back({add(targets), label, 0});
      ++edges;
    }
    if (result.subsets.size() > max_subsets || edges > kMaxEdges) return std::nullopt;
  }
  return result;
}

// A cycle of letters from s back to s, within its component.
std::vector<uint64_t> cycle_through(const Graph& graph, const SccInfo& info, uint32_t s, const BddManager& bdds) {
  std::map<uint32_t, std::pair<uint32_t, uint64_t>> came;  // from where, by which letter
  std::vector<uint32_t> queue = {s};
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint32_t q = queue[i];
    for (const GraphEdge& e : graph.out[q]) {
      if (info.of(e.target) != info.of(s)) continue;
      const uint64_t letter = bdds.some_letter(e.label);
      if (e.target == s) {
        std::vector<uint64_t> word = {letter};
        for (uint32_t at = q; at != s; at = came[at].first) word.push_back(came[at].second);
        std::reverse(word.begin(), word.end());
        return word;
      }
      if (came.emplace(e.target, std::pair(q, letter)).second) queue.push_back(e.target);
    }
  }
  assert(false && "a component that is not trivial has a cycle through each of its states");
  return {};
}

// Löding's colours: even ones accept; a component's colour is not above those it leads to.
std::vector<char> accepting_states(const Graph& original, const Powerset& sets, BddManager& bdds) {
  const SccInfo info = analyse(sets.graph);
  const Automaton automaton = to_automaton(original, bdds);
  const uint32_t count = info.components.count;
  std::vector<std::vector<uint32_t>> members(count);
  for (uint32_t s = 0; s < sets.graph.size(); ++s) members[info.of(s)].push_back(s);
  std::vector<uint32_t> colour(count, 0);
  for (uint32_t c = 0; c < count; ++c) {
    uint32_t least = 2 * count + 2;
    for (const uint32_t s : members[c]) {
      for (const GraphEdge& e : sets.graph.out[s]) {
        if (info.of(e.target) != c) least = std::min(least, colour[info.of(e.target)]);
      }
    }
    colour[c] = least;
    if (info.trivial[c]) continue;
    const uint32_t s = members[c][0];
    Lasso word;
    word.cycle = cycle_through(sets.graph, info, s, bdds);
    const bool accepted = accepts(automaton, word, sets.subsets[s]);
    colour[c] = accepted ? least & ~1U : (least - 1) | 1U;
  }
  std::vector<char> result(sets.graph.size());
  for (uint32_t s = 0; s < sets.graph.size(); ++s) result[s] = colour[info.of(s)] % 2 == 0;
  return result;
}

// Partition refinement: blocks are split by the blocks their letters lead to.
std::vector<uint32_t> minimise(const Graph& graph, std::vector<uint32_t> block, BddManager& bdds) {
  const uint32_t n = graph.size();
  assert(block.size() == n);
  for (size_t count = 0;;) {
    using Signature = std::pair<uint32_t, std::vector<std::pair<uint32_t, Bdd>>>;
    std::map<Signature, uint32_t> number;
    std::vector<uint32_t> next(n);
    for (uint32_t s = 0; s < n; ++s) {
      std::map<uint32_t, Bdd> to;
      for (const GraphEdge& e : graph.out[s]) {
        const auto [it, fresh] = to.emplace(block[e.target], e.label);
        if (!fresh) it->second = bdds.lor(it->second, e.label);
      }
      const Signature signature{block[s], {to.begin(), to.end()}};
      next[s] = number.emplace(signature, next_id<uint32_t>(number)).first->second;
    }
    block = std::move(next);
    if (number.size() == count) return block;
    count = number.size();
  }
}

}  // namespace

std::optional<WeakDeterministic> minimal_weak_deterministic(const Graph& graph, size_t max_subsets, BddManager& bdds) {
  if (graph.out[graph.initial].empty()) return std::nullopt;  // empty: nothing to improve
  std::optional<Powerset> sets = powerset(graph, max_subsets, bdds);
  if (!sets) return std::nullopt;
  const std::vector<char> accepting = accepting_states(graph, *sets, bdds);
  const std::vector<uint32_t> block = minimise(sets->graph, {accepting.begin(), accepting.end()}, bdds);
  const uint32_t count = *std::max_element(block.begin(), block.end()) + 1;
  Graph result, opposite;
  for (Graph* g : {&result, &opposite}) {
    g->sets = 1;
    g->state_based = true;
    g->out.resize(count);
    g->accepting.assign(count, 0);
    g->initial = block[0];
    std::vector<char> filled(count, 0);
    for (uint32_t s = 0; s < sets->graph.size(); ++s) {
      const uint32_t b = block[s];
      if (filled[b]) continue;
      filled[b] = 1;
      g->accepting[b] = (accepting[s] != 0) == (g == &result);
      for (const GraphEdge& e : sets->graph.out[s]) {
        g->out[b].push_back({block[e.target], e.label, g->accepting[b] ? uint64_t{1} : 0});
      }
    }
  }
  return WeakDeterministic{normalise(result, bdds), normalise(opposite, bdds)};
}

}  // namespace gyre::automata
