// `gyre replay`: a counterexample for reading, and for other tools.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/show.h"
#include "serve/standalone.h"

namespace gyre::cli {

namespace {

// Lines are not made narrower than this, whatever the terminal says.
constexpr size_t kNarrowest = 60;

// What is written; the message chart in columns is a text as well.
enum class Kind { text, table, columns, svg, json, itf, html };

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::text: return "--format text";
    case Kind::table: return "--table";
    case Kind::columns: return "--messages columns";
    case Kind::svg: return "a message sequence chart";
    case Kind::json: return "--format json";
    case Kind::itf: return "--format itf";
    case Kind::html: return "--format html";
  }
  __builtin_unreachable();
}

Kind kind_of_text(const Arguments& arguments) {
  const Messages messages = chosen<Messages>(arguments);
  if (arguments.has("table")) {
    if (messages != Messages::none) throw Error("--table shows variables, --messages shows messages: leave one out");
    return Kind::table;
  }
  switch (messages) {
    case Messages::none: return Kind::text;
    case Messages::columns: return Kind::columns;
    case Messages::svg: return Kind::svg;
  }
  __builtin_unreachable();
}

Kind kind_of(const Arguments& arguments) {
  const Format format = chosen<Format>(arguments);
  const Kind as_text = kind_of_text(arguments);
  Kind other = Kind::text;
  switch (format) {
    case Format::automatic: return as_text;
    case Format::text:
      if (as_text == Kind::svg) throw Error("--messages svg is no text: leave --format text out");
      return as_text;
    case Format::json: other = Kind::json; break;
    case Format::itf: other = Kind::itf; break;
    case Format::svg: other = Kind::svg; break;
    case Format::html: other = Kind::html; break;
    case Format::dot:
    case Format::aut:
    case Format::never:
    case Format::hoa:
      throw Error(fmt::format("--format: '{}' is not one of text, json, itf, svg, html", name_of(format)));
  }
  if (as_text != Kind::text && as_text != other)
    throw Error(fmt::format("{} does not go with --format {}", kind_name(as_text), name_of(format)));
  return other;
}

View view_of(const Arguments& arguments) {
  View view;
  view.from = arguments.number("from");
  if (arguments.has("to")) view.to = arguments.number("to");
  view.processes = arguments.settings.values("process");
  for (const std::string& list : arguments.settings.values("variables")) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
      if (name.empty()) throw Error(fmt::format("--variables: there is a name missing in '{}'", list));
      view.variables.push_back(name);
    }
    if (list.empty()) throw Error("--variables: which?");
  }
  for (const std::string& what : arguments.settings.values("hide")) {
    view.hide_locals |= what == "locals";
    view.hide_inits |= what == "inits";
    view.hide_skips |= what == "skips";
  }
  return view;
}

// What has no meaning for this kind of output is refused.
void refuse_what_means_nothing(Kind kind, const Arguments& arguments, const View& view) {
  const auto refuse = [&](bool asked, const char* option, const char* why) {
    if (asked) throw Error(fmt::format("{} has no meaning for {}: {}", option, kind_name(kind), why));
  };
  if (kind != Kind::text) {
    const char* why = "it is about steps as text";
    refuse(chosen<Shown>(arguments) != Shown::changes, "--show", why);
    refuse(chosen<Only>(arguments) != Only::all, "--only", why);
    refuse(arguments.has("source"), "--source", why);
  }
  if (kind == Kind::columns || kind == Kind::svg) {
    const char* why = "it shows messages and what is printed, and no variables";
    refuse(!view.variables.empty(), "--variables", why);
    refuse(view.hide_locals || view.hide_inits || view.hide_skips, "--hide", why);
  }
  if (kind == Kind::html) {
    const char* why = "the page has all of it, and can hide what one does not want to see";
    refuse(view.from != 1 || view.to != UINT64_MAX, "--from and --to", why);
    refuse(!view.processes.empty(), "--process", why);
    refuse(!view.variables.empty(), "--variables", why);
    refuse(view.hide_locals || view.hide_inits || view.hide_skips, "--hide", why);
  }
  if (kind == Kind::itf) {
    const char* why = "it has all states from the first to the last; --from, --to and --variables choose among them";
    refuse(!view.processes.empty(), "--process", why);
    refuse(view.hide_inits, "--hide inits", why);
    refuse(view.hide_skips, "--hide skips", why);
  }
}

// Colours are for people: on a terminal, unless they do not want them (https://no-color.org).
bool wants_colours(const Arguments& arguments) {
  const char* no = std::getenv("NO_COLOR");
  return !arguments.has("output") && ::isatty(STDOUT_FILENO) != 0 && (no == nullptr || *no == 0);
}

std::string shown(const Model& model, const Trace& trace, const Arguments& arguments, bool plain_prints) {
  const Kind kind = kind_of(arguments);
  const View view = view_of(arguments);
  refuse_what_means_nothing(kind, arguments, view);
  TextOptions how = text_options(arguments);
  how.view = view;
  how.table = kind == Kind::table;
  how.source = arguments.has("source");
  how.plain_output = plain_prints;
  how.colour = wants_colours(arguments);
  const size_t columns = arguments.has("output") ? 0 : terminal_width();
  if (columns > 0) how.width = std::max(columns, kNarrowest);
  switch (kind) {
    case Kind::text:
    case Kind::table: return trace.text(how);
    case Kind::columns: return trace.message_columns(view);
    case Kind::svg: return trace.message_picture(view);
    case Kind::json: return trace.json(arguments.model, view);
    case Kind::itf: return trace.itf(arguments.model, view);
    case Kind::html:
      return serve::trace_page(serve::Page::built_in(), model, trace, read_file(arguments.model), arguments.others[0]);
  }
  __builtin_unreachable();
}

}  // namespace

int replay(const Arguments& arguments, bool plain_prints) {
  if (arguments.others.empty()) throw Error("which trail? usage: gyre replay MODEL TRAIL [options]");
  const Model model = load_or_throw(arguments);
  const Trail run = follow(model, arguments.others[0]);
  put_out(arguments, shown(model, run.trace, arguments, plain_prints));
  if (!run.doubt.empty()) {
    flush();
    throw Error(run.doubt);
  }
  return 0;
}

}  // namespace gyre::cli
