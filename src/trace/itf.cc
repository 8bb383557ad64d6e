#include "trace/itf.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/narrow.h"

namespace gyre::trace {

namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kLargest = (int64_t{1} << 53) - 1;

Json integer(int64_t value) {
  if (value >= -kLargest && value <= kLargest) return value;
  return {{"#bigint", std::to_string(value)}};
}

// Numbers are numbers, and what ESML calls TRUE and FALSE are those of JSON; the rest are names.
Json scalar(const Trace& trace, const std::string& text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return integer(number);
  const bool esml = std::string_view(trace.program().semantics.language) == "esml";
  if (esml && (text == "TRUE" || text == "FALSE")) return text == "TRUE";
  return text;
}

// "P(0):a[2].b" is the element 2, and of that the field b, of "P(0):a".
class Path {
 public:
  explicit Path(const std::string& name) : name_(name) {
    const size_t owner = name.find(':');
    at_ = std::min(name.find_first_of("[.", owner == std::string::npos ? 0 : owner + 1), name.size());
    variable_ = name.substr(0, at_);
  }
  const std::string& variable() const { return variable_; }

  // Puts a value where the rest of the name says.
  void put(Json& into, Json value) {
    Json* place = &into;
    while (at_ < name_.size()) {
      if (name_[at_] == '[') {
        const size_t close = name_.find(']', at_);
        place = &(*place)[std::stoul(name_.substr(at_ + 1, close - at_ - 1))];
        at_ = close + 1;
      } else {
        const size_t next = std::min(name_.find_first_of("[.", at_ + 1), name_.size());
        place = &(*place)[name_.substr(at_ + 1, next - at_ - 1)];
        at_ = next;
      }
    }
    *place = std::move(value);
  }

 private:
  const std::string& name_;
  size_t at_ = 0;
  std::string variable_;
};

class Writer {
 public:
  Writer(const Trace& trace, const std::string& model, const View& view)
      : trace_(trace), model_(model), view_(view), selection_(trace, view) {}

  std::string run() {
    const size_t first = narrow<size_t>(std::max<uint64_t>(view_.from, 1)) - 1;
    const size_t last = narrow<size_t>(std::min<uint64_t>(view_.to, trace_.steps.size()));
    // The last state of a cycle is its first one again.
    const bool loops = trace_.cycle_start && *trace_.cycle_start >= first && last == trace_.steps.size();
    const size_t end = loops && *trace_.cycle_start < last ? last : last + 1;
    std::vector<Json> states;
    for (size_t after = first; after < end && !trace_.initial.empty(); ++after) states.push_back(state(after));
    for (size_t i = 0; i < states.size(); ++i) states[i] = completed(states[i], first + i, i);
    if (loops && end == last) states.back()["#meta"]["then"] = step(trace_.steps.back());
    return text(states, loops ? std::optional<size_t>(*trace_.cycle_start - first) : std::nullopt);
  }

 private:
  Json meta() const {
    Json out;
    out["format"] = "ITF";
    out["format-description"] = "https://apalache-mc.org/docs/adr/015adr-trace.html";
    out["source"] = model_;
    out["status"] = trace_.failure.kind == ErrorKind::none ? "ok" : "violation";
    out["description"] =
        fmt::format("gyre {}{}{}", GYRE_VERSION, trace_.failure.message.empty() ? "" : ": ", trace_.failure.message);
    return out;
  }

  Json step(const Step& s) const {
    Json out;
    out["step"] = s.number;
    out["process"] = s.process;
    out["pid"] = s.pid;
    out["statement"] = s.source;
    if (s.span.known() && trace_.program().sources) {
      out["file"] = trace_.program().sources->name(s.span.file);
      out["line"] = s.span.line;
    }
    return out;
  }

  // The values after so many steps.
  Json state(size_t after) {
    const StateView view = trace_.state(after).view();
    Json out = Json::object();
    for (const NamedValue& v : selection_.of(describe(trace_.program(), trace_.shapes(), view))) {
      if (v.is_channel) continue;
      Path path(v.name);
      path.put(variable(out, path.variable()), scalar(trace_, v.value));
    }
    for (int32_t id = 1; id <= channel_count(trace_.shapes(), view); ++id) {
      const std::string name = channel_name(trace_.program(), trace_.shapes(), view, id);
      if (!holds_messages(view, id) || !selection_.shows(NamedValue{name, "", -1, true, false})) continue;
      Json messages = Json::array();
      for (const std::vector<int32_t>& m : channel_contents(trace_.program(), trace_.shapes(), view, id)) {
        Json fields = Json::array();
        for (const std::string& field : message_fields(trace_.program(), trace_.shapes(), view, id, m))
          fields.push_back(scalar(trace_, field));
        messages.push_back({{"#tup", std::move(fields)}});
      }
      Path path(name);
      path.put(variable(out, path.variable()), std::move(messages));
    }
    return out;
  }

  bool holds_messages(StateView view, int32_t id) const {
    const ir::FrameRef& frame = nth(shape_of(trace_.shapes(), view).channels, id - 1);
    return nth(trace_.program().channel_types, frame.type).capacity > 0;
  }

  Json& variable(Json& state, const std::string& name) {
    if (known_.insert(name).second) names_.push_back(name);
    return state[name];
  }

  // With its number, the step that led to it, the atoms, and all variables in their order.
  Json completed(const Json& values, size_t after, size_t index) const {
    Json out;
    out["#meta"]["index"] = index;
    if (after > 0) out["#meta"].update(step(trace_.steps[after - 1]));
    for (const AtomValues& a : trace_.atoms) {
      Json& atom = out["#meta"]["atoms"][a.text];
      if (a.values[after] != Truth::undefined) atom = a.values[after] == Truth::yes;
    }
    for (const std::string& name : names_) {
      if (values.contains(name))
        out[name] = values.at(name);
      else
        out[name] = {{"#unserializable", "there is no such process"}};
    }
    return out;
  }

  // A line for each state.
  std::string text(const std::vector<Json>& states, const std::optional<size_t>& loop) const {
    const auto dump = [](const Json& j) { return j.dump(-1, ' ', false, Json::error_handler_t::replace); };
    std::string out = fmt::format("{{\n  \"#meta\": {},\n  \"vars\": {},\n  \"states\": [", dump(meta()),
                                  names_.empty() ? "[]" : dump(Json(names_)));
    for (size_t i = 0; i < states.size(); ++i) out += (i > 0 ? ",\n    " : "\n    ") + dump(states[i]);
    out += states.empty() ? "]" : "\n  ]";
    if (loop) out += fmt::format(",\n  \"loop\": {}", *loop);
    return out + "\n}\n";
  }

  const Trace& trace_;
  const std::string& model_;
  const View& view_;
  const Selection selection_;
  std::vector<std::string> names_;
  std::unordered_set<std::string> known_;
};

}  // namespace

std::string itf_integer(int64_t value) { return integer(value).dump(); }

std::string write_itf(const Trace& trace, const std::string& model, const View& view) {
  View range = view;
  range.variables.clear();
  range.hide_locals = false;
  range.from = 1;
  range.to = UINT64_MAX;
  if (!range.all_steps())
    throw Error(
        "an ITF trace is a sequence of states that follow one another: a process's steps alone, and steps without "
        "initialisations or skips, are none");
  const Selection checked(trace, view);
  View whole = view;  // an element of an array cannot be shown without the others
  for (std::string& name : whole.variables) name = Path(name).variable();
  return Writer(trace, model, whole).run();
}

}  // namespace gyre::trace
