#include "engine/reduction.h"

#include <fmt/format.h>

#include "base/error.h"
#include "reduce/merge.h"

namespace gyre::engine {

std::string why_all_interleavings(const Options& options, const std::string& search) {
  if (options.thesis) return "--thesis counts the whole graph";
  if (search != "dfs") return fmt::format("--search {} sees all interleavings", search);
  if (options.depth > 0) return "a bound on the depth counts the steps of all interleavings";
  return "";
}

std::shared_ptr<const ir::Program> merged_for(const Options& options, std::shared_ptr<const ir::Program> program,
                                              const std::string& search) {
  if (options.merge == "off") return program;
  std::string why = why_all_interleavings(options, search);
  if (why.empty()) why = reduce::Summary::why_not(*program);
  if (why.empty()) return reduce::merged(program);
  if (options.merge == "on") throw Error(fmt::format("--merge on is not possible: {}", why));
  return program;
}

Reduction::Reduction(const Options& options, vm::Machine& machine, const std::string& search) : machine_(machine) {
  if (options.por == "off") {
    why_not_ = "switched off";
    return;
  }
  why_not_ = why_all_interleavings(options, search);
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
