#include "engine/pairs.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"

namespace gyre::engine {

#define GYRE_PAIR(search, store) PairResult run_##search##_##store(const PairTask& task);
#define GYRE_NO_PAIR(search, store, why)
#include "engine/pairs.def"
#undef GYRE_PAIR
#undef GYRE_NO_PAIR

namespace {

struct Line {
  std::string_view search, store;
  PairFunction function;  // null: not there
  std::string_view why;
};

constexpr Line kLines[] = {
#define GYRE_PAIR(search, store) {#search, #store, run_##search##_##store, ""},
#define GYRE_NO_PAIR(search, store, why) {#search, #store, nullptr, why},
#include "engine/pairs.def"
#undef GYRE_PAIR
#undef GYRE_NO_PAIR
};

// Names in the table are identifiers.
std::string identifier(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

const Line* find_line(const std::string& search, const std::string& store) {
  const std::string wanted_search = identifier(search), wanted_store = identifier(store);
  for (const Line& line : kLines) {
    if (line.search == wanted_search && line.store == wanted_store) return &line;
  }
  return nullptr;
}

}  // namespace

bool finds_by_value(const std::string& search, const std::string& store) {
  return store == "tree" && (search == "any_order" || search == "pseudo-dfs" || search == "dfs");
}

bool has_any_order(const std::string& store) { return find_line("any_order", store) != nullptr; }

std::string resolve_store(const std::string& store, const std::string& search) {
  if (store != "auto") return store;
  if (search == "stateless" || search == "random") return "none";
  return finds_by_value(search, "tree") ? "tree" : "exact";
}

std::string why_no_pair(const std::string& search, const std::string& store) {
  if (search == "stateless" || search == "random") {
    if (store == "none") return "";
    return fmt::format("--search {} stores no states: leave --store out", search);
  }
  const Line* line = find_line(search, store);
  if (line == nullptr) return fmt::format("the {} store cannot be used with the {} search", store, search);
  return std::string(line->why);
}

PairFunction find_pair(const std::string& search, const std::string& store) {
  if (const std::string why = why_no_pair(search, store); !why.empty()) throw Error(why);
  return find_line(search, store)->function;
}

}  // namespace gyre::engine
