// Stores that are a codec over the exact store's table: one instantiation of each search for all of them.
#include "engine/codecs.h"
#include "engine/pair_runs.h"
#include "store/coded.h"

namespace gyre::engine {

namespace {

template <class Note>
store::Coded<Note> coded(const PairTask& t, const char* store) {
  return store::Coded<Note>(make_codec(store, t.model, 0));
}
PairResult dfs(const PairTask& t, const char* store) { return run_dfs(t, coded<store::Nothing>(t, store)); }
PairResult bfs(const PairTask& t, const char* store) { return run_bfs(t, coded<search::ParentLink>(t, store)); }
PairResult shortest(const PairTask& t, const char* store) {
  return run_shortest(t, coded<search::DistanceLink>(t, store));
}
PairResult bounded(const PairTask& t, const char* store) {
  return run_bounded(t, coded<search::StoredDepth>(t, store));
}
PairResult shorten(const PairTask& t, const char* store) {
  return run_shorten(t, coded<search::StoredDepth>(t, store));
}

}  // namespace

PairResult run_dfs_collapse(const PairTask& t) { return dfs(t, "collapse"); }
PairResult run_bfs_collapse(const PairTask& t) { return bfs(t, "collapse"); }
PairResult run_shortest_collapse(const PairTask& t) { return shortest(t, "collapse"); }
PairResult run_bounded_collapse(const PairTask& t) { return bounded(t, "collapse"); }
PairResult run_shorten_collapse(const PairTask& t) { return shorten(t, "collapse"); }

PairResult run_dfs_compact(const PairTask& t) { return dfs(t, "compact"); }
PairResult run_bfs_compact(const PairTask& t) { return bfs(t, "compact"); }
PairResult run_shortest_compact(const PairTask& t) { return shortest(t, "compact"); }
PairResult run_bounded_compact(const PairTask& t) { return bounded(t, "compact"); }
PairResult run_shorten_compact(const PairTask& t) { return shorten(t, "compact"); }

}  // namespace gyre::engine
