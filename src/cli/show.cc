#include "cli/show.h"

#include <cstdio>

#include "judge/path.h"
#include "trace/msc.h"
#include "trace/spin_trail.h"
#include "trace/trail_json.h"
#include "trace/write_file.h"

namespace gyre::cli {

api::Loaded load_or_throw(const plan::Settings& options) {
  api::Loaded loaded = api::load(options);
  const std::string text = loaded.diagnostics.format(*loaded.sources);
  if (!loaded.program) throw Error(text);
  if (!options.quiet) std::fputs(text.c_str(), stderr);
  return loaded;
}

trace::PrintOptions print_options(const plan::Settings& options) {
  trace::PrintOptions p;
  p.globals = options.show == plan::Shown::all || options.show == plan::Shown::globals;
  p.locals = options.show == plan::Shown::all || options.show == plan::Shown::locals;
  if (options.only != plan::Steps::all) p.steps = false;
  p.sends = options.only == plan::Steps::sends || options.only == plan::Steps::messages;
  p.receives = options.only == plan::Steps::receives || options.only == plan::Steps::messages;
  return p;
}

std::string show(const trace::Trace& t, const plan::Settings& options, bool plain_prints) {
  if (options.messages == plan::Messages::columns) return trace::msc_text(t) + trace::print_failure(t);
  if (options.messages == plan::Messages::svg) return trace::msc_svg(t);
  trace::PrintOptions how = print_options(options);
  how.plain_output = plain_prints;
  return trace::print(t, how);
}

Followed follow(vm::Machine& machine, const std::string& path) {
  const std::string text = trace::read_file(path);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') {
    judge::ReplayResult r = judge::replay(machine, trace::read_trail(text, path));
    if (!r.confirmed) throw Error(path + ": the trail does not fit the model: " + r.why_not);
    return {std::move(r.trace), ""};
  }
  trace::SpinTrailResult r = trace::follow_spin_trail(machine, text, path);
  if (!r.followed) throw Error(r.error);
  if (!r.note.empty()) std::fputs((r.note + "\n").c_str(), stderr);
  return {std::move(r.trace), std::move(r.doubt)};
}

}  // namespace gyre::cli
