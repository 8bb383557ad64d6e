// Stores that may take a new state for an old one.
#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "run/any_order.h"
#include "run/depth_first.h"
#include "search/pseudo_dfs_visited.h"
#define GYRE_LOSSY_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

enum class Order { depth_first, pseudo, any };

// note(set) is what the report adds. Of any order: depth-first while the model is small, then begun anew.
template <class SetT, class Note, class... Arguments>
SafetyResult run_with(const SafetyTask& t, Order order, Note&& note, const Arguments&... arguments) {
  const auto start = any_order::Clock::now();
  SafetyResult result;
  if (order != Order::pseudo) {
    store::VisitedStack<SetT> store(arguments...);
    result = run_visited_dfs(t, store, order == Order::any ? kHandOverAt : 0);
    result.algorithm = plan::Algorithm::dfs;
    result.note = note(store.visited());
  }
  if (order == Order::pseudo || result.outcome.ended == search::Ended::handed_over) {
    give_back_freed();  // the stack: it counts as free
    SetT set(arguments...);
    result.outcome =
        search::PseudoDepthFirstVisited<SetT>(t.model, set, any_order::rest(t.task, start), t.progress).run();
    result.algorithm = plan::Algorithm::pseudo_dfs;
    result.note = note(set);
  }
  result.lossy = true;
  return result;
}

// A set that is made of nothing and knows how likely it is that it took a new state for an old one. `seed`: of the
// random choices of a set that makes some.
template <class SetT>
SafetyResult run_set(const SafetyTask& t, uint64_t, Order order) {
  return run_with<SetT>(t, order, [](const SetT& set) {
    return fmt::format("the probability that a state was missed is {:.2g}", set.omission_probability());
  });
}

template <>
SafetyResult run_set<store::Bitstate>(const SafetyTask& t, uint64_t seed, Order order) {
  store::BitstateOptions options;
  if (t.store.bits) {
    options.bits = static_cast<unsigned>(*t.store.bits);
  } else if (t.store.within_budget) {
    // The largest array that leaves a quarter of the budget for stacks.
    options.bits = std::min(43u, std::max(10u, static_cast<unsigned>(std::bit_width(t.task.memory_limit * 6)) - 1));
  }
  if (t.store.hash_functions) options.functions = static_cast<unsigned>(*t.store.hash_functions);
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
    return run_with<store::Bitstate>(t, order, note, options);
  } catch (const std::bad_alloc&) {
    throw Error(
        fmt::format("there is no memory for a bit array of 2^{} bits: say --bits N with a smaller N", options.bits));
  }
}

Order order_of(const SafetyTask& t) {
  if (t.algorithm == plan::Algorithm::any_order) return Order::any;
  return t.algorithm == plan::Algorithm::pseudo_dfs ? Order::pseudo : Order::depth_first;
}

}  // namespace

SafetyResult run_bitstate(const SafetyTask& t, uint64_t seed) {
  return run_set<store::Bitstate>(t, seed, Order::depth_first);
}

SafetyResult run_lossy(const SafetyTask& t) {
  switch (t.store.store) {
#define GYRE_MAKE_lossy(Class) return run_set<store::Class>(t, t.store.seed, order_of(t));
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is not lossy");
}

}  // namespace gyre::run
