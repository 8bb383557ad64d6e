// A system with a claim: what the searches for cycles see.
//
// A product state is a system state and a number, the claim's state. The two are kept apart, because a store may keep
// the system state once with a bit per claim state beside it (hybrid storage, Godefroid & Holzmann 1993) instead of
// once per claim state. Expansion gives the system's successors, each once, and *arcs* over them: the steps of the
// product. As with model::Model, the same state gives the same arcs in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/model.h"

namespace gyre::model {

struct Arc {
  static constexpr uint32_t kStutter = ~uint32_t{0};

  uint32_t successor = kStutter;      // of the system; kStutter: it stays where it is
  uint32_t claim = 0;                 // the claim's next state
  uint64_t marks = 0;                 // acceptance sets that the step belongs to
  bool accepting = false;             // it leads to an accepting state (claims with one set, on states)
  ErrorKind error = ErrorKind::none;  // a violation at once (claim_completed, ...): the arc leads nowhere
};

class ProductBuffer {
 public:
  void clear() {
    system.clear();
    arcs.clear();
    ended.clear();
    processes = 0;
  }

  SuccessorBuffer system;
  std::vector<Arc> arcs;
  uint32_t processes = 0;  // alive in the expanded state; their numbers are 0 .. processes - 1
  // Those of them that stand at their end and so need not move; empty if that does not matter to anybody.
  std::vector<uint32_t> ended;

  bool has_ended(uint32_t pid) const { return std::find(ended.begin(), ended.end(), pid) != ended.end(); }

  uint32_t steps(const Arc& arc) const { return arc.successor == Arc::kStutter ? 1 : system.list[arc.successor].steps; }
  // Whether process `pid` can start a step in the expanded state.
  bool enabled(uint32_t pid) const {
    for (const Successor& s : system.list) {
      if (s.mover == pid) return true;
    }
    return false;
  }
  // Calls f(pid) for every process that moves in the arc's step; in a rendezvous these are both partners.
  template <class F>
  void movers(const Arc& arc, F&& f) const {
    if (arc.successor == Arc::kStutter) return;
    const Successor& s = system.list[arc.successor];
    f(uint32_t{s.mover});
    if (s.partner != kNobody) f(uint32_t{s.partner});
    for (const ExtraMover& e : system.extra_movers) {
      if (e.successor == arc.successor) f(uint32_t{e.pid});
    }
  }
  bool moves(const Arc& arc, uint32_t pid) const {
    bool found = false;
    movers(arc, [&](uint32_t p) { found |= p == pid; });
    return found;
  }
};

class Product {
 public:
  virtual ~Product() = default;

  // One system state and one arc to it; no arc if there is no initial state.
  virtual void initial(ProductBuffer& out) = 0;
  // The system's successors; what was in the buffer is gone.
  virtual void expand_system(StateView system, ProductBuffer& out) = 0;
  // The arcs, after expand_system() of the same state. In between a search begins to fetch what its store has of the
  // successors: what the claim has to say takes about as long.
  virtual void add_arcs(StateView system, uint32_t claim, ProductBuffer& out) = 0;
  void expand(StateView system, uint32_t claim, ProductBuffer& out) {
    expand_system(system, out);
    add_arcs(system, claim, out);
  }

  virtual uint32_t claim_states() const = 0;
  // Whether the claim moves on steps too (moves(P)), and not on states alone. If not, what it says of a state is known
  // before the system moves on: a run that completes the claim ends there.
  virtual bool watches_steps() const { return false; }
  // Every set that an accepting cycle must meet; 1 where acceptance is on states.
  virtual uint64_t all_marks() const = 0;
};

}  // namespace gyre::model
