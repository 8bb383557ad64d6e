// Branching time, on the fly: is a formula of CTL true in a state?
//
// The formula is in existential form (logic/ctl.h). A result is two bits per subformula and state, beside the state in
// the store: unknown, false, true, or in progress. Only what the formula asks for is explored: each E[f U g] and E[f W
// g] is a depth-first search of its own, over the states where f is true, and its subformulas are evaluated where they
// are needed.
//
// A search keeps its components as Tarjan does, on one stack of live states. When it succeeds (g is true, a state is
// met that is known to be true, or, for W, a cycle is closed), every live state can reach the one at hand, so that all
// of them are true; a component that is finished without success is false. Thus no state is explored twice for the same
// subformula, whatever comes out. With fairness a cycle is not enough: a finished component is laid out (step_graph.h)
// and searched for a fair part.
//
// The whole formula is asked about one state only. What it asks about that state alone, such as the E[true U !p] of
// AG p, needs no components: it is a breadth-first search that ends at the first success, by a shortest path.
//
// On a store that forgets (store::HoldingStore) what a search has on its stacks is held, and all else that is known of
// a state may be lost with it and is found out again; there searches for one state are depth-first ones, so that they
// end. See docs/design/ctl.md.
//
// Recursion goes over the formula, never over the graph.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "base/nth.h"
#include "logic/ctl.h"
#include "model/product.h"
#include "search/ctl_task.h"
#include "search/fairness.h"
#include "search/number_by_id.h"
#include "search/product_space.h"
#include "search/search.h"
#include "search/step_graph.h"
#include "search/watch.h"

namespace gyre::search {

template <store::Store StoreT>
class CtlSearch {
 public:
  using Form = logic::ExistentialForm;
  static constexpr bool kForgets = store::HoldingStore<StoreT>;

  // `system` is a product with a claim of one state: its arcs are the steps of the system, and where a finite execution
  // counts as an infinite one, a stuttering one at its end.
  CtlSearch(model::Product& system, StoreT& store, Labels& labels, const Form& form, const CtlTask& how,
            const Task& task, const Progress& progress)
      : space_(system, store, Partition{}),
        store_(store),
        colours_(store),
        labels_(labels),
        form_(form),
        how_(how),
        task_(task),
        progress_(progress),
        watch_(task_, progress_),
        walks_(form.nodes().size()),
        slots_(form.nodes().size()) {
    for (size_t f = 0; f < slots_.size(); ++f) {
      if (has_result(form.nodes()[f])) slots_[f] = next_slot_++;
    }
    if constexpr (kForgets) scratch_ = next_slot_++;
    share_memory();
  }

  // False: there is no initial state. Throws CtlStopped, AtomUndefined, std::bad_alloc, model::Cancelled, as everything
  // below.
  bool start(Node& out) {
    typename ProductSpace<StoreT>::Edge edge;
    const int there = space_.initial(edge);
    if (there < 0) throw CtlStopped{Ended::memory};
    out = edge.to;
    return there > 0;
  }

  // The value in a state that is asked about once.
  bool value_once(int32_t f, Node node) {
    const Form::Node& n = form_[f];
    switch (n.op) {
      case Form::Op::negation: return !value_once(n.left, node);
      case Form::Op::conjunction: return value_once(n.left, node) && value_once(n.right, node);
      case Form::Op::disjunction: return value_once(n.left, node) || value_once(n.right, node);
      case Form::Op::equivalence: return value_once(n.left, node) == value_once(n.right, node);
      case Form::Op::eu: {
        const uint8_t known = colour(slot(f), node);
        if (known == kFalse || known == kTrue) return known == kTrue;
        const bool reached = shortest(f, node).found;
        set(slot(f), node, reached ? kTrue : kFalse);
        return reached;
      }
      case Form::Op::constant:
      case Form::Op::atom:
      case Form::Op::ex:
      case Form::Op::ew: break;
    }
    return value(f, node);
  }

  // The value in a state, one of many.
  bool value(int32_t f, Node node) {
    const Form::Node& n = form_[f];
    switch (n.op) {
      case Form::Op::constant: return n.value;
      case Form::Op::negation: return !value(n.left, node);
      case Form::Op::conjunction: return value(n.left, node) && value(n.right, node);
      case Form::Op::disjunction: return value(n.left, node) || value(n.right, node);
      case Form::Op::equivalence: return value(n.left, node) == value(n.right, node);
      case Form::Op::atom:
      case Form::Op::ex:
      case Form::Op::eu:
      case Form::Op::ew: break;
    }
    const uint8_t known = colour(slot(f), node);
    if (known == kFalse || known == kTrue) return known == kTrue;
    if (n.op == Form::Op::eu || n.op == Form::Op::ew) return explore(f, node, slot(f), nullptr);
    const bool result = n.op == Form::Op::atom ? atom(n, node) : next(n, node);
    set(slot(f), node, result ? kTrue : kFalse);
    return result;
  }

  // Evidence ----------------------------------------------------------------------------------------------------------

  struct Way {
    bool found = false;
    std::vector<uint32_t> successors;
    Node end = 0;
  };
  // The step that shows EX f where it is true.
  Way step(int32_t f, Node node) {
    std::vector<CtlStep> steps;
    expand(node, steps);
    Way way;
    for (const CtlStep& s : steps) {
      if (!way.found && value(form_[f].left, s.to)) {
        way = {true, {s.successor}, s.to};
      } else {
        release(s.to);
      }
    }
    return way;
  }
  // For E[f U g] or E[f W g]: a path to g over states with f, if there is one; on a store that forgets nothing it has
  // the fewest transitions. What was found last is kept: it is asked for again as evidence.
  Way shortest(int32_t f, Node from) {
    if (last_way_.found && last_f_ == f && last_from_ == from) return last_way_;
    Way way = look_for(f, from);
    if (way.found) {
      last_way_ = way;
      last_f_ = f;
      last_from_ = from;
    }
    return way;
  }

  struct Lasso {
    Way stem;
    StepGraph::Cycle cycle;
    uint64_t states = 0;  // of the component that the cycle is in
  };
  // For E[f W g] where it is true and g cannot be reached over states with f: a (fair) lasso over states with f.
  Lasso lasso(int32_t f, Node from, size_t longest) {
    std::vector<Node> part;
    explore(f, from, fresh_slot(), &part);
    std::unordered_map<Node, uint32_t> index;
    for (const Node n : part) index.emplace(n, narrow<uint32_t>(index.size()));
    Lasso out;
    out.states = part.size();
    out.stem = walk(
        from, [&](Node n) { return index.count(n) > 0; }, [&](Node n) { return may_lead_on(f, n); });
    const StepGraph graph = lay_out(part, [&](Node n) {
      const auto at = index.find(n);
      return at == index.end() ? kOutside : at->second;
    });
    std::vector<uint32_t> all(part.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    out.cycle = graph.cycle(all, index.at(out.stem.end), longest);
    for (const Node n : part) release(n);
    return out;
  }
  // A path from one state to another.
  Way way_to(Node from, Node to) {
    return walk(
        from, [&](Node n) { return n == to; }, [](Node) { return true; });
  }

  // Calls f(node) for every reachable state, in breadth-first order.
  template <class F>
  void for_each_reachable(Node start, F&& f) {
    walk(
        start,
        [&](Node n) {
          f(n);
          return false;
        },
        [](Node) { return true; });
  }
  StateView state(Node node) { return store_.get(node); }

  // What was met ------------------------------------------------------------------------------------------------------

  // A step ended in an error of the model that leaves no state behind: what follows is not known.
  bool met_dead_end() const { return met_dead_end_; }
  Counts counts() const {
    Counts c;
    c.states = store_.size();
    c.matched = steps_ + 1 > c.states ? steps_ + 1 - c.states : 0;
    c.stored = store_.size();
    c.stack_peak = c.depth = deepest_;
    c.store_bytes = store_.bytes() + colours_.bytes();
    c.stack_bytes = std::max(stack_peak_, stack_bytes());
    c.vector_bytes = space_.largest();
    c.table_fill = store_.fill();
    return c;
  }

 private:
  static constexpr uint8_t kUnknown = 0, kFalse = 1, kTrue = 2, kBusy = 3;
  static constexpr uint32_t kOutside = ~uint32_t{0};

  struct Frame {
    uint32_t number;
    size_t first;  // of its waiting successors
    size_t next;
  };
  struct Root {
    uint32_t number;
    bool cyclic;
  };
  // A depth-first search for one subformula. NumberById are places among the live states, from 1 on.
  struct Walk {
    std::vector<Frame> frames;
    std::vector<Node> waiting;
    std::vector<Root> roots;
    std::vector<Node> live;
    NumberById numbers;
    void clear() {
      frames.clear();
      waiting.clear();
      roots.clear();
      live.clear();
    }
    uint64_t bytes() const {
      return frames.capacity() * sizeof(Frame) + (waiting.capacity() + live.capacity()) * sizeof(Node) +
             roots.capacity() * sizeof(Root) + numbers.bytes();
    }
  };

  uint32_t slot(int32_t f) const { return nth(slots_, f); }
  uint8_t colour(uint32_t slot, Node node) { return colours_.get(node | (Node{slot} << store::kLinkBits)); }
  void set(uint32_t slot, Node node, uint8_t c) { colours_.set(node | (Node{slot} << store::kLinkBits), c); }

  // On a store that forgets: a state has as many holders as there are places where its node is kept.
  void hold(Node node) {
    if constexpr (kForgets) store_.hold(ProductSpace<StoreT>::state_of(node));
  }
  void release(Node node) {
    if constexpr (kForgets) store_.release(ProductSpace<StoreT>::state_of(node));
  }

  // Holds what it finds.
  void expand(Node node, std::vector<CtlStep>& out) {
    if (watch_.due()) {
      share_memory();
      Ended ended = Ended::complete;
      if (!watch_.check(store_.bytes() + colours_.bytes() + stack_bytes(), ended, [this] { return counts(); }))
        throw CtlStopped{ended};
    }
    if (!space_.expand(node, false, edges_)) throw CtlStopped{Ended::memory};
    for (const model::Successor& s : space_.buffer().system.list) met_dead_end_ |= s.dead_end;
    steps_ += edges_.size();
    out.clear();
    for (const auto& e : edges_) out.push_back({e.to, space_.buffer().arcs[e.choice].successor});
  }

  bool atom(const Form::Node& n, Node node) {
    model::ErrorKind error = model::ErrorKind::none;
    const auto number = narrow<uint32_t>(n.atom);
    const bool result = labels_.holds(number, store_.get(node), error);
    if (error != model::ErrorKind::none) throw AtomUndefined{node, number, error};
    return result;
  }

  bool next(const Form::Node& n, Node node) {
    std::vector<CtlStep> steps;
    expand(node, steps);
    const bool some = std::any_of(steps.begin(), steps.end(), [&](const CtlStep& s) { return value(n.left, s.to); });
    for (const CtlStep& s : steps) release(s.to);
    return some;
  }

  // E[f U g] and E[f W g] in `start`; every live state gets its value too. With `part`, results are kept in a slot of
  // their own, so that a success that is known already is found again, and `part` becomes the component of the cycle,
  // whose states are held once more.
  bool explore(int32_t f, Node start, uint32_t slot, std::vector<Node>* part) {
    const Form::Node& n = form_[f];
    Walk& w = nth(walks_, f);
    w.clear();
    const bool cycles = n.op == Form::Op::ew;
    const bool fair = how_.fairness != Fairness::none;
    hold(start);
    bool success = enter(f, w, start, slot, part);
    while (!success && !w.frames.empty()) {
      Frame& top = w.frames.back();
      if (top.next < w.waiting.size()) {
        const Node to = w.waiting[top.next++];
        uint8_t known = colour(slot, to);
        if (part && known == kUnknown && colour(nth(slots_, f), to) == kFalse) known = kFalse;
        if (known == kUnknown) {
          success = enter(f, w, to, slot, part);
          continue;
        }
        release(to);
        if (known == kFalse) continue;
        if (known == kTrue) {
          success = true;
          continue;
        }
        const uint32_t number = w.numbers.get(to);
        assert(number > 0 && number <= w.live.size());
        while (w.roots.back().number > number) w.roots.pop_back();
        w.roots.back().cyclic = true;
        if (!cycles || fair) continue;
        success = true;
        if (part) part->assign(w.live.begin() + w.roots.back().number - 1, w.live.end());
        continue;
      }
      const uint32_t number = top.number;
      assert(number <= w.live.size() && !w.roots.empty());
      w.waiting.resize(top.first);
      w.frames.pop_back();
      if (w.roots.back().number != number) continue;
      const auto first = w.live.begin() + (number - 1);
      if (cycles && fair && w.roots.back().cyclic && has_fair_part(w, slot, number, part)) {
        success = true;
        continue;
      }
      std::for_each(first, w.live.end(), [&](Node x) {
        set(slot, x, kFalse);
        release(x);
      });
      w.live.erase(first, w.live.end());
      w.roots.pop_back();
    }
    if (part) {
      for (const Node x : *part) hold(x);
    }
    for (const Node x : w.live) {
      set(slot, x, kTrue);
      release(x);
    }
    release_waiting(w.frames, w.waiting, [](Node x) { return x; });
    stack_peak_ = std::max(stack_peak_, stack_bytes());
    return success;
  }

  // What still waited when a search ended.
  template <class Frames, class Waiting, class NodeOf>
  void release_waiting(const Frames& frames, const Waiting& waiting, NodeOf&& node_of) {
    if constexpr (!kForgets) return;
    for (size_t i = 0; i < frames.size(); ++i) {
      const size_t end = i + 1 < frames.size() ? frames[i + 1].first : waiting.size();
      for (size_t k = frames[i].next; k < end; ++k) release(node_of(waiting[k]));
    }
  }

  // The state is held for this. True: the search has succeeded. Otherwise the state is on the stack, or it is false.
  bool enter(int32_t f, Walk& w, Node node, uint32_t slot, const std::vector<Node>* part) {
    const Form::Node& n = form_[f];
    if (!part && value(n.right, node)) {
      set(slot, node, kTrue);
      release(node);
      return true;
    }
    if (!value(n.left, node)) {
      set(slot, node, kFalse);
      release(node);
      return false;
    }
    w.live.push_back(node);
    if (w.live.size() >= kOutside) throw std::bad_alloc();
    const auto number = narrow<uint32_t>(w.live.size());
    set(slot, node, kBusy);
    w.numbers.set(node, number);
    w.roots.push_back({number, false});
    expand(node, steps_here_);
    w.frames.push_back({number, w.waiting.size(), w.waiting.size()});
    for (const CtlStep& s : steps_here_) w.waiting.push_back(s.to);
    deepest_ = std::max<uint64_t>(deepest_, w.frames.size());
    return false;
  }

  // The component whose root has this number is finished and has a cycle.
  bool has_fair_part(Walk& w, uint32_t slot, uint32_t root, std::vector<Node>* part) {
    assert(root > 0 && root <= w.live.size());
    const std::vector<Node> nodes(w.live.begin() + (root - 1), w.live.end());
    const StepGraph graph = lay_out(nodes, [&](Node n) {
      if (colour(slot, n) != kBusy) return kOutside;
      const uint32_t number = w.numbers.get(n);
      return number >= root ? number - root : kOutside;
    });
    const std::vector<uint32_t> fair = graph.fair_part();
    if (part) {
      part->clear();
      for (const uint32_t i : fair) part->push_back(nodes[i]);
    }
    return !fair.empty();
  }

  template <class Index>
  StepGraph lay_out(const std::vector<Node>& nodes, Index&& index) {
    StepGraph graph(how_.fairness, how_.unit);
    std::vector<CtlStep> steps;
    for (const Node n : nodes) {
      expand(n, steps);
      graph.add_node(space_.buffer(), space_.system());
      for (size_t i = 0; i < steps.size(); ++i) {
        const uint32_t to = index(steps[i].to);
        if (to != kOutside) graph.add_arc(space_.buffer(), space_.buffer().arcs[edges_[i].choice], to);
        release(steps[i].to);
      }
    }
    return graph;
  }

  // Whether a path to g or a lasso may go on from here, as far as f and what is known say.
  bool may_lead_on(int32_t f, Node node) { return colour(slot(f), node) != kFalse && value(form_[f].left, node); }

  // From `from` to a state with goal(), over states with stay(). The end is held.
  template <class Goal, class Stay>
  Way walk(Node from, Goal&& goal, Stay&& stay) {
    if (goal(from)) {
      hold(from);
      return {true, {}, from};
    }
    if (!stay(from)) return {};
    if constexpr (kForgets) {
      return walk_deep(from, goal, stay);
    } else {
      return walk_wide(from, goal, stay);
    }
  }
  // Depth-first: all on the path are held, and marked, so that it never comes back to itself.
  template <class Goal, class Stay>
  Way walk_deep(Node from, Goal&& goal, Stay&& stay) {
    struct OnPath {
      Node node;
      size_t first, next;
    };
    const uint32_t seen = fresh_slot();
    std::vector<OnPath> path;
    std::vector<CtlStep> waiting;
    std::vector<CtlStep> steps;
    const auto push = [&](Node node) {
      set(seen, node, kTrue);
      expand(node, steps);
      path.push_back({node, waiting.size(), waiting.size()});
      waiting.insert(waiting.end(), steps.begin(), steps.end());
      deepest_ = std::max<uint64_t>(deepest_, path.size());
    };
    Way way;
    hold(from);
    push(from);
    while (!way.found && !path.empty()) {
      OnPath& top = path.back();
      if (top.next == waiting.size()) {
        waiting.resize(top.first);
        release(top.node);
        path.pop_back();
        continue;
      }
      const Node to = waiting[top.next++].to;
      const bool again = colour(seen, to) == kTrue;
      if (!again) set(seen, to, kTrue);
      if (!again && goal(to)) {
        way.found = true;
        way.end = to;
        for (const OnPath& p : path) way.successors.push_back(waiting[p.next - 1].successor);
      } else if (!again && stay(to)) {
        push(to);
      } else {
        release(to);
      }
    }
    for (const OnPath& p : path) release(p.node);
    release_waiting(path, waiting, [](const CtlStep& s) { return s.to; });
    stack_peak_ = std::max<uint64_t>(
        stack_peak_, stack_bytes() + path.capacity() * sizeof(OnPath) + waiting.capacity() * sizeof(CtlStep));
    return way;
  }
  // Breadth-first: the path has the fewest transitions.
  template <class Goal, class Stay>
  Way walk_wide(Node from, Goal&& goal, Stay&& stay) {
    struct Reached {
      Node node;
      uint32_t parent;
      uint32_t successor;
    };
    const uint32_t seen = fresh_slot();
    std::vector<Reached> queue{{from, 0, 0}};
    set(seen, from, kTrue);
    Way way;
    std::vector<CtlStep> steps;
    uint64_t depth = 0;
    size_t level_ends = 1;
    for (size_t head = 0; head < queue.size() && !way.found; ++head) {
      if (head == level_ends) {
        ++depth;
        level_ends = queue.size();
      }
      expand(queue[head].node, steps);
      for (const CtlStep& s : steps) {
        if (colour(seen, s.to) != kUnknown) continue;
        set(seen, s.to, kTrue);
        if (goal(s.to)) {
          way.found = true;
          way.end = s.to;
          way.successors.push_back(s.successor);
          for (size_t at = head; at != 0; at = queue[at].parent) way.successors.push_back(queue[at].successor);
          std::reverse(way.successors.begin(), way.successors.end());
          break;
        }
        if (!stay(s.to)) continue;
        if (queue.size() >= kOutside) throw std::bad_alloc();
        queue.push_back({s.to, narrow<uint32_t>(head), s.successor});
      }
    }
    deepest_ = std::max(deepest_, depth);
    stack_peak_ = std::max<uint64_t>(stack_peak_, queue.capacity() * sizeof(Reached));
    return way;
  }
  Way look_for(int32_t f, Node from) {
    return walk(
        from, [&](Node n) { return value(form_[f].right, n); }, [&](Node n) { return may_lead_on(f, n); });
  }
  // Two bits of every state that nobody uses: each walk marks what it has seen, and they are few. A store that forgets
  // has one pair for all of them, one after the other.
  uint32_t fresh_slot() {
    if constexpr (kForgets) {
      store_.forget_result(scratch_);
      return scratch_;
    } else {
      return next_slot_++;
    }
  }

  // The store gets what the rest leaves of the budget.
  void share_memory() { store_.set_memory_limit(rest_of(task_.memory_limit, colours_.bytes() + stack_bytes())); }
  uint64_t stack_bytes() const {
    uint64_t sum = 0;
    for (const Walk& w : walks_) sum += w.bytes();
    return sum;
  }

  ProductSpace<StoreT> space_;
  StoreT& store_;
  Colours<StoreT> colours_;
  Labels& labels_;
  const Form& form_;
  const CtlTask how_;
  const Task task_;
  const Progress progress_;
  Watch watch_;
  std::vector<Walk> walks_;
  std::vector<uint32_t> slots_;  // by node of the form: which two bits beside a state are its own
  uint32_t next_slot_ = 0;
  [[maybe_unused]] uint32_t scratch_ = 0;
  std::vector<typename ProductSpace<StoreT>::Edge> edges_;
  std::vector<CtlStep> steps_here_;
  Way last_way_;
  int32_t last_f_ = -1;
  Node last_from_ = 0;
  bool met_dead_end_ = false;
  uint64_t steps_ = 0;
  uint64_t deepest_ = 0;
  uint64_t stack_peak_ = 0;
};

}  // namespace gyre::search
