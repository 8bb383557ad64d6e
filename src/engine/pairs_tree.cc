#include "engine/any_order.h"
#include "engine/pair_runs.h"
#include "store/tree.h"

namespace gyre::engine {

PairResult run_any_order_tree(const PairTask& t) {
  return run_any_order<store::Tree<>, store::Tree<search::ParentLink>>(t);
}
PairResult run_pseudo_dfs_tree(const PairTask& t) {
  return run_pseudo_dfs<store::Tree<>, store::Tree<search::ParentLink>>(t, any_order::Clock::now());
}

PairResult find_paths_tree(const PairTask& t, any_order::Clock::time_point start, PairResult met,
                           const store::TreeOptions& options) {
  return any_order::find_paths<store::Tree<>, store::Tree<search::ParentLink>>(t, start, std::move(met), options);
}

PairResult run_dfs_tree(const PairTask& t) { return run_dfs(t, store::Tree<>()); }
PairResult run_bfs_tree(const PairTask& t) { return run_bfs(t, store::Tree<search::ParentLink>()); }
PairResult run_shortest_tree(const PairTask& t) { return run_shortest(t, store::Tree<search::DistanceLink>()); }
PairResult run_bounded_tree(const PairTask& t) { return run_bounded(t, store::Tree<search::StoredDepth>()); }
PairResult run_shorten_tree(const PairTask& t) { return run_shorten(t, store::Tree<search::StoredDepth>()); }

}  // namespace gyre::engine
