#include "dap/adapter.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace gyre::dap {

struct Adapter::Handler {
  const char* command;
  Answer (Adapter::*handle)(const Json& arguments);
};

const std::vector<Adapter::Handler>& Adapter::handlers() {
  static const std::vector<Handler> all = {
      {"initialize", &Adapter::on_initialize},
      {"launch", &Adapter::on_launch},
      {"attach", &Adapter::on_attach},
      {"configurationDone", &Adapter::on_configuration_done},
      {"restart", &Adapter::on_restart},
      {"terminate", &Adapter::on_terminate},
      {"disconnect", &Adapter::on_disconnect},
      {"setBreakpoints", &Adapter::on_set_breakpoints},
      {"breakpointLocations", &Adapter::on_breakpoint_locations},
      {"dataBreakpointInfo", &Adapter::on_data_breakpoint_info},
      {"setDataBreakpoints", &Adapter::on_set_data_breakpoints},
      {"setExceptionBreakpoints", &Adapter::on_set_exception_breakpoints},
      {"exceptionInfo", &Adapter::on_exception_info},
      {"next", &Adapter::on_next},
      {"stepIn", &Adapter::on_step_in},
      {"stepOut", &Adapter::on_step_out},
      {"stepBack", &Adapter::on_step_back},
      {"continue", &Adapter::on_continue},
      {"reverseContinue", &Adapter::on_reverse_continue},
      {"pause", &Adapter::on_pause},
      {"stepInTargets", &Adapter::on_step_in_targets},
      {"gotoTargets", &Adapter::on_goto_targets},
      {"goto", &Adapter::on_goto},
      {"threads", &Adapter::on_threads},
      {"stackTrace", &Adapter::on_stack_trace},
      {"scopes", &Adapter::on_scopes},
      {"variables", &Adapter::on_variables},
      {"evaluate", &Adapter::on_evaluate},
  };
  return all;
}

Adapter::Adapter(Send send) : send_(std::move(send)) {}
Adapter::~Adapter() = default;

void Adapter::handle(const std::string& message) {
  const Json request = Json::parse(message, nullptr, false);
  if (!request.is_object()) {
    output("stderr", "a message that is no JSON object was not understood\n");
    return;
  }
  const Json* type = member(request, "type");
  if (type == nullptr || *type != "request") {
    output("stderr", "a message that is no request was not understood\n");
    return;
  }
  answer(request);
  send_events();
}

void Adapter::send_events() {
  std::vector<Json> events;
  events.swap(events_);
  for (Json& e : events) event(e["event"], e["body"]);
  std::optional<Stop> stop;
  stop.swap(stop_after_);
  if (stop) stopped(*stop);
}

void Adapter::answer(const Json& request) {
  try {
    const std::string command = text_or(request, "command", "");
    const auto handler = std::ranges::find_if(handlers(), [&](const Handler& h) { return command == h.command; });
    if (handler == handlers().end()) {
      refuse(request, fmt::format("gyre has no request `{}`", command));
      return;
    }
    static const Json nothing = Json::object();
    const Json* arguments = member(request, "arguments");
    const Answer body = (this->*handler->handle)(arguments == nullptr ? nothing : *arguments);
    if (body)
      respond(request, *body);
    else
      waiting_ = request;
  } catch (const Error& e) {
    refuse(request, e.what());
  } catch (const std::exception& e) {
    refuse(request, fmt::format("internal error: {}", e.what()));
  }
}

void Adapter::respond(const Json& request, const Json& body) {
  Json message = {{"seq", ++sequence_}, {"type", "response"}, {"success", true}};
  message["request_seq"] = number_or(request, "seq", 0);
  message["command"] = text_or(request, "command", "");
  if (!body.is_null()) message["body"] = body;
  send_(message);
}

void Adapter::refuse(const Json& request, const std::string& why) {
  const Json* seq = member(request, "seq");
  const Json* command = member(request, "command");
  const bool numbered = seq != nullptr && seq->is_number_integer();
  Json message = {{"seq", ++sequence_}, {"type", "response"}, {"success", false}, {"message", why}};
  message["request_seq"] = numbered ? *seq : Json(0);
  message["command"] = command != nullptr && command->is_string() ? *command : Json("");
  // The text is a format of the protocol, in which braces name variables.
  message["body"]["error"] = {{"id", 1}, {"format", "{why}"}, {"variables", {{"why", why}}}, {"showUser", true}};
  send_(message);
}

void Adapter::event(const std::string& name, const Json& body) {
  Json message = {{"seq", ++sequence_}, {"type", "event"}, {"event", name}};
  if (!body.is_null()) message["body"] = body;
  send_(message);
}

void Adapter::event_after(const std::string& name, const Json& body) {
  events_.push_back({{"event", name}, {"body", body}});
}

void Adapter::output(const std::string& category, const std::string& text, const Location& location) {
  Json body = {{"category", category}, {"output", text}};
  if (location.line > 0) put_place(location, body);
  event("output", body);
}

void Adapter::stopped(const Stop& stop) {
  references_.clear();
  last_stop_ = stop;
  if (stop.over) {
    output("console", stop.text + "\n");
    terminated();
    return;
  }
  std::string description = stop.description;
  if (!stop.text.empty()) description += ": " + stop.text;
  Json body = {{"reason", stop.reason}, {"description", description}, {"allThreadsStopped", true}};
  if (stop.pid >= 0) body["threadId"] = thread_of(stop.pid);
  if (!stop.text.empty()) body["text"] = stop.text;
  if (!stop.ids.empty()) body["hitBreakpointIds"] = stop.ids;
  event("stopped", body);
}

bool Adapter::busy() const { return phase_ == Phase::checking || (runner_ && runner_->busy()); }

void Adapter::work() {
  if (phase_ == Phase::checking) {
    if (launch_->check_done()) finish_check();
    return;
  }
  if (!runner_ || !runner_->busy()) return;
  try {
    if (const std::optional<Stop> stop = runner_->work()) stopped(*stop);
  } catch (const Error& e) {
    output("stderr", fmt::format("{}\n", e.what()));
    stopped(runner_->pause());
  }
}

Runner& Adapter::runner() {
  if (phase_ == Phase::over) throw Error("the session is over; start it again");
  if (!runner_) throw Error("no model is there yet: `launch` comes first");
  return *runner_;
}

const Model& Adapter::model() {
  runner();
  return launch_->model();
}

int32_t Adapter::pid_of_thread(int64_t thread) {
  const std::vector<ProcessState> processes = runner().walk().processes();
  for (const ProcessState& p : processes) {
    if (thread_of(p.pid) == thread) return p.pid;
  }
  throw Error(fmt::format("there is no thread {}: process {} does not live", thread, thread - 1));
}

uint32_t Adapter::own_line(int64_t line) const {
  const int64_t own = line + (lines_from_one_ ? 0 : 1);
  if (own < 1 || own > std::numeric_limits<int32_t>::max()) throw Error(fmt::format("there is no line {}", line));
  return static_cast<uint32_t>(own);
}

}  // namespace gyre::dap
