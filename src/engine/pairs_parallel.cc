// The searches by several threads.
#include "engine/any_order.h"
#include "engine/memory_budget.h"
#include "engine/pairs.h"
#include "search/parallel.h"
#include "search/parallel_bfs.h"
#include "store/shared_tree.h"
#include "store/tree.h"

namespace gyre::engine {

// Of pairs_tree.cc, by one thread.
PairResult find_paths_tree(const PairTask& t, any_order::Clock::time_point start, PairResult met,
                           const store::TreeOptions& options);

namespace {

std::vector<model::Model*> all_models(const PairTask& t) {
  std::vector<model::Model*> models = {&t.model};
  models.insert(models.end(), t.others.begin(), t.others.end());
  return models;
}

PairResult pseudo_dfs(const PairTask& t, any_order::Clock::time_point start, const store::TreeOptions& options) {
  keep_no_holes();
  const std::vector<model::Model*> models = all_models(t);
  PairResult result;
  {
    store::SharedTree store(options);
    search::ParallelPseudoDepthFirst search(std::span<model::Model* const>(models), store,
                                            any_order::rest(t.task, start), t.progress);
    result.outcome = search.run();
    result.algorithm = "pseudo-dfs";
    result.threads = static_cast<unsigned>(models.size());
  }
  give_back_freed();
  return find_paths_tree(t, start, std::move(result), options);
}

}  // namespace

PairResult run_parallel_pseudo_dfs_tree(const PairTask& t) { return pseudo_dfs(t, any_order::Clock::now(), {}); }

PairResult run_parallel_bfs_tree(const PairTask& t) {
  keep_no_holes();
  const std::vector<model::Model*> models = all_models(t);
  store::SharedLinkedTree<search::ParentLink> store;
  search::ParallelBreadthFirst search(std::span<model::Model* const>(models), store, t.task, t.progress);
  PairResult result{search.run(), false, ""};
  result.threads = static_cast<unsigned>(models.size());
  return result;
}

// A small model is searched as always. A large one is begun anew by all threads: what is done twice is little of it.
PairResult run_parallel_any_order_tree(const PairTask& t) {
  keep_no_holes();
  const auto start = any_order::Clock::now();
  store::TreeOptions better;
  {
    store::Tree<> store;
    search::DfsOptions options;
    options.hand_over_at = kHandOverAt;
    PairResult result{search::DepthFirst<store::Tree<>>(t.model, store, t.task, t.progress, options).run(), false, ""};
    result.algorithm = "dfs";
    if (result.outcome.ended != search::Ended::handed_over) return result;
    better = store.better_options().value_or(better);
  }
  give_back_freed();
  return pseudo_dfs(t, start, better);
}

}  // namespace gyre::engine
