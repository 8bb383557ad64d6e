#include "engine/reduction.h"

#include <fmt/format.h>

#include "base/error.h"

namespace gyre::engine {

Reduction::Reduction(const Options& options, vm::Machine& machine, const std::string& search) : machine_(machine) {
  if (options.por == "off") {
    why_not_ = "switched off";
    return;
  }
  if (search != "dfs") why_not_ = fmt::format("{} search sees all interleavings", search);
  if (why_not_.empty() && options.depth > 0) why_not_ = "a bound on the depth counts steps of all interleavings";
  if (why_not_.empty()) why_not_ = reduce::Summary::why_not(machine.program());
  if (!why_not_.empty()) {
    if (options.por == "on") throw Error(fmt::format("--por on is not possible: {}", why_not_));
    return;
  }
  summary_ = std::make_unique<reduce::Summary>(machine.program());
  model_ = std::make_unique<reduce::PartialOrder>(machine, *machine.image().shapes, *summary_,
                                                  reduce::StubbornOptions{});
}

}  // namespace gyre::engine
