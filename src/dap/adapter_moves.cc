// Moving: steps, forth and back, chosen moves, places along the run.
#include <fmt/format.h>

#include "dap/adapter.h"

namespace gyre::dap {

namespace {

constexpr size_t kMostTargets = 100;

}  // namespace

Runner& Adapter::standing() {
  Runner& run = runner();
  if (phase_ != Phase::ready) throw Error("`configurationDone` comes before this");
  if (run.busy()) throw Error("the run is under way: `pause` it first");
  references_.clear();
  return run;
}

void Adapter::stop_after(const Stop& stop) { stop_after_ = stop; }

Adapter::Answer Adapter::on_next(const Json& arguments) {
  Runner& run = standing();
  run.begin_step(pid_of_thread(number_of(arguments, "threadId")));
  return Json(nullptr);
}

Adapter::Answer Adapter::on_step_in(const Json& arguments) {
  if (member(arguments, "targetId") == nullptr) return on_next(arguments);
  const int64_t target = number_of(arguments, "targetId");
  Runner& run = standing();
  if (target < 1) throw Error("there is no such move here");
  stop_after(run.take(static_cast<size_t>(target) - 1));
  return Json(nullptr);
}

Adapter::Answer Adapter::on_step_out(const Json& arguments) {
  Runner& run = standing();
  run.begin_out(pid_of_thread(number_of(arguments, "threadId")));
  return Json(nullptr);
}

Adapter::Answer Adapter::on_step_back(const Json& arguments) {
  number_of(arguments, "threadId");
  stop_after(standing().step_back());
  return Json(nullptr);
}

Adapter::Answer Adapter::on_continue(const Json& arguments) {
  number_of(arguments, "threadId");
  standing().begin_forward();
  return Json{{"allThreadsContinued", true}};
}

Adapter::Answer Adapter::on_reverse_continue(const Json& arguments) {
  number_of(arguments, "threadId");
  standing().begin_backward();
  return Json(nullptr);
}

Adapter::Answer Adapter::on_pause(const Json&) {
  Runner& run = runner();
  if (run.busy()) stop_after(run.pause());
  return Json(nullptr);
}

// The moves of the process that is looked at come first, then those of the others.
Adapter::Answer Adapter::on_step_in_targets(const Json& arguments) {
  const int32_t pid = pid_of_frame(arguments);
  Runner& run = standing();
  const std::vector<Move>& moves = run.walk().moves();
  Json targets = Json::array();
  for (const bool own : {true, false}) {
    for (size_t i = 0; i < moves.size(); ++i) {
      const Step& first = moves[i].steps.front();
      if ((first.pid == pid) != own) continue;
      Json target = {{"id", i + 1}, {"label", run.walk().move_text(i)}};
      if (first.location.line > 0) target["line"] = client_line(first.location.line);
      targets.push_back(target);
    }
  }
  return Json{{"targets", targets}};
}

Adapter::Answer Adapter::on_goto_targets(const Json& arguments) {
  const Json* source = member(arguments, "source");
  if (source == nullptr) throw Error("`source` is missing in the request");
  const std::string path = full_path(text_of(*source, "path"));
  const uint32_t line = own_line(number_of(arguments, "line"));
  const Runner& run = runner();
  Walk& walk = runner().walk();
  Json targets = Json::array();
  for (size_t position = 0; position < walk.known_size() && targets.size() < kMostTargets;) {
    const Steps steps = walk.known(position);
    for (const Step& s : steps) {
      if (!run.places().comes_to(s, path, line)) continue;
      targets.push_back({{"id", position + 1},
                         {"label", fmt::format("step {}: {}({}) {}", position + 1, s.process, s.pid, s.source)},
                         {"line", client_line(line)}});
      break;
    }
    position += steps.empty() ? 1 : steps.size();
  }
  return Json{{"targets", targets}};
}

Adapter::Answer Adapter::on_goto(const Json& arguments) {
  const int64_t target = number_of(arguments, "targetId");
  number_of(arguments, "threadId");
  if (target < 1) throw Error("the run has no such step");
  stop_after(standing().go_to(static_cast<size_t>(target) - 1));
  return Json(nullptr);
}

}  // namespace gyre::dap
