#include "run/any_order.h"

#include <stdexcept>

#include "store/exact.h"
#include "store/tree.h"

namespace gyre::run {

namespace {

using LinkedTree = store::Tree<search::ParentLink>;
using LinkedExact = store::Exact<search::ParentLink>;

[[noreturn]] void no_order() { throw std::logic_error("this store is searched depth-first only"); }

}  // namespace

SafetyResult run_any_order(const SafetyTask& t) {
  if (t.store.store == plan::Store::tree) return any_order::run<store::Tree<>, LinkedTree>(t);
  if (t.store.store == plan::Store::exact) return any_order::run<store::Exact<>, LinkedExact>(t);
  no_order();
}

SafetyResult run_pseudo_depth_first(const SafetyTask& t) {
  const auto start = any_order::Clock::now();
  if (t.store.store == plan::Store::tree) return any_order::run_pseudo_dfs<store::Tree<>, LinkedTree>(t, start);
  if (t.store.store == plan::Store::exact) return any_order::run_pseudo_dfs<store::Exact<>, LinkedExact>(t, start);
  no_order();
}

SafetyResult find_paths_in_tree(const SafetyTask& t, any_order::Clock::time_point start, SafetyResult met,
                                const store::TreeOptions& options) {
  return any_order::find_paths<store::Tree<>, LinkedTree>(t, start, std::move(met), options);
}

}  // namespace gyre::run
