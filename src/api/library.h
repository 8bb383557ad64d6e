// What lies behind the public headers (include/gyre/), for the files of this folder that implement them.
#pragma once

#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gyre/gyre.h>

#include "api/load.h"
#include "base/error.h"
#include "report/report.h"
#include "trace/expression.h"
#include "trace/print.h"
#include "trace/processes.h"
#include "trace/simulate.h"

namespace gyre {

namespace plan {
struct Settings;
}

struct Model::Impl {
  std::shared_ptr<const plan::Settings> settings;  // with which it was read
  std::string language;
  api::Loaded loaded;
  std::vector<Diagnostic> diagnostics;
  double seconds = 0;  // that reading took
};

struct Report::Impl {
  report::Report report;
};

struct Trace::Impl {
  std::shared_ptr<const trace::Trace> trace;
};

struct Expression::Impl {
  std::string text;
  trace::Expression expression;
};

namespace api {

// Runs `f`. Whatever it throws leaves the library as an Error.
template <class F>
decltype(auto) as_errors(F f) {
  try {
    return f();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("out of memory; the setting memory is a budget at which a search ends in order");
  } catch (const std::exception& e) {
    throw InternalError(std::string("internal error: ") + e.what());
  }
}

// The program of a model; throws Error if there is none.
const std::shared_ptr<const ir::Program>& program_of(const Model::Impl& model);

// The settings for a model of that name.
std::shared_ptr<const plan::Settings> settings_named(const std::string& name, const Settings& settings);

// The settings for this model; throws Error if they read it otherwise than it was read.
std::shared_ptr<const plan::Settings> settings_for(const Model::Impl& model, const Settings& settings);

trace::PrintOptions print_options(const TextOptions& options);
trace::View view_of(const View& view);
Location location_of(const SourceMap& sources, const Span& span);
std::vector<Value> values_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);
// Its value after so many steps; the trace has that state.
Evaluated value_of(const Expression& expression, const trace::Trace& trace, size_t after, int32_t pid);
std::vector<InlinedBy> calls_around(const SourceMap& sources, const Span& span);
Step step_of(const trace::Trace& trace, const trace::Step& step);
// The report with the names of files and the warnings that were put into the public one.
report::Report with_names(const Report& report);
// What can be done in the last state of a trace.
std::vector<Move> moves_of(const trace::Trace& trace, const std::vector<vm::Move>& moves);
End end_of(trace::SimulationEnd end);
std::vector<ProcessState> processes_of(const trace::Trace& trace, const std::vector<trace::ProcessStatus>& processes);

}  // namespace api
}  // namespace gyre
