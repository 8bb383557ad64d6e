#include "plan/stores.h"

#include <fmt/format.h>

namespace gyre::plan {

StoreTraits traits(Store store) {
  switch (store) {
    case Store::automatic: return {};
    case Store::exact: return {.numbers = true, .any_order = true};
    case Store::tree: return {.numbers = true, .any_order = true, .shared = true};
    case Store::collapse:
    case Store::compact: return {.numbers = true};
    case Store::linear:
    case Store::dfa:
    case Store::tree_compact: return {};
    case Store::cache: return {.forgets = true};
    case Store::hash_compact:
    case Store::bitstate: return {.any_order = true, .lossy = true};
  }
  __builtin_unreachable();
}

namespace {

// Why a search has no use for a store without numbers, and what to do instead.
struct Need {
  const char* what;
  const char* instead;
};

std::string without_numbers(const Need& need, Store store) {
  return fmt::format("{}, and the {} store has no place for that{}", need.what, name_of(store), need.instead);
}

}  // namespace

std::string why_no_pair(Algorithm algorithm, Store store) {
  const StoreTraits t = traits(store);
  const auto numbers = [&](const Need& need) { return t.numbers ? "" : without_numbers(need, store); };
  const auto stack = [&](const char* who) {
    return t.forgets
               ? fmt::format("a cache forgets states that are not on a stack, and {} has none: it would not end", who)
               : "";
  };
  const auto free_order = [&](const char* who) {
    if (t.any_order) return std::string();
    if (t.forgets) return stack(who) + "; use --search dfs";
    return fmt::format("the {} store is searched depth-first: use --search dfs", name_of(store));
  };
  switch (algorithm) {
    case Algorithm::dfs: return "";
    case Algorithm::any_order:
    case Algorithm::pseudo_dfs: return free_order("pseudo-depth-first search");
    case Algorithm::bfs:
      if (t.forgets) return stack("breadth-first search") + "; use --search dfs";
      return numbers(
          {"breadth-first search reads states and predecessor links back from its store", ": use --search dfs"});
    case Algorithm::shortest:
      if (t.forgets) return stack("--shortest");
      return numbers({"--shortest reads states and distances back from its store", ""});
    case Algorithm::bounded:
      return numbers({"bounded search keeps a depth with each state", ": use --search dfs --depth N"});
    case Algorithm::shorten: return numbers({"--shorten keeps a depth with each state", ""});
    case Algorithm::stateless:
    case Algorithm::random:
      if (store == Store::automatic) return "";
      return fmt::format("--search {} stores no states: leave --store out", name_of(algorithm));
    case Algorithm::swarm: return store == Store::bitstate ? "" : "--swarm is for --store bitstate";
    case Algorithm::when_full:
      return numbers({"--when-full moves states to another store when the memory budget is used up",
                      ": use --store exact, tree, collapse or compact"});
    case Algorithm::thesis: return store == Store::exact ? "" : "--thesis keeps numbers with each state: --store exact";
    case Algorithm::reachability:
    case Algorithm::single:
    case Algorithm::nested:
    case Algorithm::magic:
    case Algorithm::components:
    case Algorithm::shortest_lasso:
      return numbers({"searches for cycles keep colours or numbers with each state",
                      ": use --store exact, tree, collapse or compact"});
    case Algorithm::ctl:
      return numbers({"a formula of branching time keeps values with each state",
                      ": use --store exact, tree, collapse or compact"});
  }
  __builtin_unreachable();
}

bool finds_by_value(Algorithm algorithm, Store store) {
  return store == Store::tree &&
         (algorithm == Algorithm::any_order || algorithm == Algorithm::pseudo_dfs || algorithm == Algorithm::dfs);
}

Store resolve(Store store, Algorithm algorithm) {
  if (store != Store::automatic) return store;
  switch (algorithm) {
    case Algorithm::stateless:
    case Algorithm::random: return Store::automatic;
    case Algorithm::swarm: return Store::bitstate;
    case Algorithm::any_order:
    case Algorithm::pseudo_dfs:
    case Algorithm::dfs: return Store::tree;
    case Algorithm::bfs:
    case Algorithm::shortest:
    case Algorithm::bounded:
    case Algorithm::shorten:
    case Algorithm::when_full:
    case Algorithm::thesis:
    case Algorithm::reachability:
    case Algorithm::single:
    case Algorithm::nested:
    case Algorithm::magic:
    case Algorithm::components:
    case Algorithm::shortest_lasso:
    case Algorithm::ctl: return Store::exact;
  }
  __builtin_unreachable();
}

}  // namespace gyre::plan
