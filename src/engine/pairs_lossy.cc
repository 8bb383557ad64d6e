// Stores that may take a new state for an old one.
#include <algorithm>
#include <bit>

#include "base/error.h"
#include "engine/pair_runs.h"
#include "engine/swarm.h"
#include "store/bitstate.h"
#include "store/hash_compact.h"

namespace gyre::engine {

PairResult run_dfs_hash_compact(const PairTask& t) {
  store::VisitedStack<store::HashCompact> store;
  PairResult result = run_visited_dfs(t, store);
  result.lossy = true;
  result.note =
      fmt::format("the probability that a state was missed is {:.2g}", store.visited().omission_probability());
  return result;
}

PairResult run_bitstate(const PairTask& t, uint64_t seed) {
  store::BitstateOptions options;
  if (t.options.bits != 0) {
    options.bits = static_cast<unsigned>(t.options.bits);
  } else if (t.options.memory != 0) {
    // The largest array that leaves a quarter of the budget for stacks.
    options.bits = std::min(43u, std::max(10u, static_cast<unsigned>(std::bit_width(t.task.memory_limit * 6)) - 1));
  }
  if (t.options.hash_functions != 0) options.functions = static_cast<unsigned>(t.options.hash_functions);
  options.seed = seed;
  const uint64_t bytes = (uint64_t{1} << options.bits) / 8;
  if (bytes > t.task.memory_limit) {
    throw Error(
        fmt::format("a bit array of 2^{} bits takes {} bytes, more than --memory: say --bits N with a smaller N",
                    options.bits, bytes));
  }
  store::VisitedStack<store::Bitstate> store(options);
  if (!store.visited().has_memory()) {
    throw Error(
        fmt::format("there is no memory for a bit array of 2^{} bits: say --bits N with a smaller N", options.bits));
  }
  PairResult result = run_visited_dfs(t, store);
  result.lossy = true;
  const store::Bitstate& b = store.visited();
  result.note =
      fmt::format("expected coverage of the states met {:.6g} %: {:.3g} % of 2^{} bits are set, {} hash functions",
                  100 * b.coverage(), 100 * b.fill(), options.bits, options.functions);
  return result;
}

PairResult run_dfs_bitstate(const PairTask& t) { return run_bitstate(t, t.options.seed); }

}  // namespace gyre::engine
