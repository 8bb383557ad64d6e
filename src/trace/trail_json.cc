#include "trace/trail_json.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "trace/write_file.h"

namespace gyre::trace {

namespace {

using Json = nlohmann::json;
using Ordered = nlohmann::ordered_json;

constexpr size_t kChoicesPerLine = 20;

// On one line. What is no UTF-8 (a printf of %c may be anything) is replaced.
std::string dump(const Ordered& json) { return json.dump(-1, ' ', false, Ordered::error_handler_t::replace); }

Ordered value_json(const std::string& text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && std::to_string(number) == text) return number;
  return text;
}

Ordered location_json(const ir::Program& program, const Span& span) {
  Ordered out = Ordered::object();
  if (!span.known() || !program.sources) return out;
  out["file"] = program.sources->name(span.file);
  out["line"] = span.line;
  out["column"] = span.column;
  return out;
}

Ordered message_json(const MessageEvent& e) {
  Ordered out = {{"kind", e.is_send ? "send" : "receive"}, {"channel", e.channel_name}, {"message", e.text}};
  if (e.rendezvous) out["rendezvous"] = true;
  if (e.peek) out["peek"] = true;
  if (e.lost) out["lost"] = true;
  return out;
}

Ordered step_json(const Trace& trace, const Step& step) {
  Ordered out = {{"pid", step.pid},
                 {"process", step.process},
                 {"statement", step.statement},
                 {"id", step.spin_id},
                 {"location", location_json(trace.program(), step.span)}};
  if (step.atomic) out["atomic"] = true;
  if (step.handshake) out["handshake"] = true;
  out["changes"] = Ordered::object();
  for (const NamedValue& v : step.changes) out["changes"][v.name] = value_json(v.value);
  for (const MessageEvent& e : step.messages) out["messages"].push_back(message_json(e));
  if (!step.output.empty()) out["output"] = step.output;
  if (step.error != ErrorKind::none) out["error"] = model::error_name(step.error);
  return out;
}

Ordered error_json(const Trace& trace) {
  const Failure& f = trace.failure;
  Ordered location = location_json(trace.program(), f.span);
  if (f.pid >= 0) {
    location["process"] = f.process;
    location["pid"] = f.pid;
  }
  return {{"kind", model::error_name(f.kind)}, {"message", f.message}, {"location", location}, {"place", f.place}};
}

// Reading -----------------------------------------------------------------------------------------------------------

// Where in the file something is wrong: "m.trail.json: steps[4].pid: ...".
[[noreturn]] void refuse(const std::string& file, const std::string& path, const std::string& what) {
  throw Error(path.empty() ? fmt::format("{}: {}", file, what) : fmt::format("{}: {}: {}", file, path, what));
}

// A JSON value that knows where it stands.
class Node {
 public:
  Node(const Json& json, const std::string& file, std::string path)
      : json_(json), file_(file), path_(std::move(path)) {}

  void expect_object() const {
    if (!json_.is_object()) refuse(file_, path_, "an object is expected");
  }
  bool has(const char* key) const { return json_.contains(key); }
  Node at(const char* key) const {
    expect_object();
    const std::string path = path_.empty() ? key : path_ + "." + key;
    if (!json_.contains(key)) refuse(file_, path, "this is missing");
    return {json_.at(key), file_, path};
  }
  std::string text() const {
    if (!json_.is_string()) refuse(file_, path_, "a string is expected");
    return json_.get<std::string>();
  }
  int64_t integer(int64_t low, int64_t high) const {
    if (!json_.is_number_integer()) refuse(file_, path_, "an integer is expected");
    const bool too_large = json_.is_number_unsigned() && json_.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX);
    const int64_t value = too_large ? 0 : json_.get<int64_t>();
    if (too_large || value < low || value > high) {
      refuse(file_, path_, fmt::format("{} is not in the range {} .. {}", json_.dump(), low, high));
    }
    return value;
  }
  // Calls f(element) for each.
  template <class F>
  void each(F f) const {
    if (!json_.is_array()) refuse(file_, path_, "an array is expected");
    for (size_t i = 0; i < json_.size(); ++i) f(Node{json_[i], file_, fmt::format("{}[{}]", path_, i)});
  }
  [[noreturn]] void fail(const std::string& what) const { refuse(file_, path_, what); }

 private:
  const Json& json_;
  const std::string& file_;
  std::string path_;
};

Json parse(const std::string& text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    const size_t at = std::min(e.byte == 0 ? 0 : e.byte - 1, text.size());
    const auto line = std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1;
    const size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const size_t column = start == std::string::npos ? at + 1 : at - start;
    throw Error(fmt::format("{}:{}:{}: this is not JSON", file, line, column));
  } catch (const Json::exception& e) {  // a number that is too large
    throw Error(fmt::format("{}: this is not JSON that can be read: {}", file, e.what()));
  }
}

ErrorKind kind_of(const Node& node) {
  const std::string name = node.text();
  for (int k = 0; k < 256; ++k) {
    const auto kind = static_cast<ErrorKind>(k);
    if (name == model::error_name(kind)) return kind;
  }
  node.fail(fmt::format("'{}' is no kind of error", name));
}

}  // namespace

std::string write_trail(const Trace& trace, const std::string& model) {
  std::string out = "{\n";
  auto entry = [&](const char* key, const Ordered& value) { out += fmt::format("  \"{}\": {},\n", key, dump(value)); };
  entry("tool", "gyre");
  entry("version", GYRE_VERSION);
  entry("model", model);
  entry("language", trace.program().language);
  entry("error", error_json(trace));
  entry("length", trace.length);
  entry("cycle_start", trace.cycle_start);
  out += "  \"choices\": [";
  for (size_t i = 0; i < trace.choices.size(); ++i) {
    out += i == 0 ? "" : i % kChoicesPerLine == 0 ? ",\n    " : ", ";
    out += std::to_string(trace.choices[i]);
  }
  out += "],\n  \"steps\": [";
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    out += i == 0 ? "\n    " : ",\n    ";
    out += dump(step_json(trace, trace.steps[i]));
  }
  out += trace.steps.empty() ? "]\n}\n" : "\n  ]\n}\n";
  return out;
}

TrailFile read_trail(const std::string& text, const std::string& file_name) {
  const Json json = parse(text, file_name);
  const Node root(json, file_name, "");
  root.expect_object();
  if (root.at("tool").text() != "gyre") refuse(file_name, "tool", "this is no trail of gyre");
  TrailFile out;
  out.name = file_name;
  out.model = root.at("model").text();
  out.language = root.at("language").text();
  const Node error = root.at("error");
  out.kind = kind_of(error.at("kind"));
  out.message = error.at("message").text();
  if (error.has("place")) out.place = static_cast<uint32_t>(error.at("place").integer(0, UINT32_MAX));
  out.length = static_cast<uint64_t>(root.at("length").integer(0, INT64_MAX));
  if (root.has("cycle_start")) {
    out.cycle_start = root.at("cycle_start").integer(-1, static_cast<int64_t>(out.length));
  }
  root.at("choices").each([&](const Node& n) {
    out.choices.push_back(static_cast<uint32_t>(n.integer(0, UINT32_MAX)));
  });
  root.at("steps").each([&](const Node& n) {
    TrailFile::StepLine line;
    line.pid = static_cast<int32_t>(n.at("pid").integer(0, INT32_MAX));
    line.process = n.at("process").text();
    line.statement = n.at("statement").text();
    out.steps.push_back(std::move(line));
  });
  if (out.steps.size() != out.length) {
    refuse(file_name, "steps", fmt::format("{} steps, but the length is {}", out.steps.size(), out.length));
  }
  return out;
}

TrailFile read_trail_file(const std::string& path) { return read_trail(read_file(path), path); }

ReplayResult replay(vm::Machine& machine, const TrailFile& file) {
  if (file.language != machine.program().language) {
    ReplayResult refused;
    refused.trace = start(machine);
    refused.why_not =
        fmt::format("{}: the trail is of a {} model, this one is {}", file.name, file.language, machine.program().language);
    return refused;
  }
  // A deadlock is nowhere in particular, and a trail that only says what happened has no error at all.
  ReplayResult result = replay(machine, file.choices, file.kind, file.kind == ErrorKind::deadlock ? kAnyPlace : file.place);
  const std::vector<Step>& steps = result.trace.steps;
  result.trace.cycle_start = file.cycle_start;
  const size_t count = std::min(steps.size(), file.steps.size());
  for (size_t i = 0; i < count; ++i) {
    const TrailFile::StepLine& line = file.steps[i];
    if (steps[i].pid == line.pid && steps[i].process == line.process && steps[i].statement == line.statement) continue;
    result.confirmed = false;
    result.why_not = fmt::format("{}: step {} is `{}` of {}, but the model does `{}` of {}: has the model been changed?",
                                 file.name, i + 1, line.statement, process_text(line.process, line.pid),
                                 steps[i].statement, process_text(steps[i].process, steps[i].pid));
    return result;
  }
  if (result.confirmed && steps.size() != file.steps.size()) {
    result.confirmed = false;
    result.why_not = fmt::format("{}: {} steps, but the model does {}: has the model been changed?", file.name,
                                 file.steps.size(), steps.size());
  } else if (!result.confirmed) {
    result.why_not = fmt::format("{}: {}", file.name, result.why_not);
  }
  return result;
}

}  // namespace gyre::trace
