#include "base/warning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/near_name.h"

namespace gyre {

const std::vector<WarningKind>& warning_kinds() {
#define GYRE_WARNING_KIND(id, name, help) {name, help},
  static const std::vector<WarningKind> kinds = {GYRE_WARNINGS(GYRE_WARNING_KIND)};
#undef GYRE_WARNING_KIND
  return kinds;
}

void WarningSwitches::apply(const std::string& word) {
  const bool off = word.rfind("no-", 0) == 0;
  const std::string name = off ? word.substr(3) : word;
  if (word == "all") {
    off_.reset();
  } else if (word == "none") {
    off_.set();
  } else if (name == "error") {
    errors_ = !off;
  } else if (const std::optional<Warning> warning = value_of<Warning>(name)) {
    off_.set(static_cast<size_t>(*warning), off);
  } else {
    std::vector<std::string> names;
    for (const WarningKind& kind : warning_kinds()) names.push_back(kind.name);
    const std::string near = near_name(name, names);
    throw Error(fmt::format("--warn: there is no warning '{}'{}", name,
                            near.empty() ? fmt::format(": they are {}", fmt::join(names, ", "))
                                         : fmt::format("; did you mean {}{}?", off ? "no-" : "", near)));
  }
  words_.push_back(word);
}

}  // namespace gyre
