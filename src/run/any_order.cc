#include "run/any_order.h"

#include <stdexcept>

#include "plan/stores.h"
#define GYRE_NUMBERED_STORES
#include "store/stores.def"

namespace gyre::run {

namespace {

// Calls f<StoreT, LinkedT>() with the types of a store that states can be asked of in batches: without notes, and with
// predecessor links.
template <class Function>
SafetyResult with_batched(plan::Store store, Function&& f) {
  switch (store) {
#define GYRE_MAKE_batched(Class) return f.template operator()<store::Class<>, store::Class<search::ParentLink>>();
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is searched depth-first only");
}

}  // namespace

SafetyResult run_any_order(const SafetyTask& t) {
  if (plan::traits(t.store.store).lossy) return run_lossy(t);
  return with_batched(t.store.store, [&]<class StoreT, class LinkedT>() { return any_order::run<StoreT, LinkedT>(t); });
}

SafetyResult run_pseudo_depth_first(const SafetyTask& t) {
  if (plan::traits(t.store.store).lossy) return run_lossy(t);
  const auto start = any_order::Clock::now();
  return with_batched(t.store.store, [&]<class StoreT, class LinkedT>() {
    return any_order::run_pseudo_dfs<StoreT, LinkedT>(t, start);
  });
}

SafetyResult find_paths_in_tree(const SafetyTask& t, any_order::Clock::time_point start, SafetyResult met,
                                const store::TreeOptions& options) {
  return any_order::find_paths<store::Tree<>, store::Tree<search::ParentLink>>(t, start, std::move(met), options);
}

}  // namespace gyre::run
