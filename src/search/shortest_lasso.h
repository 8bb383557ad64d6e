// The shortest counterexample of a claim: the smallest stem + cycle in the product, in steps, that meets every
// acceptance set and is fair; or a shorter path that completes the claim. Where the system is on its cycle a step
// before the claim is, that step is not counted (LassoGraph::early): the path is one of the product all the same.
//
// The whole product is laid out in memory (lasso_graph.h); each of its parts has some lasso, which is found first, and
// then a shortest one (lasso_finder.h). If a budget ends the search for that, the best found so far is given, and
// Outcome::cut is set. With max_errors other than 1 each part has its own shortest lasso, up to that many.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <new>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "model/product.h"
#include "search/component_space.h"
#include "search/lasso_finder.h"
#include "search/lasso_graph.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

struct LassoTask {
  model::ErrorKind kind = model::ErrorKind::acceptance_cycle;
  Fairness fairness = Fairness::none;
  FairnessUnit unit = FairnessUnit::process;
  // An accepting node is a violation by itself (a terminal claim). The last step of the path is not counted then,
  // unless the claim watches steps.
  bool finite = false;
  uint64_t most_work = LassoFinder::kMostWork;
};

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, ComponentNote>
class ShortestLasso : SearchRun {
 public:
  ShortestLasso(model::Product& product, StoreT& store, const Task& task, const LassoTask& cycles,
                const Progress& progress = {})
      : SearchRun(task, progress),
        space_(product, store),
        store_(store),
        cycles_(cycles),
        all_marks_(product.all_marks()),
        watches_steps_(product.watches_steps()),
        several_claims_(product.claim_states() > 1),
        graph_(cycles.fairness, cycles.unit) {}

  Outcome run() {
    guard([this] {
      share_memory(store_, graph_bytes());
      if (!explore()) return;
      graph_.finish();
      finite_violations();
      if (!cycles_.finite && task_.looks_for(cycles_.kind)) cycles();
    });
    fill_counts();
    tell();
    return std::move(outcome_);
  }

 private:
  using Edge = typename ComponentSpace<StoreT>::Edge;
  using Index = LassoGraph::Index;
  using Lasso = LassoFinder::Lasso;

  bool explore() {
    Edge edge;
    const int there = space_.initial(edge);
    if (there < 0) throw std::bad_alloc();
    if (there == 0) return false;
    add(edge);
    std::vector<Edge> edges;
    for (Index n = 0; n < nodes_.size(); ++n) {
      if (!pause()) return false;
      if (!space_.expand(nodes_[n], false, edges)) throw std::bad_alloc();
      graph_.add_node(space_.buffer(), space_.system());
      if (several_claims_) hashes_.push_back(hash_words(space_.system().data, space_.system().key));
      const std::vector<model::Arc>& arcs = space_.buffer().arcs;
      for (uint32_t i = 0; i < arcs.size(); ++i) {
        if (arcs[i].error != model::ErrorKind::none && task_.looks_for(arcs[i].error))
          errors_.push_back({n, i, arcs[i].error});
      }
      for (const Edge& e : edges) graph_.add_edge(space_.buffer(), e.choice, add(e));
    }
    outcome_.counts.matched = graph_.edges().size() + 1 - nodes_.size();
    return true;
  }
  Index add(const Edge& edge) {
    uint32_t& number = space_.number(edge.to);
    if (number == ComponentNote::kFresh) {
      if (nodes_.size() >= ComponentNote::kMost - 1) throw std::bad_alloc();
      nodes_.push_back(edge.to);
      accepting_.push_back(edge.accepting);
      number = narrow<uint32_t>(nodes_.size());
    }
    assert(number <= nodes_.size());
    return number - 1;
  }

  void finite_violations() {
    auto better = [&](uint64_t length, Index node, model::ErrorKind kind) {
      if (finite_.has_path && length >= finite_.length) return false;
      finite_ = {kind, 0, 1, length, {graph_.way_to(node), -1}, {}, true};
      return true;
    };
    for (const Completed& c : errors_) {
      if (better(graph_.distance(c.node), c.node, c.kind)) finite_.path.choices.push_back(c.choice);
    }
    constexpr auto kCompleted = model::ErrorKind::claim_completed;
    if (!cycles_.finite || !task_.looks_for(kCompleted)) return;
    if (accepting_[0]) better(0, 0, kCompleted);
    // A step into an accepting node says that the claim was completed by the state before it, unless it watches steps.
    for (const LassoGraph::Edge& e : graph_.edges()) {
      if (accepting_[e.to] && better(graph_.distance(e.from) + (watches_steps_ ? e.steps : 0), e.from, kCompleted))
        finite_.path.choices.push_back(e.choice);
    }
  }

  void cycles() {
    graph_.find_parts(all_marks_);
    if (several_claims_) graph_.find_early(hashes_, [this](Index a, Index b) { return same_system(a, b); });
    const auto go_on = [&](const LassoFinder& finder) {
      finder_bytes_ = finder.bytes();
      return pause();
    };
    LassoFinder finder(graph_, all_marks_, go_on, cycles_.most_work);
    const auto& parts = graph_.parts();
    const bool only_one = task_.max_errors == 1;
    const size_t wanted = only_one ? parts.size() : std::min<size_t>(parts.size(), kMostCycles);
    lassos_.resize(only_one ? 1 : wanted);
    if (only_one && finite_.has_path) lassos_[0].length = finite_.length;
    outcome_.cut = true;
    // All have some lasso before the shortest is looked for, which may not come to its end.
    for (size_t i = 0; i < wanted; ++i) {
      Lasso& best = lassos_[only_one ? 0 : i];
      if (Lasso near = finder.near(parts[i]); near.length < best.length) best = std::move(near);
    }
    bool whole = true;
    for (size_t i = 0; i < wanted; ++i) whole = finder.improve(parts[i], lassos_[only_one ? 0 : i]) && whole;
    outcome_.cut = !whole;
  }

  // What was found, the shortest first.
  void tell() {
    std::vector<FoundError>& found = outcome_.found;
    if (finite_.has_path) found.push_back(finite_);
    for (const Lasso& lasso : lassos_) {
      if (lasso.entry == LassoGraph::kNone) continue;
      Path path;
      std::vector<Index> cycle = lasso.cycle;
      if (lasso.early == LassoGraph::kNone) {
        path.choices = graph_.way_to(lasso.entry);
      } else {
        // In the product it is entered one step later.
        path.choices = graph_.way_to(graph_.edge(lasso.early).from);
        path.choices.push_back(graph_.edge(lasso.early).choice);
        std::rotate(cycle.begin(), cycle.begin() + 1, cycle.end());
      }
      path.cycle_start = std::ssize(path.choices);
      for (const Index e : cycle) path.choices.push_back(graph_.edge(e).choice);
      found.push_back({cycles_.kind, 0, 1, lasso.length, std::move(path), {}, true});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const FoundError& a, const FoundError& b) { return a.length < b.length; });
    if (task_.max_errors != 0 && found.size() > task_.max_errors) found.resize(task_.max_errors);
    for (size_t i = 0; i < found.size(); ++i) found[i].place = narrow<uint32_t>(i);
    outcome_.errors = found.size();
    // Of more of them than paths are kept the last one tells how many there are.
    if (task_.max_errors == 0 && graph_.parts().size() > kMostCycles && !found.empty()) {
      const uint64_t more = graph_.parts().size() - kMostCycles;
      found.back().count += more;
      outcome_.errors += more;
    }
  }

  bool same_system(Index a, Index b) {
    const StateView one = ComponentSpace<StoreT>::system_part(store_.get(nodes_[a]));
    const std::vector<uint8_t> bytes(one.data, one.data + one.key);
    const StateView other = ComponentSpace<StoreT>::system_part(store_.get(nodes_[b]));
    return std::equal(bytes.begin(), bytes.end(), other.data, other.data + other.key);
  }

  bool pause() { return !watch_.due() || check(); }
  // What is kept of the graph beside the store, with what the search will still need for each node.
  uint64_t graph_bytes() const {
    return graph_.bytes() + hashes_.capacity() * sizeof(uint64_t) +
           nodes_.capacity() * (sizeof(Node) + 8 * sizeof(Index)) + finder_bytes_;
  }
  bool check() {
    return check_budgets(store_, graph_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = nodes_.size();
    outcome_.counts.stored = store_.size();
    outcome_.counts.vector_bytes = space_.largest();
    return count_memory(store_, graph_bytes());
  }

  struct Completed {
    Index node;
    uint32_t choice;
    model::ErrorKind kind;
  };

  ComponentSpace<StoreT> space_;
  StoreT& store_;
  const LassoTask cycles_;
  const uint64_t all_marks_;
  const bool watches_steps_;
  const bool several_claims_;
  LassoGraph graph_;
  uint64_t finder_bytes_ = 0;
  std::vector<Node> nodes_;
  std::vector<uint64_t> hashes_;  // of their system states
  std::vector<char> accepting_;
  std::vector<Completed> errors_;
  FoundError finite_;  // the shortest path that completes the claim
  std::vector<Lasso> lassos_;
};

}  // namespace gyre::search
