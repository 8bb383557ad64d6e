// Accepting cycles by strongly connected components, for generalised acceptance and every fairness.
//
// The components are found on the fly (Couvreur, FM 1999; Gabow 2000): the search keeps the roots of the components in
// progress with the acceptance sets that they meet and, as bits, which processes they treat fairly; it ends as soon as
// one lacks nothing. A finished component that meets all sets is looked at more closely: weak and impartial fairness
// are one more demand on the component as a whole; strong fairness is a Streett condition: nodes in which a unit is
// enabled that never moves in the component are taken out, and the rest is decomposed again (Emerson & Lei 1985;
// Lichtenstein & Pnueli 1985). Nodes are expanded again for that, so that no edges are stored.
//
// Where one error is not enough the search does not end there: each component is looked at when it is finished, and is
// a violation of its own.
//
// Each product state is stored once, with a number of 32 bits.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/component_space.h"
#include "search/component_stacks.h"
#include "search/cycle_builder.h"
#include "search/fairness.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

struct ComponentTask {
  model::ErrorKind kind = model::ErrorKind::acceptance_cycle;
  Fairness fairness = Fairness::none;
  FairnessUnit unit = FairnessUnit::process;
};

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, ComponentNote>
class ComponentSearch : SearchRun {
 public:
  ComponentSearch(model::Product& product, StoreT& store, const Task& task, const ComponentTask& cycles,
                  const Progress& progress = {})
      : SearchRun(task, progress),
        space_(product, store),
        store_(store),
        cycles_(cycles),
        all_marks_(product.all_marks()),
        units_(cycles.fairness, cycles.unit),
        // Each closing edge would be an error of its own, and a walk through the component.
        on_the_fly_(cycles.fairness != Fairness::none && cycles.unit == FairnessUnit::process && task.max_errors == 1) {
  }

  Outcome run() {
    guard([this] {
      share_memory(store_, stack_bytes());
      Edge edge;
      const int there = space_.initial(edge);
      if (there < 0) out_of_memory();
      if (there > 0) decompose(outermost_, edge.to, ComponentNote::kFresh);
    });
    fill_counts();
    return std::move(outcome_);
  }

  uint64_t components() const { return components_; }
  uint64_t splits() const { return splits_; }

 private:
  using Edge = typename ComponentSpace<StoreT>::Edge;
  using Stacks = ComponentStacks;
  // The nodes of a component in progress: those from a number on.
  struct Range {
    const Stacks& of;
    uint32_t first;

    uint64_t size() const { return of.last_number() + 1 - first; }
    template <class See>  // answers whether to go on
    bool all(See&& see) const {
      for (uint64_t n = first; n <= of.last_number(); ++n) {
        if (!see(of.node(n))) return false;
      }
      return true;
    }
  };

  // Goes on from a node with the number `fresh`, over such nodes. False: the search has to end.
  bool decompose(Stacks& level, Node seed, uint32_t fresh) {
    assert(level.empty());
    if (space_.number(seed) != fresh) return true;
    return enter(level, {seed, 0, {}}) && search(level, fresh);
  }

  bool enter(Stacks& level, const Stacks::Edge& edge) {
    const uint64_t number = level.last_number() + 1;
    if (number > ComponentNote::kMost) throw std::bad_alloc();
    space_.number(edge.to) = narrow<uint32_t>(number);
    level.push_live(edge.to);
    level.push_root(narrow<uint32_t>(number), edge.merits);
    if (watch_.due() && !check()) return false;
    if (!expand(edge.to)) return false;
    level.push_frame(narrow<uint32_t>(number), edge.choice);
    if (on_the_fly_) {
      push_fair_edges(level);
    } else {
      for (size_t i = edges_.size(); i-- > 0;)
        level.push_edge(edges_[i].to, edges_[i].choice, space_.buffer().arcs[edges_[i].choice].marks, 0);
    }
    if (&level != &outermost_) return true;
    ++outcome_.counts.states;
    outcome_.counts.stack_peak = std::max<uint64_t>(outcome_.counts.stack_peak, level.depth());
    return errors(level);
  }
  // With the processes that they treat fairly.
  void push_fair_edges(Stacks& level) {
    const uint64_t enabled = enabled_mask();
    level.want(traits(cycles_.fairness).somewhere() ? enabled : ~uint64_t{0});
    for (size_t i = edges_.size(); i-- > 0;) {
      const model::Arc& arc = space_.buffer().arcs[edges_[i].choice];
      level.push_edge(edges_[i].to, edges_[i].choice, arc.marks, fair_mask(arc, enabled));
    }
  }
  // The processes that can move (impartial: that live and need to) in the node that was expanded last.
  uint64_t enabled_mask() {
    if (!on_the_fly_) return 0;
    const model::ProductBuffer& buffer = space_.buffer();
    if (buffer.processes > 64) on_the_fly_ = false;
    uint64_t mask = 0;
    if (traits(cycles_.fairness).living()) {
      for (uint32_t pid = 0; pid < buffer.processes && pid < 64; ++pid) mask |= uint64_t{!buffer.has_ended(pid)} << pid;
    } else {
      for (const model::Successor& s : buffer.system.list) mask |= uint64_t{1} << (s.mover % 64);
    }
    return mask;
  }
  uint64_t fair_mask(const model::Arc& arc, uint64_t enabled) const {
    if (!on_the_fly_) return 0;
    if (arc.successor == model::Arc::kStutter) return ~uint64_t{0};
    uint64_t mask = traits(cycles_.fairness).somewhere() ? 0 : ~enabled;
    space_.buffer().movers(arc, [&](uint32_t pid) { mask |= uint64_t{1} << (pid % 64); });
    return mask;
  }
  bool expand(Node node) {
    if (space_.expand(node, false, edges_)) return true;
    outcome_.ended = Ended::memory;
    return false;
  }

  // Errors that need no cycle: a claim that is complete.
  bool errors(const Stacks& level) {
    const std::vector<model::Arc>& arcs = space_.buffer().arcs;
    for (uint32_t i = 0; i < arcs.size(); ++i) {
      if (arcs[i].error == model::ErrorKind::none || !log_.looks_for(arcs[i].error)) continue;
      const bool enough = log_.record(arcs[i].error, 0, level.depth(), [&] {
        Path p;
        p.choices = stem(level, level.depth());
        p.choices.push_back(i);
        return p;
      });
      if (enough) return false;
    }
    return true;
  }

  bool search(Stacks& level, uint32_t fresh) {
    while (level.depth() > 0) {
      const Stacks::Frame& top = level.top();
      if (top.left > 0) {
        const Stacks::Edge edge = level.pop_edge();
        const uint32_t number = space_.number(edge.to);
        if (number == fresh) {
          if (!enter(level, edge)) return false;
          continue;
        }
        outcome_.counts.matched += &level == &outermost_;
        if (number <= level.base() || number > ComponentNote::kMost) continue;
        if (!close(level, number, edge.merits)) return false;
        continue;
      }
      const uint32_t number = top.number;
      assert(level.has_roots());
      if (level.root_number() == number) {
        const Stacks::Root root = level.root();
        assert(number > level.base() && number <= level.last_number());
        components_ += root.cyclic;
        if (root.cyclic && (root.inside.marks & all_marks_) == all_marks_) {
          const bool go_on =
              cycles_.fairness == Fairness::none ? report(number, false, {}) : fair_part({level, number}, true);
          if (!go_on) return false;
        }
        while (level.last_number() >= number) {
          space_.number(level.node(level.last_number())) = ComponentNote::kDone;
          level.pop_live();
        }
        level.pop_root();
      }
      level.pop_frame();
    }
    return true;
  }

  // An edge back to the node with this number: everything above it is one component.
  bool close(Stacks& level, uint32_t number, Merits merits) {
    assert(number > level.base());
    while (level.root_number() > number) level.take_root(merits);
    const Merits inside = level.join(merits);
    if ((inside.marks & all_marks_) != all_marks_) return true;
    if (cycles_.fairness == Fairness::none) return task_.max_errors != 1 || report(level.root_number(), false, {});
    if (!on_the_fly_ || (inside.wanted & ~inside.fair) != 0) return true;
    return fair_part({level, level.root_number()}, false);
  }

  // Looks for a fair cycle in a component, the last one in progress; it may be split if it is finished. False: the
  // search has to end.
  bool fair_part(const Range& nodes, bool finished) {
    const uint32_t root = nodes.first;
    assert(root > 0 && root <= nodes.of.last_number());
    std::vector<UnitSeen> seen;
    auto at = [&](uint32_t unit) -> UnitSeen& {
      if (unit >= seen.size()) seen.resize(unit + 1);
      return seen[unit];
    };
    bool stutters = false;
    const bool all_seen = nodes.all([&](Node node) {
      if (!pause() || !expand(node)) return false;
      for (const uint32_t u : units_.enabled(space_.buffer(), space_.system())) ++at(u).enabled;
      for (const Edge& e : edges_) {
        if (!space_.inside(e.to, root)) continue;
        const model::Arc& arc = space_.buffer().arcs[e.choice];
        stutters |= arc.successor == model::Arc::kStutter;
        units_.moved(space_.buffer(), arc, [&](uint32_t u) { at(u).moved = true; });
      }
      return true;
    });
    if (!all_seen) return false;
    std::vector<bool> bad(seen.size());
    bool any = false;
    for (size_t u = 0; u < seen.size(); ++u) {
      bad[u] = unfair(cycles_.fairness, seen[u], nodes.size());
      any |= bad[u];
    }
    if (!any || stutters) return report(root, stutters, seen);
    if (!traits(cycles_.fairness).somewhere() || !finished) return true;  // no part of it can be better
    ++splits_;
    // The rest waits as a region; the numbers of this component are free again.
    const bool sorted = nodes.all([&](Node node) {
      if (!pause() || !expand(node)) return false;
      const auto& enabled = units_.enabled(space_.buffer(), space_.system());
      const bool stays = std::none_of(enabled.begin(), enabled.end(), [&](uint32_t u) { return bad[u]; });
      space_.number(node) = stays ? ComponentNote::kRegion : ComponentNote::kDone;
      return true;
    });
    if (!sorted) return false;
    Stacks level(all_marks_, keeps_fair_, root - 1);
    return nodes.all([&](Node node) { return decompose(level, node, ComponentNote::kRegion); });
  }

  bool report(uint32_t root, bool stutters, const std::vector<UnitSeen>& seen) {
    assert(outermost_.depth() > 0);
    if (!log_.looks_for(cycles_.kind)) return true;
    const uint32_t place = std::min(reported_++, kMostCycles - 1);
    return !log_.record(cycles_.kind, place, outermost_.depth(), [&] {
      const auto node_at = [&](uint64_t at) { return outermost_.node(outermost_.frame(at).number); };
      uint64_t entry = 0;
      while (entry + 1 < outermost_.depth() && !space_.inside(node_at(entry), root)) ++entry;
      Path p;
      p.choices = stem(outermost_, entry + 1);
      Node start = node_at(entry);
      if (!space_.inside(start, root)) start = walk_in(start, root, p.choices);
      close_lasso(p, start, stutters, seen, root);
      return p;
    });
  }

  // A shortest way from a node into the component with this root.
  Node walk_in(Node from, uint32_t root, std::vector<uint32_t>& choices) {
    struct From {
      Node node;
      uint32_t choice;
    };
    std::unordered_map<Node, From> parent;
    std::vector<Node> queue{from};
    parent.emplace(from, From{from, 0});
    for (size_t head = 0; head < queue.size(); ++head) {
      if (!space_.expand(queue[head], false, edges_)) throw std::bad_alloc();
      for (const Edge& e : edges_) {
        if (!parent.emplace(e.to, From{queue[head], e.choice}).second) continue;
        queue.push_back(e.to);
        if (!space_.inside(e.to, root)) continue;
        const auto first = std::ssize(choices);
        for (Node n = e.to; n != from; n = parent.at(n).node) choices.push_back(parent.at(n).choice);
        std::reverse(choices.begin() + first, choices.end());
        return e.to;
      }
    }
    return from;
  }

  void close_lasso(Path& p, Node start, bool stutters, const std::vector<UnitSeen>& seen, uint32_t root) {
    p.cycle_start = std::ssize(p.choices);
    CycleBuilder<StoreT> builder(space_, cycles_.fairness, units_, seen, all_marks_);
    const std::vector<uint32_t> cycle = builder.build(start, stutters, [&](Node n) { return space_.inside(n, root); });
    p.choices.insert(p.choices.end(), cycle.begin(), cycle.end());
  }

  std::vector<uint32_t> stem(const Stacks& level, uint64_t frames) const {
    assert(frames <= level.depth());
    std::vector<uint32_t> choices;
    for (uint64_t i = 1; i < frames; ++i) choices.push_back(level.frame(i).choice);
    return choices;
  }

  bool pause() { return !watch_.due() || check(); }
  uint64_t stack_bytes() const { return outermost_.bytes(); }
  bool check() {
    return check_budgets(store_, stack_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.depth = outcome_.counts.stack_peak;
    outcome_.counts.vector_bytes = space_.largest();
    outcome_.counts.stored = store_.size();
    return count_memory(store_, outermost_.most_bytes());
  }

  ComponentSpace<StoreT> space_;
  StoreT& store_;
  const ComponentTask cycles_;
  const uint64_t all_marks_;
  Units units_;
  bool on_the_fly_;                      // there are bits for all processes
  const bool keeps_fair_ = on_the_fly_;  // ... as far as is known at the beginning
  Stacks outermost_{all_marks_, keeps_fair_, 0};
  std::vector<Edge> edges_;
  uint64_t components_ = 0;
  uint64_t splits_ = 0;
  uint32_t reported_ = 0;  // components with a cycle that is looked for
};

}  // namespace gyre::search
