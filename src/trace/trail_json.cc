#include "trace/trail_json.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/narrow.h"
#include "trace/processes.h"

namespace gyre::trace {

namespace {

using Json = nlohmann::ordered_json;  // atoms stay in their order

constexpr size_t kChoicesPerLine = 20;
constexpr int64_t kNoCycle = -1;  // of a finite run

// Trails may have millions of steps: they are written as text, not made of JSON objects. What is no UTF-8 (a printf of
// %c may be anything) is replaced.
std::string json_string(std::string_view text) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; });
  if (plain) return fmt::format("\"{}\"", text);
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Numbers are numbers.
std::string value_json(const std::string& text) {
  const size_t sign = text.size() > 1 && text[0] == '-' ? 1 : 0;
  const bool digits = text.find_first_not_of("0123456789", sign) == std::string::npos && text.size() > sign;
  return digits && text.size() < 12 ? text : json_string(text);
}

std::string place_json(const SourceMap& sources, const Span& span) {
  return fmt::format("\"file\": {}, \"line\": {}, \"column\": {}", json_string(sources.name(span.file)), span.line,
                     span.column);
}

// "file", "line", "column" and "calls" as the beginning of an object.
std::string location_json(const ir::Program& program, const Span& span) {
  if (!span.known() || !program.sources) return "{";
  std::string calls;
  for (const InlineCall& c : program.sources->calls_around(span)) {
    calls += fmt::format("{}{{\"inline\": {}, {}}}", calls.empty() ? "" : ", ", json_string(c.name),
                         place_json(*program.sources, c.at));
  }
  if (!calls.empty()) calls = fmt::format(", \"calls\": [{}]", calls);
  return "{" + place_json(*program.sources, span) + calls;
}

std::string message_json(const MessageEvent& e) {
  return fmt::format("{{\"kind\": \"{}\", \"channel\": {}, \"message\": {}{}{}{}}}", e.is_send ? "send" : "receive",
                     json_string(e.channel_name), json_string(e.text), e.rendezvous ? ", \"rendezvous\": true" : "",
                     e.peek ? ", \"peek\": true" : "", e.lost ? ", \"lost\": true" : "");
}

const char* truth_json(Truth value) {
  switch (value) {
    case Truth::no: return "false";
    case Truth::yes: return "true";
    case Truth::undefined: return "null";
  }
  __builtin_unreachable();
}

// What is new of the formula's atoms after so many steps, as an object.
std::string atoms_json(const Trace& trace, size_t after) {
  std::string out;
  for (const AtomValues* a : changed_atoms(trace, after))
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", json_string(a->text), truth_json(a->values[after]));
  return "{" + out + "}";
}

std::string values_json(const std::vector<NamedValue>& values, const Selection& selection) {
  std::string out;
  for (const NamedValue& v : selection.of(values))
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", json_string(v.name), value_json(v.value));
  return "{" + out + "}";
}

std::string process_json(const Trace& trace, const ProcessStatus& p) {
  std::string next;
  for (const std::string& statement : p.at.waits_in) next += (next.empty() ? "" : ", ") + json_string(statement);
  std::string out =
      fmt::format("{{\"pid\": {}, \"process\": {}, \"location\": {}}}, \"next\": [{}], \"can_move\": {}", p.at.pid,
                  json_string(p.at.process), location_json(trace.program(), p.at.span), next, p.can_move);
  if (!p.can_move) out += fmt::format(", \"why_not\": {}", json_string(p.why_not));
  if (p.at.valid_end) out += ", \"valid_end\": true";
  return out + "}";
}

// The state behind the last step: its values, and who can move there and who cannot and why.
std::string final_json(const Trace& trace, const Selection& selection) {
  if (trace.initial.empty()) return "null";
  std::string processes;
  for (const ProcessStatus& p : process_states(trace, trace.steps.size())) {
    if (!selection.shows_process(p.at.pid, p.at.type)) continue;
    processes += fmt::format("{}\n      {}", processes.empty() ? "" : ",", process_json(trace, p));
  }
  return fmt::format("{{\n    \"values\": {},\n    \"processes\": [{}]\n  }}",
                     values_json(describe(trace.program(), trace.shapes(), trace.final_state()), selection), processes);
}

// `index` counts from 0.
std::string step_json(const Trace& trace, size_t index, const Selection& selection) {
  const Step& step = trace.steps[index];
  const std::string number = selection.view().whole() ? "" : fmt::format("\"step\": {}, ", step.number);
  std::string out = fmt::format("{{{}\"pid\": {}, \"process\": {}, \"statement\": {}, \"id\": {}, \"location\": {}}}",
                                number, step.pid, json_string(step.process), json_string(step.statement), step.spin_id,
                                location_json(trace.program(), step.span));
  if (step.source != step.statement) out += fmt::format(", \"source\": {}", json_string(step.source));
  if (step.atomic) out += ", \"atomic\": true";
  if (step.handshake) out += ", \"handshake\": true";
  out += ", \"changes\": " + values_json(step.changes, selection);
  if (!changed_atoms(trace, index + 1).empty()) out += ", \"atoms\": " + atoms_json(trace, index + 1);
  if (!step.messages.empty()) {
    out += ", \"messages\": [";
    for (size_t i = 0; i < step.messages.size(); ++i) out += (i > 0 ? ", " : "") + message_json(step.messages[i]);
    out += "]";
  }
  if (!step.output.empty()) out += fmt::format(", \"output\": {}", json_string(step.output));
  if (step.error != ErrorKind::none) out += fmt::format(", \"error\": \"{}\"", model::error_name(step.error));
  return out + "}";
}

std::string error_json(const Trace& trace) {
  const Failure& f = trace.failure;
  std::string location = location_json(trace.program(), f.span);
  if (f.pid >= 0) {
    location +=
        fmt::format("{}\"process\": {}, \"pid\": {}", location.size() > 1 ? ", " : "", json_string(f.process), f.pid);
  }
  return fmt::format("{{\"kind\": \"{}\", \"message\": {}, \"location\": {}}}, \"place\": {}}}",
                     model::error_name(f.kind), json_string(f.message), location, f.place);
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
    const bool too_large = json_.is_number_unsigned() && !std::in_range<int64_t>(json_.get<uint64_t>());
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
  // Calls f(name, value) for each member of an object.
  template <class F>
  void each_member(F f) const {
    expect_object();
    for (const auto& [name, value] : json_.items()) f(name, Node{value, file_, fmt::format("{}.{}", path_, name)});
  }
  Truth truth() const {
    if (json_.is_null()) return Truth::undefined;
    if (!json_.is_boolean()) refuse(file_, path_, "true, false or null is expected");
    return json_.get<bool>() ? Truth::yes : Truth::no;
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
    const auto line = std::count(text.data(), text.data() + at, '\n') + 1;
    const size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const size_t column = start == std::string::npos ? at + 1 : at - start;
    throw Error(fmt::format("{}:{}:{}: this is not JSON", file, line, column));
  } catch (const Json::exception& e) {  // a number that is too large
    throw Error(fmt::format("{}: this is not JSON that can be read: {}", file, e.what()));
  }
}

std::vector<TrailFile::AtomValue> atoms_of(const Node& node) {
  std::vector<TrailFile::AtomValue> out;
  node.each_member([&](const std::string& text, const Node& n) { out.push_back({text, n.truth()}); });
  return out;
}

ErrorKind kind_of(const Node& node) {
  const std::string name = node.text();
  if (const auto kind = value_of<ErrorKind>(name)) return *kind;
  node.fail(fmt::format("'{}' is no kind of error", name));
}

}  // namespace

std::string write_trail(const Trace& trace, const std::string& model, const View& view) {
  const Selection selection(trace, view);
  std::string out = fmt::format(
      "{{\n  \"tool\": \"gyre\",\n  \"version\": {},\n  \"model\": {},\n  \"language\": {},\n  \"error\": {},\n"
      "  \"length\": {},\n  \"cycle_start\": {},\n",
      json_string(GYRE_VERSION), json_string(model), json_string(trace.program().semantics.language), error_json(trace),
      trace.length, trace.cycle_start ? narrow<int64_t>(*trace.cycle_start) : kNoCycle);
  if (!trace.atoms.empty()) out += fmt::format("  \"atoms\": {},\n", atoms_json(trace, 0));
  if (view.whole()) {
    out += "  \"choices\": [";
    for (size_t i = 0; i < trace.choices.size(); ++i) {
      out += i == 0 ? "" : i % kChoicesPerLine == 0 ? ",\n    " : ", ";
      out += std::to_string(trace.choices[i]);
    }
    out += "],\n";
  } else {
    out += "  \"part\": true,\n";
  }
  out += "  \"steps\": [";
  bool any = false;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (!selection.shows(trace.steps[i])) continue;
    out += any ? ",\n    " : "\n    ";
    out += step_json(trace, i, selection);
    any = true;
  }
  out += any ? "\n  ]" : "]";
  return out + fmt::format(",\n  \"final\": {}\n}}\n", final_json(trace, selection));
}

TrailFile read_trail(const std::string& text, const std::string& file_name) {
  const Json json = parse(text, file_name);
  const Node root(json, file_name, "");
  root.expect_object();
  if (root.at("tool").text() != "gyre") refuse(file_name, "tool", "this is no trail of gyre");
  if (root.has("part"))
    refuse(file_name, "part", "this is a part of a run, for reading: it cannot be followed; replay it without filters");
  TrailFile out;
  out.name = file_name;
  out.model = root.at("model").text();
  out.language = root.at("language").text();
  const Node error = root.at("error");
  out.kind = kind_of(error.at("kind"));
  out.message = error.at("message").text();
  if (error.has("place")) out.place = narrow<uint32_t>(error.at("place").integer(0, UINT32_MAX));
  out.length = narrow<uint64_t>(root.at("length").integer(0, INT64_MAX));
  if (root.has("cycle_start")) {
    const int64_t start = root.at("cycle_start").integer(kNoCycle, narrow<int64_t>(out.length));
    if (start != kNoCycle) out.cycle_start = narrow<size_t>(start);
  }
  if (root.has("atoms")) out.atoms = atoms_of(root.at("atoms"));
  root.at("choices").each([&](const Node& n) { out.choices.push_back(narrow<uint32_t>(n.integer(0, UINT32_MAX))); });
  root.at("steps").each([&](const Node& n) {
    TrailFile::StepLine line;
    line.pid = narrow<int32_t>(n.at("pid").integer(0, INT32_MAX));
    line.process = n.at("process").text();
    line.statement = n.at("statement").text();
    if (n.has("atoms")) line.atoms = atoms_of(n.at("atoms"));
    out.steps.push_back(std::move(line));
  });
  if (out.steps.size() != out.length) {
    refuse(file_name, "steps", fmt::format("{} steps, but the length is {}", out.steps.size(), out.length));
  }
  return out;
}

}  // namespace gyre::trace
