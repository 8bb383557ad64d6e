#include "automata/graph.h"

#include <algorithm>

namespace gyre::automata {

size_t Graph::edges() const {
  size_t n = 0;
  for (const auto& list : out) n += list.size();
  return n;
}

bool well_formed(const Graph& graph) {
  if (graph.sets > kMaxSets || graph.initial >= graph.size()) return false;
  if (graph.state_based && (graph.sets != 1 || graph.accepting.size() != graph.out.size())) return false;
  for (uint32_t s = 0; s < graph.size(); ++s) {
    for (const GraphEdge& e : graph.out[s]) {
      if (e.target >= graph.size() || (e.marks & ~graph.all_marks()) != 0) return false;
      if (graph.state_based && (e.marks != 0) != (graph.accepting[s] != 0)) return false;
    }
  }
  return true;
}

SccInfo analyse(const Graph& graph) {
  assert(well_formed(graph));
  Adjacency successors(graph.size());
  for (uint32_t s = 0; s < graph.size(); ++s) {
    for (const GraphEdge& e : graph.out[s]) successors[s].push_back(e.target);
  }
  SccInfo info;
  info.components = strongly_connected(successors, {graph.initial});
  const uint32_t count = info.components.count;
  std::vector<uint64_t> marks(count, 0);
  info.trivial.assign(count, 1);
  for (uint32_t s = 0; s < graph.size(); ++s) {
    const uint32_t c = info.of(s);
    if (c == Components::kNone) continue;
    for (const GraphEdge& e : graph.out[s]) {
      if (info.of(e.target) != c) continue;
      info.trivial[c] = 0;
      marks[c] |= e.marks;
    }
  }
  info.accepting.assign(count, 0);
  for (uint32_t c = 0; c < count; ++c) info.accepting[c] = !info.trivial[c] && marks[c] == graph.all_marks();
  return info;
}

namespace {

// Edges of one state: the same target and marks become one; a label covered by an edge with more marks is removed.
void join_edges(std::vector<GraphEdge>& edges, BddManager& bdds) {
  std::vector<GraphEdge> joined;
  for (const GraphEdge& e : edges) {
    if (e.label == kFalse) continue;
    const auto same = std::find_if(joined.begin(), joined.end(),
                                   [&](const GraphEdge& x) { return x.target == e.target && x.marks == e.marks; });
    if (same == joined.end()) {
      joined.push_back(e);
    } else {
      same->label = bdds.lor(same->label, e.label);
    }
  }
  for (GraphEdge& e : joined) {
    for (const GraphEdge& x : joined) {
      if (&e == &x || e.target != x.target || e.marks == x.marks || (e.marks & ~x.marks) != 0) continue;
      e.label = bdds.minus(e.label, x.label);
    }
  }
  std::erase_if(joined, [](const GraphEdge& e) { return e.label == kFalse; });
  edges = std::move(joined);
}

// Whether the component has a cycle that avoids one of the marks.
bool has_rejecting_cycle(const Graph& graph, const SccInfo& info, const std::vector<uint32_t>& members) {
  assert(!members.empty());
  const uint32_t c = info.of(members[0]);
  if (members.size() == 1) {
    const auto& edges = graph.out[members[0]];
    return std::any_of(edges.begin(), edges.end(),
                       [&](const GraphEdge& e) { return e.target == members[0] && e.marks != graph.all_marks(); });
  }
  for (uint32_t mark = 0; mark < graph.sets; ++mark) {
    Adjacency rest(graph.size());
    for (const uint32_t s : members) {
      for (const GraphEdge& e : graph.out[s]) {
        if (info.of(e.target) != c || (e.marks >> mark & 1)) continue;
        if (e.target == s) return true;
        rest[s].push_back(e.target);
      }
    }
    const Components parts = strongly_connected(rest, members);
    if (parts.count != members.size()) return true;
  }
  return false;
}

void give_marks(Graph& graph, const SccInfo& info) {
  std::vector<std::vector<uint32_t>> members(info.components.count);
  for (uint32_t s = 0; s < graph.size(); ++s) members[info.of(s)].push_back(s);
  for (uint32_t c = 0; c < info.components.count; ++c) {
    uint64_t marks = 0;
    bool change = true;
    if (info.accepting[c]) {
      change = graph.sets > 0 && !has_rejecting_cycle(graph, info, members[c]);
      marks = graph.all_marks();
    }
    if (!change) continue;
    for (const uint32_t s : members[c]) {
      if (graph.state_based) graph.accepting[s] = info.accepting[c] != 0;
      for (GraphEdge& e : graph.out[s]) {
        if (graph.state_based || info.of(e.target) == c) e.marks = marks;
      }
    }
  }
}

// Set i is not needed when, in accepting components, every edge that has some other mark j has i too.
void drop_sets(Graph& graph, const SccInfo& info) {
  if (graph.state_based) return;
  uint64_t needed = graph.all_marks();
  const auto inside = [&](auto&& predicate) {
    for (uint32_t s = 0; s < graph.size(); ++s) {
      if (!info.accepting[info.of(s)]) continue;
      for (const GraphEdge& e : graph.out[s]) {
        if (info.of(e.target) == info.of(s) && !predicate(e.marks)) return false;
      }
    }
    return true;
  };
  bool rejecting = false;
  for (uint32_t c = 0; c < info.components.count; ++c) rejecting |= !info.trivial[c] && !info.accepting[c];
  for (uint32_t i = 0; i < graph.sets; ++i) {
    const uint64_t bit = uint64_t{1} << i;
    bool useless = inside([&](uint64_t m) { return (m & bit) != 0; });
    // The last set tells rejecting components apart.
    if (useless && rejecting && (needed & ~bit) == 0) useless = false;
    for (uint32_t j = 0; j < graph.sets && !useless; ++j) {
      if (j == i || !(needed >> j & 1)) continue;
      useless = inside([&](uint64_t m) { return !(m >> j & 1) || (m & bit) != 0; });
    }
    if (useless) needed &= ~bit;
  }
  if (needed == graph.all_marks()) return;
  uint32_t sets = 0;
  std::vector<uint32_t> place(64, 0);
  for (uint32_t i = 0; i < graph.sets; ++i) {
    if (needed >> i & 1) place[i] = sets++;
  }
  for (auto& edges : graph.out) {
    for (GraphEdge& e : edges) {
      uint64_t marks = 0;
      for (uint32_t i = 0; i < graph.sets; ++i) {
        if (needed >> i & e.marks >> i & 1) marks |= uint64_t{1} << place[i];
      }
      e.marks = marks;
    }
  }
  graph.sets = sets;
}

// Keeps the states that are reachable through live states only, in breadth-first order.
Graph keep_live(const Graph& graph, const SccInfo& info) {
  const uint32_t n = graph.size();
  std::vector<char> live(info.components.count, 0);
  // Components come in reverse topological order, so one pass over them from the smallest suffices.
  std::vector<std::vector<uint32_t>> members(info.components.count);
  for (uint32_t s = 0; s < n; ++s) {
    if (info.of(s) != Components::kNone) members[info.of(s)].push_back(s);
  }
  for (uint32_t c = 0; c < info.components.count; ++c) {
    live[c] = info.accepting[c];
    for (const uint32_t s : members[c]) {
      for (const GraphEdge& e : graph.out[s]) live[c] |= info.of(e.target) != c && live[info.of(e.target)];
    }
  }
  Graph result;
  result.sets = graph.sets;
  result.state_based = graph.state_based;
  if (!live[info.of(graph.initial)]) {
    result.out.resize(1);
    if (graph.state_based) result.accepting = {0};
    return result;
  }
  std::vector<uint32_t> number(n, Components::kNone), order = {graph.initial};
  number[graph.initial] = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    result.out.emplace_back();
    if (graph.state_based) result.accepting.push_back(graph.accepting[order[i]]);
    for (GraphEdge e : graph.out[order[i]]) {
      if (e.label == kFalse || !live[info.of(e.target)]) continue;
      if (number[e.target] == Components::kNone) {
        number[e.target] = next_id<uint32_t>(order);
        order.push_back(e.target);
      }
      e.target = number[e.target];
      result.out.back().push_back(e);
    }
  }
  return result;
}

}  // namespace

Graph normalise(const Graph& graph, BddManager& bdds) {
  Graph result = keep_live(graph, analyse(graph));
  if (result.out[0].empty()) return result;
  const SccInfo info = analyse(result);
  give_marks(result, info);
  drop_sets(result, info);
  for (auto& edges : result.out) join_edges(edges, bdds);
  assert(well_formed(result));
  return result;
}

Graph merge_states(const Graph& graph, const std::vector<uint32_t>& representative, bool union_edges,
                   BddManager& bdds) {
  assert(representative.size() == graph.size());
  Graph result = graph;
  for (uint32_t s = 0; s < graph.size(); ++s) {
    const uint32_t r = representative[s];
    assert(r < graph.size() && representative[r] == r);
    if (r != s) {
      result.out[s].clear();
      if (union_edges) result.out[r].insert(result.out[r].end(), graph.out[s].begin(), graph.out[s].end());
      if (union_edges && graph.state_based && graph.accepting[s]) result.accepting[r] = 1;
    }
  }
  result.initial = representative[graph.initial];
  for (uint32_t s = 0; s < result.size(); ++s) {
    for (GraphEdge& e : result.out[s]) {
      e.target = representative[e.target];
      if (result.state_based) e.marks = result.accepting[s] ? 1 : 0;
    }
  }
  return normalise(result, bdds);
}

bool is_deterministic(const Graph& graph, BddManager& bdds) {
  for (const auto& edges : graph.out) {
    Bdd seen = kFalse;
    for (const GraphEdge& e : edges) {
      if (!bdds.disjoint(seen, e.label)) return false;
      seen = bdds.lor(seen, e.label);
    }
  }
  return true;
}

Automaton to_automaton(const Graph& graph, BddManager& bdds) {
  assert(well_formed(graph));
  Automaton result;
  result.initial = graph.initial;
  result.sets = graph.sets;
  result.state_based = graph.state_based;
  result.states.resize(graph.size());
  for (uint32_t s = 0; s < graph.size(); ++s) {
    State& state = result.states[s];
    state.accepting = graph.state_based && graph.accepting[s];
    for (const GraphEdge& e : graph.out[s]) {
      const uint64_t marks = graph.state_based ? (state.accepting ? 1 : 0) : e.marks;
      state.edges.push_back({e.target, bdds.cubes(e.label), marks});
    }
  }
  classify(result, bdds);
  return result;
}

Graph to_graph(const Automaton& automaton, BddManager& bdds) {
  Graph graph;
  graph.initial = automaton.initial;
  graph.sets = automaton.sets;
  graph.state_based = automaton.state_based;
  graph.out.resize(automaton.states.size());
  for (size_t s = 0; s < automaton.states.size(); ++s) {
    if (graph.state_based) graph.accepting.push_back(automaton.states[s].accepting);
    for (const Edge& e : automaton.states[s].edges) {
      graph.out[s].push_back({e.target, bdds.function(e.label), e.marks});
    }
  }
  assert(well_formed(graph));
  return graph;
}

}  // namespace gyre::automata
