// Breakpoints: at lines, of data, of errors.
#include <charconv>

#include <fmt/format.h>

#include "dap/adapter.h"

namespace gyre::dap {

namespace {

constexpr size_t kMost = 10'000;  // breakpoints of a kind

// A dataId is one of these: a variable or a channel by its name, or an expression in the view of a process.
constexpr std::string_view kByName = "name:";
constexpr std::string_view kByExpression = "expression:";

std::vector<Json> limited(std::vector<Json> list) {
  if (list.size() > kMost) throw Error(fmt::format("more than {} breakpoints", kMost));
  return list;
}

}  // namespace

Trigger Adapter::trigger_of(const Json& breakpoint) {
  Trigger out;
  const std::string condition = text_or(breakpoint, "condition", "");
  if (!condition.empty()) out.condition = Expression(model(), condition);
  out.hit_condition = HitCondition(text_or(breakpoint, "hitCondition", ""));
  out.log = text_or(breakpoint, "logMessage", "");
  return out;
}

Json Adapter::line_breakpoint(const Json& wanted, const std::string& path, std::vector<LineBreakpoint>& out) {
  Json told = {{"id", next_breakpoint_++}, {"verified", false}};
  try {
    const uint32_t line = own_line(number_of(wanted, "line"));
    told["line"] = client_line(line);
    if (!runner().places().knows(path)) throw Error("this file is no part of the model that is debugged");
    const std::optional<uint32_t> stop = runner().places().stop_line(path, line);
    if (!stop) throw Error("there is no statement here or below");
    LineBreakpoint b{trigger_of(wanted), path, *stop};
    b.trigger.id = told["id"];
    told["verified"] = true;
    told["line"] = client_line(*stop);
    out.push_back(std::move(b));
  } catch (const Error& e) {
    told["message"] = e.what();
  }
  return told;
}

Adapter::Answer Adapter::on_set_breakpoints(const Json& arguments) {
  const Json* source = member(arguments, "source");
  if (source == nullptr) throw Error("`source` is missing in the request");
  const std::string path = full_path(text_of(*source, "path"));
  std::vector<LineBreakpoint> set;
  Json told = Json::array();
  for (const Json& wanted : limited(list_of(arguments, "breakpoints")))
    told.push_back(line_breakpoint(wanted, path, set));
  runner().breakpoints().lines[path] = std::move(set);
  return Json{{"breakpoints", told}};
}

Adapter::Answer Adapter::on_breakpoint_locations(const Json& arguments) {
  const Json* source = member(arguments, "source");
  if (source == nullptr) throw Error("`source` is missing in the request");
  const int64_t first = number_of(arguments, "line");
  const int64_t last = number_or(arguments, "endLine", first);
  Json told = Json::array();
  const std::string path = full_path(text_of(*source, "path"));
  for (const uint32_t line : runner().places().stop_lines(path, own_line(first), own_line(last)))
    told.push_back({{"line", client_line(line)}});
  return Json{{"breakpoints", told}};
}

Adapter::Answer Adapter::on_data_breakpoint_info(const Json& arguments) {
  const std::string name = text_of(arguments, "name");
  const int64_t reference = number_or(arguments, "variablesReference", 0);
  const Json types = Json::array({"write"});
  if (reference > 0) {
    if (static_cast<uint64_t>(reference) > references_.size()) throw Error("these variables are of a former state");
    for (const ValueTree& tree : *references_[static_cast<size_t>(reference) - 1].list) {
      if (tree.label != name || tree.data.empty()) continue;
      return Json{{"dataId", std::string(kByName) + tree.data},
                  {"description", "when " + tree.data + " changes"},
                  {"accessTypes", types},
                  {"canPersist", true}};
    }
    return Json{{"dataId", nullptr}, {"description", fmt::format("{} cannot change by itself", name)}};
  }
  const int32_t pid = pid_of_frame(arguments);
  try {
    const Expression checked(model(), name);
    runner().walk().value(checked, pid);
  } catch (const Error& e) {
    return Json{{"dataId", nullptr}, {"description", e.what()}};
  }
  return Json{{"dataId", fmt::format("{}{}:{}", kByExpression, pid, name)},
              {"description", "when " + name + " changes"},
              {"accessTypes", types}};
}

Json Adapter::data_breakpoint(const Json& wanted, std::vector<DataBreakpoint>& out) {
  Json told = {{"id", next_breakpoint_++}, {"verified", false}};
  try {
    const std::string id = text_of(wanted, "dataId");
    if (text_or(wanted, "accessType", "write") != "write") throw Error("only writing is seen, no reading");
    DataBreakpoint b;
    b.trigger = trigger_of(wanted);
    b.trigger.id = told["id"];
    if (id.starts_with(kByName)) {
      b.data = id.substr(kByName.size());
    } else {
      const std::string rest = id.starts_with(kByExpression) ? id.substr(kByExpression.size()) : "";
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), b.pid);
      if (error != std::errc() || *end != ':') throw Error(fmt::format("`{}` is no dataId of this program", id));
      b.watched = Expression(model(), end + 1);
    }
    told["verified"] = true;
    out.push_back(std::move(b));
  } catch (const Error& e) {
    told["message"] = e.what();
  }
  return told;
}

Adapter::Answer Adapter::on_set_data_breakpoints(const Json& arguments) {
  std::vector<DataBreakpoint> set;
  Json told = Json::array();
  for (const Json& wanted : limited(list_of(arguments, "breakpoints"))) told.push_back(data_breakpoint(wanted, set));
  runner().breakpoints().data = std::move(set);
  runner().breakpoints().look_anew(runner().walk());
  return Json{{"breakpoints", told}};
}

Adapter::Answer Adapter::on_set_exception_breakpoints(const Json& arguments) {
  Breakpoints& breakpoints = runner().breakpoints();
  bool errors = false, deadlocks = false, ends = false;
  BlockedFilter blocked;
  const auto set = [&](const std::string& filter, const std::string& condition) {
    if (filter == "blocked") {
      blocked = {true, condition};
      return;
    }
    if (!condition.empty()) throw Error(fmt::format("the filter `{}` takes no condition", filter));
    if (filter == "assertion") {
      errors = true;
    } else if (filter == "deadlock") {
      deadlocks = true;
    } else if (filter == "end") {
      ends = true;
    } else {
      throw Error(fmt::format("there is no filter `{}`: there are assertion, deadlock, end, blocked", filter));
    }
  };
  for (const Json& filter : list_of(arguments, "filters")) {
    if (!filter.is_string()) throw Error("`filters` of the request must be a list of texts");
    set(filter.get<std::string>(), "");
  }
  for (const Json& option : list_of(arguments, "filterOptions"))
    set(text_of(option, "filterId"), text_or(option, "condition", ""));
  breakpoints.errors = errors;
  breakpoints.deadlocks = deadlocks;
  breakpoints.ends = ends;
  breakpoints.blocked = blocked;
  breakpoints.look_anew(runner().walk());
  return Json(nullptr);
}

Adapter::Answer Adapter::on_exception_info(const Json& arguments) {
  runner();
  number_of(arguments, "threadId");
  if (!last_stop_ || last_stop_->exception.empty()) throw Error("the run did not stop for an error");
  return Json{{"exceptionId", last_stop_->exception}, {"description", last_stop_->text}, {"breakMode", "always"}};
}

}  // namespace gyre::dap
