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
#include <iterator>
#include <new>
#include <unordered_map>
#include <vector>

#include "base/narrow.h"
#include "model/product.h"
#include "search/component_space.h"
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
      if (there > 0) decompose(outermost_, {edge.to}, ComponentNote::kFresh, 0);
    });
    fill_counts();
    return std::move(outcome_);
  }

  uint64_t components() const { return components_; }
  uint64_t splits() const { return splits_; }

 private:
  using Edge = typename ComponentSpace<StoreT>::Edge;
  // What a step or a component has of what is needed. A bit of `fair` stands for a process that is treated fairly: it
  // moves, or (unless fairness is strong) cannot. A bit of `wanted` is a process that must be.
  struct Merits {
    uint64_t marks = 0;
    uint64_t fair = 0;
    uint64_t wanted = 0;
    void add(const Merits& other) {
      marks |= other.marks;
      fair |= other.fair;
      wanted |= other.wanted;
    }
  };
  struct Waiting {
    Node to;
    uint64_t marks;
    uint64_t fair;
    uint32_t choice;
  };
  struct Frame {
    Node node;
    uint32_t choice;
    uint32_t number;
    size_t first;  // of its waiting edges
    size_t next;
  };
  struct Root {
    uint32_t number;
    bool cyclic;
    Merits inside;
    Merits incoming;  // of the edge that leads to it
  };
  // One decomposition: of the whole product, or of what is left of a component.
  struct Level {
    std::vector<Frame> frames;
    std::vector<Waiting> waiting;
    std::vector<Root> roots;
    std::vector<Node> live;
    uint32_t base = 0;
    uint32_t fresh = 0;
  };

  // Finds the components that can be reached from the seeds over nodes with the number `fresh`. False: the search has
  // to end.
  bool decompose(Level& level, const std::vector<Node>& seeds, uint32_t fresh, uint32_t base) {
    assert(level.frames.empty() && level.live.empty() && level.roots.empty());
    level.base = base;
    level.fresh = fresh;
    for (const Node seed : seeds) {
      if (space_.number(seed) != fresh) continue;
      if (!enter(level, {seed, 0, 0, 0}) || !search(level)) return false;
    }
    return true;
  }

  bool enter(Level& level, const Waiting& edge) {
    const auto number = narrow<uint32_t>(level.base + level.live.size() + 1);
    if (number > ComponentNote::kMost) throw std::bad_alloc();
    space_.number(edge.to) = number;
    level.live.push_back(edge.to);
    level.roots.push_back({number, false, {}, {edge.marks, edge.fair, 0}});
    if (watch_.due() && !check()) return false;
    if (!expand(edge.to)) return false;
    level.frames.push_back({edge.to, edge.choice, number, level.waiting.size(), level.waiting.size()});
    const uint64_t enabled = enabled_mask();
    level.roots.back().inside.wanted = traits(cycles_.fairness).somewhere() ? enabled : ~uint64_t{0};
    for (const Edge& e : edges_) {
      const model::Arc& arc = space_.buffer().arcs[e.choice];
      level.waiting.push_back({e.to, arc.marks, fair_mask(arc, enabled), e.choice});
    }
    if (&level != &outermost_) return true;
    ++outcome_.counts.states;
    outcome_.counts.stack_peak = std::max<uint64_t>(outcome_.counts.stack_peak, level.frames.size());
    return errors(level);
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
  bool errors(const Level& level) {
    const std::vector<model::Arc>& arcs = space_.buffer().arcs;
    for (uint32_t i = 0; i < arcs.size(); ++i) {
      if (arcs[i].error == model::ErrorKind::none || !log_.looks_for(arcs[i].error)) continue;
      const bool enough = log_.record(arcs[i].error, 0, level.frames.size(), [&] {
        Path p;
        p.choices = stem(level, level.frames.size());
        p.choices.push_back(i);
        return p;
      });
      if (enough) return false;
    }
    return true;
  }

  bool search(Level& level) {
    while (!level.frames.empty()) {
      Frame& top = level.frames.back();
      if (top.next < level.waiting.size()) {
        const Waiting edge = level.waiting[top.next++];
        const uint32_t number = space_.number(edge.to);
        if (number == level.fresh) {
          if (!enter(level, edge)) return false;
          continue;
        }
        outcome_.counts.matched += &level == &outermost_;
        if (number <= level.base || number > ComponentNote::kMost) continue;
        if (!close(level, number, {edge.marks, edge.fair, 0})) return false;
        continue;
      }
      const uint32_t number = top.number;
      assert(top.first <= level.waiting.size() && !level.roots.empty());
      level.waiting.resize(top.first);
      if (level.roots.back().number == number) {
        const Root root = level.roots.back();
        assert(number > level.base && number - level.base <= level.live.size());
        const auto first = std::next(level.live.begin(), number - level.base - 1);
        components_ += root.cyclic;
        if (root.cyclic && (root.inside.marks & all_marks_) == all_marks_) {
          const bool go_on = cycles_.fairness == Fairness::none
                                 ? report(number, false, {})
                                 : fair_part(std::vector<Node>(first, level.live.end()), number, true);
          if (!go_on) return false;
        }
        std::for_each(first, level.live.end(), [this](Node n) { space_.number(n) = ComponentNote::kDone; });
        level.live.erase(first, level.live.end());
        level.roots.pop_back();
      }
      level.frames.pop_back();
    }
    return true;
  }

  // An edge back to the node with this number: everything above it is one component.
  bool close(Level& level, uint32_t number, Merits merits) {
    assert(number > level.base && level.roots.front().number == level.base + 1);
    while (level.roots.back().number > number) {
      merits.add(level.roots.back().inside);
      merits.add(level.roots.back().incoming);
      level.roots.pop_back();
    }
    Root& root = level.roots.back();
    root.inside.add(merits);
    root.cyclic = true;
    if ((root.inside.marks & all_marks_) != all_marks_) return true;
    if (cycles_.fairness == Fairness::none) return task_.max_errors != 1 || report(root.number, false, {});
    if (!on_the_fly_ || (root.inside.wanted & ~root.inside.fair) != 0) return true;
    const auto first = std::next(level.live.begin(), root.number - level.base - 1);
    return fair_part(std::vector<Node>(first, level.live.end()), root.number, false);
  }

  // Looks for a fair cycle in a component whose root has number `root`; it may be split if it is finished. False: the
  // search has to end.
  bool fair_part(const std::vector<Node>& nodes, uint32_t root, bool finished) {
    assert(!nodes.empty() && root > 0);
    std::vector<UnitSeen> seen;
    auto at = [&](uint32_t unit) -> UnitSeen& {
      if (unit >= seen.size()) seen.resize(unit + 1);
      return seen[unit];
    };
    bool stutters = false;
    for (const Node node : nodes) {
      if (!pause() || !expand(node)) return false;
      for (const uint32_t u : units_.enabled(space_.buffer(), space_.system())) ++at(u).enabled;
      for (const Edge& e : edges_) {
        if (!space_.inside(e.to, root)) continue;
        const model::Arc& arc = space_.buffer().arcs[e.choice];
        stutters |= arc.successor == model::Arc::kStutter;
        units_.moved(space_.buffer(), arc, [&](uint32_t u) { at(u).moved = true; });
      }
    }
    std::vector<bool> bad(seen.size());
    bool any = false;
    for (size_t u = 0; u < seen.size(); ++u) {
      bad[u] = unfair(cycles_.fairness, seen[u], nodes.size());
      any |= bad[u];
    }
    if (!any || stutters) return report(root, stutters, seen);
    if (!traits(cycles_.fairness).somewhere() || !finished) return true;  // no part of it can be better
    ++splits_;
    std::vector<Node> rest;
    for (const Node node : nodes) {
      if (!expand(node)) return false;
      const auto& enabled = units_.enabled(space_.buffer(), space_.system());
      if (std::none_of(enabled.begin(), enabled.end(), [&](uint32_t u) { return bad[u]; })) rest.push_back(node);
    }
    for (const Node node : nodes) space_.number(node) = ComponentNote::kDone;
    for (const Node node : rest) space_.number(node) = ComponentNote::kRegion;
    Level level;
    // The numbers of this component are free again.
    return decompose(level, rest, ComponentNote::kRegion, root - 1);
  }

  bool report(uint32_t root, bool stutters, const std::vector<UnitSeen>& seen) {
    assert(!outermost_.frames.empty());
    if (!log_.looks_for(cycles_.kind)) return true;
    const uint32_t place = std::min(reported_++, kMostCycles - 1);
    return !log_.record(cycles_.kind, place, outermost_.frames.size(), [&] {
      const std::vector<Frame>& frames = outermost_.frames;
      const auto entry =
          std::find_if(frames.begin(), frames.end() - 1, [&](const Frame& f) { return space_.inside(f.node, root); });
      Path p;
      p.choices = stem(outermost_, narrow<size_t>(entry - frames.begin()) + 1);
      Node start = entry->node;
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

  std::vector<uint32_t> stem(const Level& level, size_t frames) const {
    assert(frames <= level.frames.size());
    std::vector<uint32_t> choices;
    for (size_t i = 1; i < frames; ++i) choices.push_back(level.frames[i].choice);
    return choices;
  }

  bool pause() { return !watch_.due() || check(); }
  uint64_t stack_bytes() const {
    return outermost_.frames.capacity() * sizeof(Frame) + outermost_.waiting.capacity() * sizeof(Waiting) +
           outermost_.roots.capacity() * sizeof(Root) + outermost_.live.capacity() * sizeof(Node);
  }
  bool check() {
    return check_budgets(store_, stack_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.depth = outcome_.counts.stack_peak;
    outcome_.counts.vector_bytes = space_.largest();
    outcome_.counts.stored = store_.size();
    return count_memory(store_, stack_bytes());
  }

  ComponentSpace<StoreT> space_;
  Level outermost_;
  StoreT& store_;
  const ComponentTask cycles_;
  const uint64_t all_marks_;
  Units units_;
  bool on_the_fly_;  // there are bits for all processes
  std::vector<Edge> edges_;
  uint64_t components_ = 0;
  uint64_t splits_ = 0;
  uint32_t reported_ = 0;  // components with a cycle that is looked for
};

}  // namespace gyre::search
