// Looking at executions.
#include <algorithm>

#include <fmt/format.h>

#include "serve/encode.h"
#include "serve/routes.h"
#include "serve/standalone.h"

namespace gyre::serve {

namespace {

constexpr int64_t kMostInAnswer = 500;

using Kept = std::shared_ptr<const KeptTrace>;

Kept trace_of(Session& s, const Call& call) { return s.traces.get(call.id("trace")); }

Response get_trace(Session& s, const Call& call) {
  return json_response(trace_json(call.id("trace"), *trace_of(s, call)));
}

// from and to of the query; at most so many are told at once.
std::pair<size_t, size_t> range_of(const Call& call) {
  const int64_t from = call.number("from", 0, 0, INT64_MAX);
  const int64_t to = call.number("to", from > INT64_MAX - 200 ? INT64_MAX : from + 200, 0, INT64_MAX);
  const int64_t most = from > INT64_MAX - kMostInAnswer ? INT64_MAX : from + kMostInAnswer;
  return {static_cast<size_t>(from), static_cast<size_t>(std::min(to, most))};
}

Response get_steps(Session& s, const Call& call) {
  const auto [from, to] = range_of(call);
  return json_response(trace_steps(trace_of(s, call)->trace, from, to));
}

Response get_states(Session& s, const Call& call) {
  const auto [from, to] = range_of(call);
  return json_response(trace_states(trace_of(s, call)->trace, from, to));
}

Response get_processes(Session& s, const Call& call) {
  const Kept kept = trace_of(s, call);
  const int64_t after = call.number("after", 0, 0, static_cast<int64_t>(kept->trace.size()));
  return json_response(processes_json(kept->trace.processes(static_cast<size_t>(after))));
}

Response get_atoms(Session& s, const Call& call) { return json_response(trace_atoms(trace_of(s, call)->trace)); }

Response watch(Session& s, const Call& call) {
  const Kept kept = trace_of(s, call);
  const Expression expression(kept->model, text_of(call.body, "expression"));
  const auto pid = static_cast<int32_t>(number_or(call.body, "pid", -1, -1, INT32_MAX));
  Json values = runs_json(kept->trace.size(), [&](size_t after) -> Json {
    try {
      const Evaluated v = kept->trace.value(expression, after, pid);
      return {{"number", v.number}, {"text", v.text}};
    } catch (const InternalError&) {
      throw;
    } catch (const Error&) {
      return nullptr;  // it has no value in this state
    }
  });
  return json_response({{"values", std::move(values)}});
}

// Whether the condition is true there; without a value it is not.
bool is_true(const Trace& trace, const Expression& expression, size_t after, int32_t pid) {
  try {
    return trace.value(expression, after, pid).number != 0;
  } catch (const InternalError&) {
    throw;
  } catch (const Error&) {
    return false;
  }
}

// The next state behind `from`, or before it, in which the condition is true.
Response find(Session& s, const Call& call) {
  const Kept kept = trace_of(s, call);
  const Expression expression(kept->model, text_of(call.body, "expression"));
  const auto pid = static_cast<int32_t>(number_or(call.body, "pid", -1, -1, INT32_MAX));
  const auto size = static_cast<int64_t>(kept->trace.size());
  const int64_t direction = number_or(call.body, "direction", 1, -1, 1);
  if (direction == 0) throw Refusal(400, "`direction` must be 1 or -1");
  for (int64_t at = number_of(call.body, "from", -1, size + 1) + direction; at >= 0 && at <= size; at += direction) {
    if (is_true(kept->trace, expression, static_cast<size_t>(at), pid)) return json_response({{"after", at}});
  }
  return json_response({{"after", nullptr}});
}

// The last step before that many have been done that changed a variable: "a" is changed with "a[2]".
Response writer(Session& s, const Call& call) {
  const Kept kept = trace_of(s, call);
  const std::string name = text_of(call.body, "variable");
  int64_t at = number_of(call.body, "before", 0, static_cast<int64_t>(kept->trace.size()));
  const auto is_it = [&](const Value& v) {
    return v.name == name || (v.name.size() > name.size() && v.name.starts_with(name) &&
                              (v.name[name.size()] == '[' || v.name[name.size()] == '.'));
  };
  while (at-- > 0) {
    const Step step = kept->trace.step(static_cast<size_t>(at));
    if (std::any_of(step.changes.begin(), step.changes.end(), is_it)) return json_response({{"step", at}});
  }
  return json_response({{"step", nullptr}});
}

Response exported(Session& s, const Call& call) {
  const Kept kept = trace_of(s, call);
  const Trace& t = kept->trace;
  const std::string format = call.text("format"), model = s.file.name();
  const std::string name = fmt::format("{}.{}", model, call.id("trace"));
  if (format == "json") return {200, "application/json", t.json(model), name + ".trail.json"};
  if (format == "itf") return {200, "application/json", t.itf(model), name + ".itf.json"};
  if (format == "svg") return {200, "image/svg+xml", t.message_picture(), name + ".svg"};
  if (format == "text") return {200, "text/plain; charset=utf-8", t.text(), name + ".txt"};
  if (format == "spin") return {200, "text/plain; charset=utf-8", t.spin_trail(), name + ".trail"};
  if (format == "html")
    return {200, "text/html; charset=utf-8", trace_page(s.page, kept->model, t, kept->source.text, kept->title),
            name + ".html"};
  throw Refusal(400, "`format` must be json, itf, svg, text, spin or html");
}

Response compare(Session& s, const Call& call) {
  const Kept a = s.traces.get(number_of(call.body, "a", 0, INT64_MAX));
  const Kept b = s.traces.get(number_of(call.body, "b", 0, INT64_MAX));
  return json_response(compared(a->trace, b->trace));
}

}  // namespace

std::vector<Route> trace_routes() {
  return {{"GET", "/api/traces/*", get_trace},         {"GET", "/api/traces/*/steps", get_steps},
          {"GET", "/api/traces/*/states", get_states}, {"GET", "/api/traces/*/processes", get_processes},
          {"GET", "/api/traces/*/atoms", get_atoms},   {"POST", "/api/traces/*/watch", watch},
          {"POST", "/api/traces/*/find", find},        {"POST", "/api/traces/*/writer", writer},
          {"GET", "/api/traces/*/export", exported},   {"POST", "/api/compare", compare}};
}

}  // namespace gyre::serve
