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

// What a set is made of, as the arguments of f, and what the report says of it: as a rule of nothing, and how likely it
// is that it took a new state for an old one.
template <class SetT>
struct Made {
  template <class F>
  static auto of(const StoreSpec&, uint64_t, F&& f) {
    return f();
  }
  static std::string note(const SetT& set) {
    return fmt::format("the probability that a state was missed is {:.2g}", set.omission_probability());
  }
};

template <>
struct Made<store::Bitstate> {
  template <class F>
  static auto of(const StoreSpec& spec, uint64_t memory_limit, F&& f) {
    store::BitstateOptions options;
    if (spec.bits) {
      options.bits = static_cast<unsigned>(*spec.bits);
    } else if (spec.within_budget) {
      // The largest array that leaves a quarter of the budget for stacks.
      options.bits = std::min(43u, std::max(10u, static_cast<unsigned>(std::bit_width(memory_limit * 6)) - 1));
    }
    if (spec.hash_functions) options.functions = static_cast<unsigned>(*spec.hash_functions);
    options.seed = spec.seed;
    const uint64_t bytes = (uint64_t{1} << options.bits) / 8;
    if (bytes > memory_limit) {
      throw Error(
          fmt::format("a bit array of 2^{} bits takes {} bytes, more than --memory: say --bits N with a smaller N",
                      options.bits, bytes));
    }
    try {
      return f(options);
    } catch (const std::bad_alloc&) {
      throw Error(
          fmt::format("there is no memory for a bit array of 2^{} bits: say --bits N with a smaller N", options.bits));
    }
  }
  static std::string note(const store::Bitstate& set) {
    return fmt::format("expected coverage of the states met {:.6g} %: {:.3g} % of 2^{} bits are set, {} hash functions",
                       100 * set.coverage(), 100 * set.fill(), set.options().bits, set.options().functions);
  }
};

// Of any order: depth-first while the model is small, then begun anew.
template <class SetT, class... Arguments>
SafetyResult run_with(const SafetyTask& t, Order order, const Arguments&... arguments) {
  const auto start = any_order::Clock::now();
  SafetyResult result;
  if (order != Order::pseudo) {
    store::VisitedStack<SetT> store(arguments...);
    result = run_visited_dfs(t, store, order == Order::any ? kHandOverAt : 0);
    result.algorithm = plan::Algorithm::dfs;
    result.note = Made<SetT>::note(store.visited());
  }
  if (order == Order::pseudo || result.outcome.ended == search::Ended::handed_over) {
    give_back_freed();  // the stack: it counts as free
    SetT set(arguments...);
    result.outcome =
        search::PseudoDepthFirstVisited<SetT>(t.model, set, any_order::rest(t.task, start), t.progress).run();
    result.algorithm = plan::Algorithm::pseudo_dfs;
    result.note = Made<SetT>::note(set);
  }
  result.lossy = true;
  return result;
}

Order order_of(const SafetyTask& t) {
  if (t.algorithm == plan::Algorithm::any_order) return Order::any;
  return t.algorithm == plan::Algorithm::pseudo_dfs ? Order::pseudo : Order::depth_first;
}

template <class SetT>
SafetyResult run_set(const SafetyTask& t) {
  return Made<SetT>::of(t.store, t.task.memory_limit,
                        [&t](const auto&... arguments) { return run_with<SetT>(t, order_of(t), arguments...); });
}

template <class SetT>
SearchResult with_set(const SetTask& t, const SetRun& run) {
  return Made<SetT>::of(t.store, t.memory_limit, [&run](const auto&... arguments) {
    store::Erased<SetT> set(arguments...);
    SearchResult result;
    result.outcome = run(set);
    result.lossy = true;
    result.note = Made<SetT>::note(set.set());
    return result;
  });
}

}  // namespace

SearchResult with_lossy_set(const SetTask& t, const SetRun& run) {
  switch (t.store.store) {
#define GYRE_MAKE_lossy(Class) return with_set<store::Class>(t, run);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is not lossy");
}

SafetyResult run_lossy(const SafetyTask& t) {
  switch (t.store.store) {
#define GYRE_MAKE_lossy(Class) return run_set<store::Class>(t);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is not lossy");
}

}  // namespace gyre::run
