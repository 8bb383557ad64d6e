// The state: threads, stacks, scopes, variables, expressions.
#include <algorithm>

#include <fmt/format.h>

#include "dap/adapter.h"

namespace gyre::dap {

namespace {

constexpr int64_t kFramesPerThread = 1000;
constexpr size_t kLongName = 80;

std::string shortened(const std::string& text) {
  return text.size() <= kLongName ? text : text.substr(0, kLongName - 3) + "...";
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& t : texts) out += (out.empty() ? "" : " | ") + t;
  return out;
}

std::string named(const std::string& process, int32_t pid) { return fmt::format("{}({})", process, pid); }

std::string last_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

Json Adapter::source_of(const Location& location) const {
  return {{"name", last_name(location.file)},
          {"path", runner_ ? runner_->places().path(location.file) : full_path(location.file)}};
}

void Adapter::put_place(const Location& location, Json& out) const {
  if (!location.file.empty()) out["source"] = source_of(location);
  out["line"] = location.line == 0 ? 0 : client_line(location.line);
  out["column"] = location.column == 0 ? 0 : int64_t{location.column} - (columns_from_one_ ? 0 : 1);
}

int32_t Adapter::pid_of_frame(const Json& arguments) {
  const int64_t frame = number_or(arguments, "frameId", 0);
  if (frame <= 0) return -1;
  return pid_of_thread(frame / kFramesPerThread);
}

Adapter::Answer Adapter::on_threads(const Json&) {
  Json threads = Json::array();
  for (const ProcessState& p : runner().walk().processes()) {
    const char* how = p.can_move ? "" : p.held ? " waits for its turn" : p.valid_end ? " is at an end" : " is blocked";
    threads.push_back({{"id", thread_of(p.pid)}, {"name", named(p.process, p.pid) + how}});
  }
  return Json{{"threads", threads}};
}

// A frame for the statement, and one for each call of an inline around it.
Json Adapter::frames_of(const ProcessState& process) {
  Location location = process.location;
  std::vector<InlinedBy> calls = process.calls;
  std::string statement = joined(process.next);
  // What comes next says it better than the place where the process stands: of several statements it is one.
  const Steps upcoming = runner().upcoming();
  const auto step = std::ranges::find(upcoming, process.pid, &Step::pid);
  if (step != upcoming.end()) {
    location = step->location;
    calls = step->calls;
    statement = step->source;
  }
  Json frames = Json::array();
  const std::string owner = named(process.process, process.pid);
  for (size_t depth = 0; depth <= calls.size() && depth < kFramesPerThread; ++depth) {
    std::string name = depth < calls.size() ? calls[depth].name : owner;
    if (depth == 0 && !statement.empty()) name += ": " + shortened(statement);
    Json frame = {{"id", thread_of(process.pid) * kFramesPerThread + static_cast<int64_t>(depth)}, {"name", name}};
    put_place(depth == 0 ? location : calls[depth - 1].location, frame);
    frames.push_back(frame);
  }
  return frames;
}

Adapter::Answer Adapter::on_stack_trace(const Json& arguments) {
  const int32_t pid = pid_of_thread(number_of(arguments, "threadId"));
  const std::vector<ProcessState> processes = runner().walk().processes();
  const Json all = frames_of(*std::ranges::find(processes, pid, &ProcessState::pid));
  const int64_t first = number_or(arguments, "startFrame", 0), levels = number_or(arguments, "levels", 0);
  if (first < 0 || levels < 0) throw Error("`startFrame` and `levels` are not negative");
  Json frames = Json::array();
  for (int64_t i = first; std::cmp_less(i, all.size()) && (levels == 0 || i - first < levels); ++i)
    frames.push_back(all[static_cast<size_t>(i)]);
  return Json{{"stackFrames", frames}, {"totalFrames", all.size()}};
}

int64_t Adapter::reference_to(std::shared_ptr<const std::vector<ValueTree>> owner, const std::vector<ValueTree>& list) {
  references_.push_back({std::move(owner), &list});
  return static_cast<int64_t>(references_.size());
}

// What can be done, and why others cannot.
std::vector<ValueTree> Adapter::moves_here() {
  Walk& walk = runner().walk();
  std::vector<ValueTree> out;
  for (size_t i = 0; i < walk.moves().size(); ++i)
    out.push_back({std::to_string(i + 1), "", walk.move_text(i), "", {}});
  for (const ProcessState& p : walk.processes()) {
    if (!p.can_move) out.push_back({named(p.process, p.pid), "", p.why_not, "", {}});
  }
  return out;
}

Adapter::Answer Adapter::on_scopes(const Json& arguments) {
  number_of(arguments, "frameId");
  const int32_t pid = pid_of_frame(arguments);
  Walk& walk = runner().walk();
  Json scopes = Json::array();
  const auto add = [&](const char* name, const char* hint, std::vector<ValueTree> list) {
    if (list.empty()) return;
    const auto owner = std::make_shared<const std::vector<ValueTree>>(std::move(list));
    Json scope = {{"name", name}, {"variablesReference", reference_to(owner, *owner)}, {"expensive", false}};
    if (*hint != '\0') scope["presentationHint"] = hint;
    scopes.push_back(scope);
  };
  const std::vector<Value> state = walk.state();
  add("Locals", "locals", values_in(state, Scope::locals, pid));
  add("Globals", "", values_in(state, Scope::globals, -1));
  add("Channels", "", values_in(state, Scope::channels, -1));
  std::vector<ValueTree> atoms;
  for (const Atom& a : walk.atoms())
    atoms.push_back({a.text, a.text, a.value ? (*a.value ? "true" : "false") : "no value", "", {}});
  add("Formula", "", atoms);
  add("Moves", "", moves_here());
  return Json{{"scopes", scopes}};
}

Json Adapter::variable_of(const std::shared_ptr<const std::vector<ValueTree>>& owner, const ValueTree& tree) {
  Json out = {{"name", tree.label}, {"value", tree.value}, {"variablesReference", 0}};
  if (!tree.name.empty()) out["evaluateName"] = tree.data.empty() ? tree.name : tree.data;
  if (!tree.kids.empty()) {
    out["variablesReference"] = reference_to(owner, tree.kids);
    out[tree.kids.front().label.starts_with('[') ? "indexedVariables" : "namedVariables"] = tree.kids.size();
  }
  return out;
}

Adapter::Answer Adapter::on_variables(const Json& arguments) {
  runner();
  const int64_t reference = number_of(arguments, "variablesReference");
  if (reference < 1 || static_cast<uint64_t>(reference) > references_.size())
    throw Error("these variables are of a former state");
  const int64_t start = number_or(arguments, "start", 0), count = number_or(arguments, "count", 0);
  if (start < 0 || count < 0) throw Error("`start` and `count` are not negative");
  const Reference list = references_[static_cast<size_t>(reference) - 1];
  const std::string filter = text_or(arguments, "filter", "");
  Json variables = Json::array();
  for (size_t i = static_cast<size_t>(start); i < list.list->size(); ++i) {
    if (count > 0 && std::cmp_greater_equal(variables.size(), count)) break;
    const ValueTree& tree = (*list.list)[i];
    if (!filter.empty() && (filter == "indexed") != tree.label.starts_with('[')) continue;
    variables.push_back(variable_of(list.owner, tree));
  }
  return Json{{"variables", variables}};
}

Json Adapter::evaluated(const std::string& text, int32_t pid) {
  Walk& walk = runner().walk();
  const std::vector<Value> state = walk.state();
  // Arrays, records and channels by their names have children.
  for (const Scope scope : {Scope::locals, Scope::channels, Scope::globals}) {
    const auto owner = std::make_shared<const std::vector<ValueTree>>(values_in(state, scope, pid));
    const ValueTree* tree = find_value(*owner, text);
    if (tree == nullptr || tree->kids.empty()) continue;
    return {{"result", tree->value}, {"variablesReference", reference_to(owner, tree->kids)}};
  }
  return {{"result", walk.value(Expression(model(), text), pid).text}, {"variablesReference", 0}};
}

Adapter::Answer Adapter::on_evaluate(const Json& arguments) {
  std::string text = text_of(arguments, "expression");
  const size_t first = text.find_first_not_of(" \t\r\n");
  text = first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
  if (text.starts_with(':') && text_or(arguments, "context", "") == "repl") return command(text);
  return evaluated(text, pid_of_frame(arguments));
}

}  // namespace gyre::dap
