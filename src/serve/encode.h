// What the library says, as JSON for the page.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <gyre/gyre.h>

#include "serve/json.h"

namespace gyre::serve {

// Null: no place is known.
Json location_json(const Location& location);
Json diagnostic_json(const Diagnostic& diagnostic);
Json value_json(const Value& value);
// {NAME: VALUE, ...}
Json values_json(const std::vector<Value>& values);
// Of a language, for highlighting: [{word, kind, help}].
Json keywords_json(const std::string& language);
Json calls_json(const std::vector<InlinedBy>& calls);
// `index`: the number of the first one, from 0.
Json step_json(const Step& step, uint64_t index);
Json steps_json(const std::vector<Step>& steps, uint64_t first);
Json process_json(const ProcessState& process);
Json processes_json(const std::vector<ProcessState>& processes);

// [[first, value], ...]: `value(i)` for i from 0 to last, where each entry is for all that follow up to the next.
Json runs_json(size_t last, const std::function<Json(size_t)>& value);

Json progress_json(const Progress& progress);
// Gives a trace a number under which it can be asked for.
using KeepTrace = std::function<Json(const Trace& trace, const std::string& title)>;
Json report_json(const Report& report, const KeepTrace& keep);

Json graph_json(const Graph& graph);

const char* end_name(End end);

}  // namespace gyre::serve
