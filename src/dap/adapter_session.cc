// The life of a session: initialize, launch, configurationDone, restart, terminate, disconnect.
#include <fmt/format.h>

#include "dap/adapter.h"

namespace gyre::dap {

namespace {

Json capabilities() {
  Json out;
  for (const char* name :
       {"supportsConfigurationDoneRequest", "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
        "supportsLogPoints", "supportsDataBreakpoints", "supportsEvaluateForHovers", "supportsStepBack",
        "supportsStepInTargetsRequest", "supportsGotoTargetsRequest", "supportsRestartRequest",
        "supportsTerminateRequest", "supportsExceptionFilterOptions", "supportsExceptionInfoRequest",
        "supportsBreakpointLocationsRequest"}) {
    out[name] = true;
  }
  out["exceptionBreakpointFilters"] = {
      {{"filter", "assertion"},
       {"label", "Errors"},
       {"description", "A violated assertion, or a statement that cannot be executed"},
       {"default", true}},
      {{"filter", "deadlock"},
       {"label", "Deadlocks"},
       {"description", "Nothing can move, and some process is in no valid end state"},
       {"default", true}},
      {{"filter", "end"}, {"label", "Ends"}, {"description", "The run has ended in order"}, {"default", true}},
      {{"filter", "blocked"},
       {"label", "A process blocks"},
       {"description", "A process that could move cannot any more"},
       {"default", false},
       {"supportsCondition", true},
       {"conditionDescription", "Which one: 2, P or P(2); empty: any"}}};
  return out;
}

Stop entry(Runner& run) {
  Stop stop = run.go_to(0);
  stop.reason = "entry";
  stop.description = "The initial state";
  stop.text.clear();
  return stop;
}

}  // namespace

Adapter::Answer Adapter::on_initialize(const Json& arguments) {
  if (phase_ != Phase::begun) throw Error("`initialize` is the first request, and there is only one");
  if (text_or(arguments, "pathFormat", "path") != "path") throw Error("only paths are understood, no URIs");
  lines_from_one_ = flag_or(arguments, "linesStartAt1", true);
  columns_from_one_ = flag_or(arguments, "columnsStartAt1", true);
  phase_ = Phase::initialised;
  return capabilities();
}

Adapter::Answer Adapter::on_attach(const Json&) { throw Error("there is nothing to attach to: `launch` a model"); }

Adapter::Answer Adapter::on_launch(const Json& arguments) {
  if (phase_ == Phase::begun) throw Error("`initialize` comes before `launch`");
  if (phase_ != Phase::initialised) throw Error("a model was launched already; one session has one");
  auto launch = std::make_unique<Launch>(arguments);
  for (const Diagnostic& d : launch->model().diagnostics()) {
    output(d.severity == Severity::error ? "stderr" : "console",
           fmt::format("{}: {}\n", severity_name(d.severity), d.message), d.location);
  }
  if (!launch->model().ok()) {
    event_after("terminated", {});
    phase_ = Phase::over;
    throw Error(fmt::format("the model has errors:\n{}", launch->model().diagnostics_text()));
  }
  launch_ = std::move(launch);
  if (!launch_->wants_check()) return begin_session();
  launch_->start_check();
  phase_ = Phase::checking;
  return {};
}

void Adapter::finish_check() {
  const Json request = *waiting_;
  waiting_.reset();
  try {
    launch_->finish_check();
    const Json body = begin_session();
    respond(request, body);
    send_events();
  } catch (const Error& e) {
    phase_ = Phase::over;
    refuse(request, e.what());
    event("terminated", {});
  }
}

Json Adapter::begin_session() {
  runner_ = std::make_unique<Runner>(launch_->model(), launch_->guide(), launch_->seed, launch_->max_steps,
                                     [this](const std::string& category, const std::string& text,
                                            const Location& location) { output(category, text, location); });
  phase_ = Phase::configuring;
  if (!launch_->note().empty()) output("console", launch_->note() + "\n");
  event_after("initialized", {});
  return nullptr;
}

Adapter::Answer Adapter::on_configuration_done(const Json&) {
  Runner& run = runner();
  if (phase_ != Phase::configuring) throw Error("the configuration is done already");
  phase_ = Phase::ready;
  run.breakpoints().look_anew(run.walk());
  if (launch_->stop_on_entry) {
    stop_after(entry(run));
    return Json(nullptr);
  }
  try {
    run.begin_forward();
  } catch (const Error& e) {  // nothing can be done from the beginning on
    Stop stop = run.pause();
    stop.text = e.what();
    stop_after(stop);
  }
  return Json(nullptr);
}

Adapter::Answer Adapter::on_restart(const Json&) {
  Runner& run = runner();
  run.restart();
  stop_after(entry(run));
  return Json(nullptr);
}

void Adapter::terminated() {
  phase_ = Phase::over;
  runner_.reset();
  event("exited", {{"exitCode", 0}});
  event("terminated", {});
}

void Adapter::end_session() {
  phase_ = Phase::over;
  runner_.reset();
  launch_.reset();  // ends a check
  if (!waiting_) return;
  const Json request = *waiting_;
  waiting_.reset();
  refuse(request, "the check was ended");
}

Adapter::Answer Adapter::on_terminate(const Json&) {
  end_session();
  event_after("terminated", {});
  return Json(nullptr);
}

Adapter::Answer Adapter::on_disconnect(const Json&) {
  end_session();
  done_ = true;
  return Json(nullptr);
}

}  // namespace gyre::dap
