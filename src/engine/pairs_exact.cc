#include "engine/any_order.h"
#include "engine/pair_runs.h"
#include "store/exact.h"

namespace gyre::engine {

PairResult run_any_order_exact(const PairTask& t) {
  return run_any_order<store::Exact<>, store::Exact<search::ParentLink>>(t);
}
PairResult run_pseudo_dfs_exact(const PairTask& t) {
  return run_pseudo_dfs<store::Exact<>, store::Exact<search::ParentLink>>(t, any_order::Clock::now());
}
PairResult run_dfs_exact(const PairTask& t) { return run_dfs(t, store::Exact<>()); }
PairResult run_bfs_exact(const PairTask& t) { return run_bfs(t, store::Exact<search::ParentLink>()); }
PairResult run_shortest_exact(const PairTask& t) { return run_shortest(t, store::Exact<search::DistanceLink>()); }
PairResult run_bounded_exact(const PairTask& t) { return run_bounded(t, store::Exact<search::StoredDepth>()); }
PairResult run_shorten_exact(const PairTask& t) { return run_shorten(t, store::Exact<search::StoredDepth>()); }

}  // namespace gyre::engine
