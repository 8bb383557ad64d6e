// A system and a claim given as tables, as a product, and a naive judge of fair accepting cycles.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "base/hash.h"
#include "model/product.h"
#include "search/fairness.h"

namespace gyre::test {

struct Step {
  uint32_t to = 0;
  uint16_t mover = 0;
  uint16_t partner = model::kNobody;
  uint32_t statement = 0;
  uint32_t steps = 1;
};
struct SystemState {
  std::vector<Step> steps;
  uint32_t letter = 0;
  uint32_t processes = 2;
};
struct ClaimEdge {
  uint32_t to = 0;
  uint32_t needs = 0;  // letters: (letter & mask) == needs
  uint32_t mask = 0;
  uint64_t marks = 0;
};
struct ClaimState {
  std::vector<ClaimEdge> edges;
  bool accepting = false;
};
struct TableProduct {
  std::vector<SystemState> system;  // the first is the initial one
  std::vector<ClaimState> claim;
  uint32_t sets = 1;
  bool state_based = true;
};

class GraphProduct : public model::Product {
 public:
  explicit GraphProduct(const TableProduct& table) : table_(table) {}

  void initial(model::ProductBuffer& out) override {
    out.clear();
    add_state(out, 0, {});
    out.arcs.push_back({0, 0, 0, accepting(0), model::ErrorKind::none});
  }
  void expand_system(StateView state, model::ProductBuffer& out) override {
    out.clear();
    const SystemState& s = at(state);
    out.processes = s.processes;
    for (const Step& step : s.steps) add_state(out, step.to, step);
  }
  void add_arcs(StateView state, uint32_t claim, model::ProductBuffer& out) override {
    const SystemState& s = at(state);
    for (const ClaimEdge& e : table_.claim[claim].edges) {
      if ((s.letter & e.mask) != e.needs) continue;
      const uint64_t marks = table_.state_based ? (table_.claim[claim].accepting ? 1 : 0) : e.marks;
      for (uint32_t i = 0; i < s.steps.size(); ++i)
        out.arcs.push_back({i, e.to, marks, accepting(e.to), model::ErrorKind::none});
      if (s.steps.empty())
        out.arcs.push_back({model::Arc::kStutter, e.to, marks, accepting(e.to), model::ErrorKind::none});
    }
  }
  uint32_t claim_states() const override { return static_cast<uint32_t>(table_.claim.size()); }
  uint64_t all_marks() const override { return (uint64_t{1} << table_.sets) - 1; }

 private:
  const SystemState& at(StateView state) const {
    uint32_t number;
    std::memcpy(&number, state.data, 4);
    return table_.system[number];
  }
  bool accepting(uint32_t claim) const { return table_.state_based && table_.claim[claim].accepting; }
  static void add_state(model::ProductBuffer& out, uint32_t number, const Step& step) {
    model::Successor s;
    s.offset = static_cast<uint32_t>(out.system.bytes.size());
    s.key = s.total = 4;
    s.steps = step.steps;
    s.mover = step.mover;
    s.partner = step.partner;
    s.statement = step.statement;
    out.system.bytes.resize(s.offset + 8);
    std::memcpy(out.system.bytes.data() + s.offset, &number, 4);
    s.hash = hash_words(out.system.bytes.data() + s.offset, 4);
    out.system.list.push_back(s);
  }
  const TableProduct& table_;
};

// The product as one plain graph, made without the classes under test.
struct PlainEdge {
  uint32_t to = 0;
  uint64_t marks = 0;
  const Step* step = nullptr;  // none: stutter
};
struct PlainNode {
  uint32_t state = 0, claim = 0;
  std::vector<PlainEdge> edges;
};

inline std::vector<PlainNode> plain_product(const TableProduct& t) {
  std::vector<PlainNode> nodes{{0, 0, {}}};
  auto find = [&](uint32_t state, uint32_t claim) {
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].state == state && nodes[i].claim == claim) return i;
    }
    nodes.push_back({state, claim, {}});
    return static_cast<uint32_t>(nodes.size() - 1);
  };
  for (uint32_t n = 0; n < nodes.size(); ++n) {
    const uint32_t claim = nodes[n].claim;
    const SystemState& s = t.system[nodes[n].state];
    for (const ClaimEdge& e : t.claim[claim].edges) {
      if ((s.letter & e.mask) != e.needs) continue;
      const uint64_t marks = t.state_based ? (t.claim[claim].accepting ? 1 : 0) : e.marks;
      for (const Step& step : s.steps) {
        const uint32_t to = find(step.to, e.to);
        nodes[n].edges.push_back({to, marks, &step});
      }
      if (s.steps.empty()) {
        const uint32_t to = find(nodes[n].state, e.to);
        nodes[n].edges.push_back({to, marks, nullptr});
      }
    }
  }
  return nodes;
}

// Whether going round for ever through exactly the nodes of `set` (a bit each), along all edges between them, is
// accepting and fair. A fair accepting cycle exists if and only if this holds for some strongly connected set.
inline bool good_set(const TableProduct& t, const std::vector<PlainNode>& nodes, uint32_t set,
                     search::Fairness fairness, search::FairnessUnit unit) {
  using search::Fairness;
  using search::FairnessUnit;
  uint64_t marks = 0;
  bool edge = false;
  bool stutter = false;
  for (uint32_t n = 0; n < nodes.size(); ++n) {
    if (!((set >> n) & 1)) continue;
    for (const PlainEdge& e : nodes[n].edges) {
      if (!((set >> e.to) & 1)) continue;
      edge = true;
      stutter |= e.step == nullptr;
      marks |= e.marks;
    }
  }
  const uint64_t all = (uint64_t{1} << t.sets) - 1;
  if (!edge || (marks & all) != all) return false;
  if (fairness == Fairness::none || stutter) return true;
  // every unit of every node in the set, one after the other
  for (uint32_t n = 0; n < nodes.size(); ++n) {
    if (!((set >> n) & 1)) continue;
    const SystemState& here = t.system[nodes[n].state];
    std::vector<std::pair<uint32_t, const Step*>> units;
    if (fairness == Fairness::impartial) {
      for (uint32_t p = 0; p < here.processes; ++p) units.push_back({p, nullptr});
    } else {
      for (const Step& s : here.steps) units.push_back({s.mover, &s});
    }
    for (const auto& [pid, statement] : units) {
      bool everywhere = true;
      bool moves = false;
      for (uint32_t m = 0; m < nodes.size(); ++m) {
        if (!((set >> m) & 1)) continue;
        const SystemState& there = t.system[nodes[m].state];
        bool enabled = false;
        if (fairness == Fairness::impartial) enabled = pid < there.processes;
        for (const Step& s : there.steps) {
          if (fairness == Fairness::impartial) break;
          if (unit == FairnessUnit::process) enabled |= s.mover == pid;
          if (unit == FairnessUnit::transition) enabled |= s.mover == pid && s.statement == statement->statement;
          if (unit == FairnessUnit::edge) enabled |= &s == statement;
        }
        everywhere &= enabled;
        for (const PlainEdge& e : nodes[m].edges) {
          if (!((set >> e.to) & 1) || !e.step) continue;
          if (unit == FairnessUnit::process) moves |= e.step->mover == pid || e.step->partner == pid;
          if (unit == FairnessUnit::transition)
            moves |= e.step->mover == pid && e.step->statement == statement->statement;
          if (unit == FairnessUnit::edge) moves |= e.step == statement;
        }
      }
      if (!moves && (everywhere || fairness == Fairness::strong)) return false;
    }
  }
  return true;
}

inline bool strongly_connected(const std::vector<PlainNode>& nodes, uint32_t set) {
  auto closure = [&](bool forward) {
    uint32_t seen = set & (~set + 1);
    for (;;) {
      uint32_t more = seen;
      for (uint32_t n = 0; n < nodes.size(); ++n) {
        if (!((set >> n) & 1)) continue;
        for (const PlainEdge& e : nodes[n].edges) {
          if (!((set >> e.to) & 1)) continue;
          if (forward && ((seen >> n) & 1)) more |= 1u << e.to;
          if (!forward && ((seen >> e.to) & 1)) more |= 1u << n;
        }
      }
      if (more == seen) return seen;
      seen = more;
    }
  };
  return closure(true) == set && closure(false) == set;
}

inline bool naive_fair_cycle(const TableProduct& t, search::Fairness fairness, search::FairnessUnit unit) {
  const std::vector<PlainNode> nodes = plain_product(t);
  for (uint32_t set = 1; set < (1u << nodes.size()); ++set) {
    if (good_set(t, nodes, set, fairness, unit) && strongly_connected(nodes, set)) return true;
  }
  return false;
}

inline TableProduct random_product(std::mt19937& random, uint32_t states, uint32_t claims, uint32_t processes,
                                   uint32_t sets) {
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  TableProduct t;
  t.system.resize(states);
  for (SystemState& s : t.system) {
    s.letter = below(4);
    s.processes = processes + below(2);
    for (uint32_t n = below(4); n > 0; --n) {
      Step step{below(states), static_cast<uint16_t>(below(processes)), model::kNobody, below(2)};
      if (below(5) == 0) step.partner = static_cast<uint16_t>(below(processes));
      s.steps.push_back(step);
    }
  }
  t.claim.resize(claims);
  t.sets = sets;
  t.state_based = sets == 1;
  for (ClaimState& c : t.claim) {
    c.accepting = below(3) == 0;
    for (uint32_t n = 1 + below(3); n > 0; --n) {
      ClaimEdge e{below(claims), 0, below(3) == 0 ? 0 : 1u << below(2), below(1u << sets)};
      if (below(2) == 0) e.needs = e.mask;
      c.edges.push_back(e);
    }
  }
  return t;
}

}  // namespace gyre::test
