// Stores that may take a new state for an old one.
#include <algorithm>
#include <bit>
#include <new>

#include "base/error.h"
#include "engine/any_order.h"
#include "engine/pair_runs.h"
#include "engine/swarm.h"
#include "search/pseudo_dfs_visited.h"
#include "store/bitstate.h"
#include "store/hash_compact.h"

namespace gyre::engine {

namespace {

enum class Order { depth_first, pseudo, any };

// note(set) is what the report adds. Of any order: depth-first while the model is small, then begun anew.
template <class SetT, class Note, class... Arguments>
PairResult run_lossy(const PairTask& t, Order order, Note&& note, const Arguments&... arguments) {
  const auto start = any_order::Clock::now();
  PairResult result;
  if (order != Order::pseudo) {
    store::VisitedStack<SetT> store(arguments...);
    result = run_visited_dfs(t, store, order == Order::any ? kHandOverAt : 0);
    result.algorithm = "dfs";
    result.note = note(store.visited());
  }
  if (order == Order::pseudo || result.outcome.ended == search::Ended::handed_over) {
    give_back_freed();  // the stack: it counts as free
    SetT set(arguments...);
    result.outcome =
        search::PseudoDepthFirstVisited<SetT>(t.model, set, any_order::rest(t.task, start), t.progress).run();
    result.algorithm = "pseudo-dfs";
    result.note = note(set);
  }
  result.lossy = true;
  return result;
}

PairResult run_hash_compact(const PairTask& t, Order order) {
  return run_lossy<store::HashCompact>(t, order, [](const store::HashCompact& set) {
    return fmt::format("the probability that a state was missed is {:.2g}", set.omission_probability());
  });
}

PairResult run_bitstate(const PairTask& t, uint64_t seed, Order order) {
  store::BitstateOptions options;
  if (t.options.bits) {
    options.bits = static_cast<unsigned>(*t.options.bits);
  } else if (t.options.memory) {
    // The largest array that leaves a quarter of the budget for stacks.
    options.bits = std::min(43u, std::max(10u, static_cast<unsigned>(std::bit_width(t.task.memory_limit * 6)) - 1));
  }
  if (t.options.hash_functions) options.functions = static_cast<unsigned>(*t.options.hash_functions);
  options.seed = seed;
  const uint64_t bytes = (uint64_t{1} << options.bits) / 8;
  if (bytes > t.task.memory_limit) {
    throw Error(
        fmt::format("a bit array of 2^{} bits takes {} bytes, more than --memory: say --bits N with a smaller N",
                    options.bits, bytes));
  }
  const auto note = [&options](const store::Bitstate& set) {
    return fmt::format("expected coverage of the states met {:.6g} %: {:.3g} % of 2^{} bits are set, {} hash functions",
                       100 * set.coverage(), 100 * set.fill(), options.bits, options.functions);
  };
  try {
    return run_lossy<store::Bitstate>(t, order, note, options);
  } catch (const std::bad_alloc&) {
    throw Error(
        fmt::format("there is no memory for a bit array of 2^{} bits: say --bits N with a smaller N", options.bits));
  }
}

}  // namespace

PairResult run_dfs_hash_compact(const PairTask& t) { return run_hash_compact(t, Order::depth_first); }
PairResult run_pseudo_dfs_hash_compact(const PairTask& t) { return run_hash_compact(t, Order::pseudo); }
PairResult run_any_order_hash_compact(const PairTask& t) { return run_hash_compact(t, Order::any); }

PairResult run_bitstate(const PairTask& t, uint64_t seed) { return run_bitstate(t, seed, Order::depth_first); }
PairResult run_dfs_bitstate(const PairTask& t) {
  return run_bitstate(t, t.options.seed.value_or(kSeed), Order::depth_first);
}
PairResult run_pseudo_dfs_bitstate(const PairTask& t) {
  return run_bitstate(t, t.options.seed.value_or(kSeed), Order::pseudo);
}
PairResult run_any_order_bitstate(const PairTask& t) {
  return run_bitstate(t, t.options.seed.value_or(kSeed), Order::any);
}

}  // namespace gyre::engine
