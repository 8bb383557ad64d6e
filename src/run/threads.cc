// The searches by several threads.
#include <stdexcept>

#include "run/any_order.h"
#include "run/memory_budget.h"
#include "run/safety.h"
#include "search/parallel.h"
#include "search/parallel_bfs.h"
#include "store/shared_tree.h"
#include "store/tree.h"

namespace gyre::run {

// Of any_order.cc, by one thread.
SafetyResult find_paths_in_tree(const SafetyTask& t, any_order::Clock::time_point start, SafetyResult met,
                                const store::TreeOptions& options);

namespace {

std::vector<model::Model*> all_models(const SafetyTask& t) {
  if (t.reduced) return t.reordered->any_order();
  std::vector<model::Model*> models = {&t.model};
  models.insert(models.end(), t.others.begin(), t.others.end());
  return models;
}

SafetyResult pseudo_dfs(const SafetyTask& t, any_order::Clock::time_point start, const store::TreeOptions& options) {
  keep_no_holes();
  const std::vector<model::Model*> models = all_models(t);
  SafetyResult result;
  {
    store::SharedTree store(options);
    search::ParallelPseudoDepthFirst search(std::span<model::Model* const>(models), store,
                                            any_order::rest(t.task, start), t.progress);
    result.outcome = search.run();
    result.algorithm = plan::Algorithm::pseudo_dfs;
    result.threads = static_cast<unsigned>(models.size());
  }
  give_back_freed();
  return find_paths_in_tree(any_order::in_any_order(t), start, std::move(result), options);
}

SafetyResult breadth_first(const SafetyTask& t) {
  keep_no_holes();
  const std::vector<model::Model*> models = all_models(t);
  store::SharedLinkedTree<search::ParentLink> store;
  search::ParallelBreadthFirst search(std::span<model::Model* const>(models), store, t.task, t.progress);
  SafetyResult result;
  result.outcome = search.run();
  result.threads = static_cast<unsigned>(models.size());
  return result;
}

// A small model is searched as always. A large one is begun anew by all threads: what is done twice is little of it.
SafetyResult small_first(const SafetyTask& t) {
  keep_no_holes();
  const auto start = any_order::Clock::now();
  store::TreeOptions better;
  {
    store::Tree<> store;
    search::DfsOptions options;
    options.hand_over_at = kHandOverAt;
    options.reduced = t.reduced;
    options.adaptive = t.adaptive;
    SafetyResult result;
    search::DepthFirst<store::Tree<>> search(t.model, store, t.task, t.progress, options);
    any_order::begin_depth_first(t, search, store, result);
    if (result.outcome.ended != search::Ended::handed_over) return result;
    better = store.better_options().value_or(better);
  }
  give_back_freed();
  any_order::hash_no_more(t);
  return pseudo_dfs(t, start, better);
}

}  // namespace

SafetyResult run_threads(const SafetyTask& t) {
  if (t.algorithm == plan::Algorithm::bfs) return breadth_first(t);
  if (t.algorithm == plan::Algorithm::pseudo_dfs) return pseudo_dfs(t, any_order::Clock::now(), {});
  if (t.algorithm == plan::Algorithm::any_order) return small_first(t);
  throw std::logic_error("this search is one of a single thread");
}

}  // namespace gyre::run
