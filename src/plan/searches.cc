#include "plan/searches.h"

#include <iterator>

#include <fmt/format.h>

#include "plan/stores.h"

namespace gyre::plan {

namespace {

// The words of the table.
namespace table {

using Needs = SearchTraits::Needs;

constexpr const char* kWithNumbers = nullptr;  // another store

constexpr SearchTraits no_store() { return {.needs = Needs::no_store}; }
constexpr SearchTraits any_store(Store first) { return {.needs = Needs::any_store, .store = first}; }
constexpr SearchTraits any_order(const char* who, Store first) {
  return {.needs = Needs::any_order, .store = first, .who = who};
}
constexpr SearchTraits numbers(const char* what, const char* instead) {
  return {.needs = Needs::numbers, .store = Store::exact, .what = what, .instead = instead};
}
constexpr SearchTraits numbers_or_held(const char* what, const char* instead) {
  return {.needs = Needs::numbers_or_held, .store = Store::exact, .what = what, .instead = instead};
}
constexpr SearchTraits numbers_and_queue(const char* who, const char* what, const char* instead) {
  return {.needs = Needs::numbers_and_queue, .store = Store::exact, .who = who, .what = what, .instead = instead};
}
constexpr SearchTraits colours() { return {.needs = Needs::colours, .store = Store::exact}; }
constexpr SearchTraits one_store(Store only, const char* sentence) {
  return {.needs = Needs::one_store, .store = only, .what = sentence};
}

struct Ways {
  bool reduced = false;
  bool threads = false;
};
constexpr Ways operator|(Ways a, Ways b) { return {a.reduced || b.reduced, a.threads || b.threads}; }
constexpr Ways all{};
constexpr Ways reduced{.reduced = true};
constexpr Ways threads{.threads = true};

constexpr SearchTraits line(SearchTraits traits, Ways ways, const char* option) {
  traits.reduced = ways.reduced;
  traits.threads = ways.threads;
  traits.option = option;
  return traits;
}

constexpr SearchTraits kLines[] = {
#define GYRE_NAMED(id, name, sees, runs, needs, help) line(needs, sees, ""),
#define GYRE_OTHER(id, name, sees, runs, needs, option) line(needs, sees, option),
    GYRE_SAFETY_SEARCHES(GYRE_NAMED) GYRE_SAFETY_MODES(GYRE_OTHER) GYRE_CYCLE_ALGORITHMS(GYRE_OTHER)
        GYRE_OTHER_ALGORITHMS(GYRE_OTHER)
#undef GYRE_NAMED
#undef GYRE_OTHER
};
static_assert(std::size(kLines) == names_of(Algorithm{}).size());

}  // namespace table
}  // namespace

const SearchTraits& traits(Algorithm algorithm) { return table::kLines[static_cast<size_t>(algorithm)]; }

Algorithm safety_algorithm(Search search) {
  switch (search) {
#define GYRE_CASE(id, ...) \
  case Search::id: return Algorithm::id;
    GYRE_SAFETY_SEARCHES(GYRE_CASE)
#undef GYRE_CASE
    case Search::automatic:
#define GYRE_CASE(id, ...) case Search::id:
      GYRE_CYCLE_SEARCHES(GYRE_CASE)
#undef GYRE_CASE
      return Algorithm::dfs;
  }
  __builtin_unreachable();
}

std::optional<Algorithm> cycle_algorithm(Search search) {
  switch (search) {
#define GYRE_CASE(id, name, algorithm, help) \
  case Search::id: return Algorithm::algorithm;
    GYRE_CYCLE_SEARCHES(GYRE_CASE)
#undef GYRE_CASE
    case Search::automatic:
#define GYRE_CASE(id, ...) case Search::id:
      GYRE_SAFETY_SEARCHES(GYRE_CASE)
#undef GYRE_CASE
      return {};
  }
  __builtin_unreachable();
}

std::string searches_with_threads() {
  std::string names = name_of(Search::automatic);
  std::string last;
  for (const auto& [search, name] : names_of(Search{})) {
    if (search == Search::automatic || !traits(cycle_algorithm(search).value_or(safety_algorithm(search))).threads)
      continue;
    if (!last.empty()) names += ", " + last;
    last = name;
  }
  return names + " and " + last;
}

std::string option_of(Algorithm algorithm) {
  const char* option = traits(algorithm).option;
  return *option == 0 ? fmt::format("--search {}", name_of(algorithm)) : option;
}

const char* search_help() {
  static const std::string text = [] {
    std::string safety, cycles;
#define GYRE_HELP(id, name, sees, runs, needs, help) safety += (safety.empty() ? "" : ", ") + std::string(help);
    GYRE_SAFETY_SEARCHES(GYRE_HELP)
#undef GYRE_HELP
#define GYRE_HELP(id, name, algorithm, help) cycles += (cycles.empty() ? "" : ", ") + std::string(help);
    GYRE_CYCLE_SEARCHES(GYRE_HELP)
#undef GYRE_HELP
    return "safety: " + safety + "; claims and formulas: " + cycles;
  }();
  return text.c_str();
}

}  // namespace gyre::plan
