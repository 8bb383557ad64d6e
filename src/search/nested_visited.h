// Nested depth-first search for accepting cycles (Courcoubetis, Vardi, Wolper & Yannakakis 1992; Holzmann, Figure 8.7)
// on sets that only remember *that* something was visited: bits, hashes, a cache that forgets (Godefroid & Holzmann
// 1993, whose search is compatible with all of them because it needs no numbers).
//
// There is one key for each state of the system, state of the claim, copy of the fairness construction and search: the
// first search visits the key without the demon's bit, the second one that with it. States are kept whole while they
// are on one of the two stacks, and what is on the first one is known exactly (product_path.h): there a cycle is
// closed, so what is found is a cycle, whatever the set does. To go back to a state it is expanded again.
//
// The search is complete if the set answers `again` only for what was visited before, and forgets nothing that is on a
// stack. Let s be the first accepting state on a cycle that the first search leaves, and suppose that the second search
// from s does not come back to s. Then it passed over a state r, on the cycle, which an earlier one, from some t, had
// visited: t reaches r, and r reaches s. As t was left before s, it is on no cycle. Every state that t reaches was left
// before t was: a successor of a state that was left had been left itself, or was entered and left meanwhile, or was on
// the stack; and one that still was on the stack, below t, would put t on a cycle. So s was left before t, and was not
// the first. Nothing in this asks for a state to be remembered that is on no stack; and the stacks hold each state at
// most once, so the search ends.
//
// If the set may take a new state for an old one, something may be missed, and nothing found says nothing.
//
// With a bound on the depth see nested.h.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/narrow.h"
#include "model/product.h"
#include "search/claim_errors.h"
#include "search/nested.h"
#include "search/product_key.h"
#include "search/product_path.h"
#include "search/run.h"
#include "search/search.h"
#include "search/unfolding.h"
#include "store/concept.h"

namespace gyre::search {

// Where the second search closes a cycle: anywhere on the stack of the first, which closes some itself then; or where
// it began, as the "magic" search does (Godefroid & Holzmann 1993, Figure 5).
enum class Closing : uint8_t { stack, seed };

template <store::VisitedSet Set>
class NestedVisited : SearchRun {
 public:
  // The set is empty. cycles.partition.claim_in_tail means nothing here.
  NestedVisited(model::Product& product, Set& visited, const Task& task, const CycleTask& cycles, Closing closing,
                const Progress& progress = {})
      : SearchRun(task, progress),
        product_(product),
        visited_(visited),
        cycles_(cycles),
        claims_(product.claim_states()),
        meets_stack_(closing == Closing::stack),
        closes_(meets_stack_ && (cycles.sought == Sought::cycles || cycles.sought == Sought::weak_cycles)) {
    assert(claims_ > 0);
  }

  Outcome run() {
    guard([this] {
      share_memory(visited_, kept_bytes());
      product_.initial(buffer_);
      if (buffer_.arcs.empty()) return;
      const model::Arc& arc = buffer_.arcs[0];
      if (visit(first_, {{buffer_.system.view(0), buffer_.system.list[0].hash, arc.claim}, 0, arc.accepting})) blue();
    });
    fill_counts();
    return std::move(outcome_);
  }

 private:
  struct Edge {
    ProductState to;
    uint32_t steps = 0;
    bool accepting = false;
  };

  // The key of a state for one of the searches.
  uint32_t head_of(const ProductPath& path, const ProductState& state) const {
    return state.tail | (&path == &first_ ? 0 : product_key::kDemon);
  }
  bool contains(const ProductPath& path, const ProductState& state) {
    const uint32_t head = head_of(path, state);
    return visited_.contains(product_key::join(state.system, head, key_), product_key::hash(state.hash, head));
  }

  // If the state that an edge leads to is new to this search, it goes on its stack, and is explored. False: the search
  // has to end.
  bool visit(ProductPath& path, const Edge& edge) {
    const uint32_t head = head_of(path, edge.to);
    const StateView key = product_key::join(edge.to.system, head, key_);
    switch (visited_.visit(key, product_key::hash(edge.to.hash, head))) {
      case store::Visit::full: return out_of_memory();
      case store::Visit::again:
        if (&path == &first_) ++outcome_.counts.matched;
        return true;
      case store::Visit::first: break;
    }
    path.push(edge.to, edge.accepting, edge.steps);
    if (!expand(path)) return false;
    return &path == &first_ ? explore_first() : explore_second();
  }
  void leave(ProductPath& path) {
    const ProductState& state = path.top().state;
    const uint32_t head = head_of(path, state);
    visited_.leave(product_key::join(state.system, head, key_), product_key::hash(state.hash, head));
    path.pop();
    expanded_ = nullptr;
  }

  // Fills edges_ with what leaves the top of a stack; one that is an error leads nowhere. False: the search has to end.
  bool expand(ProductPath& path) {
    if (watch_.due() && !check()) return false;
    const ProductPath::Frame& top = path.top();
    product_.expand(top.state.system, top.state.tail % claims_, buffer_);
    expanded_ = &path;
    const Copies copies(cycles_.partition.unfolding, buffer_, top.state.tail / claims_, top.accepting);
    edges_.resize(buffer_.arcs.size());
    for (size_t i = 0; i < edges_.size(); ++i) {
      const model::Arc& arc = buffer_.arcs[i];
      if (arc.error != model::ErrorKind::none) continue;
      const uint32_t copy = copies.after(arc);
      const uint64_t tail = uint64_t{copy} * claims_ + arc.claim;
      if (tail >= product_key::kDemon) throw Error("too many processes and claim states for the fairness copies");
      Edge& edge = edges_[i];
      if (arc.successor == model::Arc::kStutter)
        edge.to = {top.state.system, top.state.hash, narrow<uint32_t>(tail)};
      else
        edge.to = {buffer_.system.view(arc.successor), buffer_.system.list[arc.successor].hash, narrow<uint32_t>(tail)};
      edge.steps = buffer_.steps(arc);
      edge.accepting = arc.accepting && copy == 0;
      visited_.prefetch(product_key::hash(edge.to.hash, head_of(path, edge.to)));
      first_.prefetch(edge.to);
    }
    return true;
  }

  // What leaves the new top of the first stack. What has been visited, be it on the stack or not, is done with at once:
  // what is below the top stays there as long as the top does.
  bool explore_first() {
    const ProductPath::Frame& top = first_.top();
    depth_ += top.steps;
    Counts& counts = outcome_.counts;
    ++counts.states;
    counts.stack_peak = std::max(counts.stack_peak, first_.size());
    counts.vector_bytes = std::max<uint64_t>(counts.vector_bytes, top.state.system.total);
    if (!record_errors(log_, buffer_.arcs, first_.size(), [this] { return stem(); })) return false;
    if (cycles_.sought == Sought::nodes && top.accepting && decided()) return false;
    for (uint32_t i = narrow<uint32_t>(edges_.size()); i-- > 0;) {
      const Edge& edge = edges_[i];
      if (buffer_.arcs[i].error != model::ErrorKind::none) continue;
      if (!contains(first_, edge.to)) {
        first_.wait(i);
        continue;
      }
      ++counts.matched;
      if (!closes_ || !(edge.accepting || top.accepting)) continue;
      const uint64_t at = first_.find(edge.to);
      if (at != ProductPath::kNowhere && found(at, i, false)) return false;
    }
    return true;
  }
  bool explore_second() {
    for (uint32_t i = narrow<uint32_t>(edges_.size()); i-- > 0;) {
      const ProductState& to = edges_[i].to;
      if (buffer_.arcs[i].error != model::ErrorKind::none) continue;
      const uint64_t at = first_.find(to);
      if (at != ProductPath::kNowhere && (meets_stack_ || at + 1 == first_.size())) {
        if (found(at, i, true)) return false;
        continue;
      }
      // Where a depth limit has cut something off, the second search does not go where the first has not been.
      if (outcome_.cut && at == ProductPath::kNowhere && !contains(first_, to)) continue;
      if (!contains(second_, to)) second_.wait(i);
    }
    return true;
  }

  // The state on top decides. True: that is enough.
  bool decided() {
    if (!log_.looks_for(model::ErrorKind::claim_completed)) return false;
    return log_.record(model::ErrorKind::claim_completed, 0, first_.size(), [&] { return stem(); });
  }
  Path stem() const {
    Path p;
    first_.append_to(p, first_.size() - 1);
    return p;
  }

  void blue() {
    while (!first_.empty()) {
      if (first_.top().waiting > 0) {
        if (!step(first_)) return;
        continue;
      }
      if (first_.top().accepting && cycles_.sought == Sought::cycles && !red()) return;
      assert(depth_ >= first_.top().steps);
      depth_ -= first_.top().steps;
      leave(first_);
    }
  }
  // The second search, from the top of the first stack. False: the search has to end.
  bool red() {
    assert(second_.empty());
    const ProductPath::Frame& seed = first_.top();
    if (!visit(second_, {seed.state, 0, seed.accepting})) return false;
    while (!second_.empty()) {
      if (second_.top().waiting == 0)
        leave(second_);
      else if (!step(second_))
        return false;
    }
    return true;
  }

  // An arc of the top has its turn. False: the search has to end.
  bool step(ProductPath& path) {
    if (expanded_ != &path && !expand(path)) return false;
    const Edge edge = edges_[path.take()];
    if (&path == &first_ && depth_ + edge.steps >= task_.depth_limit) {
      outcome_.cut = outcome_.cut || !contains(first_, edge.to);
      ++outcome_.counts.matched;
      return true;
    }
    return visit(path, edge);
  }

  // Arc `last` of the top closes a cycle through the state at `start` of the first stack. True: that is enough.
  bool found(uint64_t start, uint32_t last, bool in_second) {
    if (!log_.looks_for(cycles_.kind)) return false;
    return log_.record(cycles_.kind, 0, first_.size() + (in_second ? second_.size() : 0), [&] {
      Path p = stem();
      if (in_second) second_.append_to(p, second_.size() - 1);
      p.choices.push_back(last);
      p.cycle_start = narrow<int64_t>(start);
      return p;
    });
  }

  uint64_t stack_bytes() const { return first_.bytes() + second_.bytes(); }
  // What the stacks once had stays with the process.
  uint64_t kept_bytes() const { return std::max(outcome_.counts.stack_bytes, stack_bytes()); }
  bool check() {
    return check_budgets(visited_, kept_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.depth = outcome_.counts.stack_peak;
    outcome_.counts.stored = visited_.size();
    return count_memory(visited_, kept_bytes());
  }

  model::Product& product_;
  Set& visited_;
  const CycleTask cycles_;
  const uint32_t claims_;
  const bool meets_stack_;
  const bool closes_;  // the first search finds cycles, too
  ProductPath first_, second_;
  uint64_t depth_ = 0;  // of the first stack's top, in steps
  model::ProductBuffer buffer_;
  const ProductPath* expanded_ = nullptr;  // whose top buffer_ and edges_ are about; null: nobody's
  std::vector<Edge> edges_;
  std::vector<uint8_t> key_;
};

}  // namespace gyre::search
