#include "automata/simulation.h"

#include <algorithm>
#include <cassert>

namespace gyre::automata {

namespace {

// The relation takes n * n tests, each of them edges * edges operations on labels.
constexpr uint64_t kMaxWork = 4'000'000;
constexpr uint32_t kMaxStates = 300;

// One direction: `steps[q]` are the edges to be answered, with the state at the other end.
struct Side {
  std::vector<std::vector<GraphEdge>> steps;
  std::vector<std::vector<char>> below;  // below[q][r]: r simulates q
};

bool answered(const Side& side, uint32_t q, uint32_t r, BddManager& bdds) {
  for (const GraphEdge& e : side.steps[q]) {
    Bdd open = e.label;
    for (const GraphEdge& x : side.steps[r]) {
      bdds.poll();
      if ((e.marks & ~x.marks) != 0 || !side.below[e.target][x.target]) continue;
      open = bdds.minus(open, x.label);
      if (open == kFalse) break;
    }
    if (open != kFalse) return false;
  }
  return true;
}

void refine(Side& side, BddManager& bdds) {
  const auto n = next_id<uint32_t>(side.steps);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t q = 0; q < n; ++q) {
      for (uint32_t r = 0; r < n; ++r) {
        if (q == r || !side.below[q][r] || answered(side, q, r, bdds)) continue;
        side.below[q][r] = 0;
        changed = true;
      }
    }
  }
}

Side make_side(const Graph& graph, bool reverse) {
  const uint32_t n = graph.size();
  Side side;
  side.steps.resize(n);
  side.below.assign(n, std::vector<char>(n, 1));
  for (uint32_t q = 0; q < n; ++q) {
    for (const GraphEdge& e : graph.out[q]) {
      const uint64_t marks = graph.state_based ? 0 : e.marks;
      if (reverse) {
        side.steps[e.target].push_back({q, e.label, marks});
      } else {
        side.steps[q].push_back({e.target, e.label, marks});
      }
    }
    for (uint32_t r = 0; r < n; ++r) {
      if (graph.state_based && graph.accepting[q] && !graph.accepting[r]) side.below[q][r] = 0;
      if (reverse && q == graph.initial && r != graph.initial) side.below[q][r] = 0;
    }
  }
  return side;
}

// The smallest equivalent state of each; returns whether any two are equivalent.
bool classes(const Side& side, std::vector<uint32_t>* representative) {
  const auto n = next_id<uint32_t>(side.steps);
  bool any = false;
  representative->resize(n);
  for (uint32_t q = 0; q < n; ++q) {
    uint32_t r = 0;
    while (!(side.below[q][r] && side.below[r][q])) ++r;
    assert(r <= q);  // every state is equivalent to itself
    (*representative)[q] = r;
    any |= r != q;
  }
  return any;
}

// Removes letters of edges that another edge answers for. There are no equivalent states, so "answers for" is a partial
// order of the edges and the greatest ones stay.
bool prune(Graph& graph, const Side& side, bool reverse, BddManager& bdds) {
  const uint32_t n = graph.size();
  bool changed = false;
  struct Place {
    uint32_t source;
    GraphEdge* edge;
    Bdd label;  // before pruning
  };
  std::vector<std::vector<Place>> groups(n);  // edges with a common source, or a common target
  for (uint32_t q = 0; q < n; ++q) {
    for (GraphEdge& e : graph.out[q]) groups[reverse ? e.target : q].push_back({q, &e, e.label});
  }
  for (auto& group : groups) {
    for (Place& lesser : group) {
      for (const Place& greater : group) {
        if (&lesser == &greater) continue;
        const uint32_t a = reverse ? lesser.source : lesser.edge->target;
        const uint32_t b = reverse ? greater.source : greater.edge->target;
        const uint64_t more = graph.state_based ? 0 : lesser.edge->marks & ~greater.edge->marks;
        if (more != 0 || !side.below[a][b]) continue;
        if (a == b && (graph.state_based || lesser.edge->marks == greater.edge->marks)) continue;
        const Bdd left = bdds.minus(lesser.edge->label, greater.label);
        changed |= left != lesser.edge->label;
        lesser.edge->label = left;
      }
    }
  }
  return changed;
}

bool small_enough(const Graph& graph) {
  const uint64_t edges = graph.edges();
  return graph.size() <= kMaxStates && edges * edges <= kMaxWork;
}

// Makes one pass; returns whether anything changed.
bool reduce_once(Graph& graph, bool reverse, BddManager& bdds) {
  Side side = make_side(graph, reverse);
  refine(side, bdds);
  std::vector<uint32_t> representative;
  if (classes(side, &representative)) {
    graph = merge_states(graph, representative, reverse, bdds);
    return true;
  }
  if (!prune(graph, side, reverse, bdds)) return false;
  graph = normalise(graph, bdds);
  return true;
}

}  // namespace

Graph reduce_by_simulation(Graph graph, BddManager& bdds) {
  graph = normalise(graph, bdds);
  if (!small_enough(graph)) return graph;
  // Both directions must have nothing to do, one after the other. Pruning in one direction may undo the normal form of
  // the other for ever, hence the bound.
  int idle = 0;
  for (int round = 0; idle < 2 && round < 40; ++round) idle = reduce_once(graph, round % 2 == 1, bdds) ? 0 : idle + 1;
  return graph;
}

}  // namespace gyre::automata
