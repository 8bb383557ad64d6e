#include "plan/stores.h"

#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plan/searches.h"

namespace gyre::plan {

namespace {

// The words of the table: kinds of stores, and what a store may be besides.
namespace table {

constexpr StoreTraits operator|(const StoreTraits& a, const StoreTraits& b) {
  return {.numbers = a.numbers || b.numbers,
          .any_order = a.any_order || b.any_order,
          .shared = a.shared || b.shared,
          .lossy = a.lossy || b.lossy,
          .forgets = a.forgets || b.forgets,
          .by_value = a.by_value || b.by_value,
          .seeded = a.seeded || b.seeded};
}

[[maybe_unused]] constexpr StoreTraits batched{.numbers = true, .any_order = true};
[[maybe_unused]] constexpr StoreTraits numbered{.numbers = true};
[[maybe_unused]] constexpr StoreTraits coded{.numbers = true};
[[maybe_unused]] constexpr StoreTraits visited{};
[[maybe_unused]] constexpr StoreTraits lossy{.any_order = true, .lossy = true};
[[maybe_unused]] constexpr StoreTraits forgetful{.forgets = true};

constexpr StoreTraits plain{};
constexpr StoreTraits shared{.shared = true};
constexpr StoreTraits by_value{.by_value = true};
constexpr StoreTraits seeded{.seeded = true};

constexpr StoreTraits kLines[] = {plain,  // automatic
#define GYRE_LINE(id, name, kind, Class, also, help) kind | (also),
                                  GYRE_STORES(GYRE_LINE)
#undef GYRE_LINE
};
static_assert(std::size(kLines) == names_of(Store{}).size());

}  // namespace table

// "exact, tree, collapse or compact"
std::string stores_with_numbers() {
  std::vector<std::string> names;
  for (const auto& [store, name] : names_of(Store{})) {
    if (traits(store).numbers) names.emplace_back(name);
  }
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

// What to do instead, behind a sentence.
std::string advice(const char* separator, const SearchTraits& search) {
  if (search.instead == nullptr) return fmt::format("{}use --store {}", separator, stores_with_numbers());
  return *search.instead == 0 ? "" : fmt::format("{}{}", separator, search.instead);
}

}  // namespace

StoreTraits traits(Store store) { return table::kLines[static_cast<size_t>(store)]; }

std::string why_no_pair(Algorithm algorithm, Store store) {
  const StoreTraits t = traits(store);
  const SearchTraits& search = traits(algorithm);
  const auto without_stack = [&](const std::string& instead) {
    return fmt::format("a cache forgets states that are not on a stack, and {} has none: it would not end{}",
                       search.who, instead);
  };
  const auto without_numbers = [&](const std::string& what) {
    return fmt::format("{}, and the {} store has no place for that{}", what, name_of(store), advice(": ", search));
  };
  switch (search.needs) {
    case SearchTraits::Needs::any_store:
    case SearchTraits::Needs::colours: return "";
    case SearchTraits::Needs::no_store:
      if (store == Store::automatic) return "";
      return fmt::format("{} stores no states: leave --store out", option_of(algorithm));
    case SearchTraits::Needs::any_order:
      if (t.any_order) return "";
      if (t.forgets) return without_stack("; use --search dfs");
      return fmt::format("the {} store is searched depth-first: use --search dfs", name_of(store));
    case SearchTraits::Needs::numbers: return t.numbers ? "" : without_numbers(search.what);
    case SearchTraits::Needs::numbers_or_held: return t.numbers || t.forgets ? "" : without_numbers(search.what);
    case SearchTraits::Needs::numbers_and_queue:
      if (t.forgets) return without_stack(advice("; ", search));
      return t.numbers ? "" : without_numbers(fmt::format("{} {}", search.who, search.what));
    case SearchTraits::Needs::one_store: return store == search.store ? "" : search.what;
  }
  __builtin_unreachable();
}

bool finds_by_value(Algorithm algorithm, Store store) {
  const SearchTraits::Needs needs = traits(algorithm).needs;
  return traits(store).by_value && (needs == SearchTraits::Needs::any_store || needs == SearchTraits::Needs::any_order);
}

Store resolve(Store store, Algorithm algorithm) { return store != Store::automatic ? store : traits(algorithm).store; }

const char* store_help() {
  static const std::string text = [] {
    std::string out;
#define GYRE_HELP(id, name, kind, Class, also, help) out += (out.empty() ? "" : "; ") + std::string(help);
    GYRE_STORES(GYRE_HELP)
#undef GYRE_HELP
    return out;
  }();
  return text.c_str();
}

}  // namespace gyre::plan
