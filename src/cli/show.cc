#include "cli/show.h"

#include <cstdio>

#include "trace/msc.h"
#include "trace/spin_trail.h"
#include "trace/trail_json.h"
#include "trace/write_file.h"

namespace gyre::cli {

engine::Loaded load_or_throw(const engine::Options& options) {
  engine::Loaded loaded = engine::load(options);
  const std::string text = loaded.diagnostics.format(*loaded.sources);
  if (!loaded.program) throw Error(text);
  if (!options.quiet) std::fputs(text.c_str(), stderr);
  return loaded;
}

trace::PrintOptions print_options(const engine::Options& options) {
  trace::PrintOptions p;
  p.globals = options.show == "all" || options.show == "globals";
  p.locals = options.show == "all" || options.show == "locals";
  if (options.only != "all") p.steps = false;
  p.sends = options.only == "sends" || options.only == "messages";
  p.receives = options.only == "receives" || options.only == "messages";
  return p;
}

std::string show(const trace::Trace& t, const engine::Options& options) {
  if (options.messages == "columns") return trace::msc_text(t) + trace::print_failure(t);
  if (options.messages == "svg") return trace::msc_svg(t);
  return trace::print(t, print_options(options));
}

trace::Trace follow(vm::Machine& machine, const std::string& path) {
  const std::string text = trace::read_file(path);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') {
    trace::ReplayResult r = trace::replay(machine, trace::read_trail(text, path));
    if (!r.confirmed) throw Error(path + ": the trail does not fit the model: " + r.why_not);
    return std::move(r.trace);
  }
  trace::SpinTrailResult r = trace::follow_spin_trail(machine, text, path);
  if (!r.followed) throw Error(r.error);
  if (!r.note.empty()) std::fputs((r.note + "\n").c_str(), stderr);
  return std::move(r.trace);
}

}  // namespace gyre::cli
