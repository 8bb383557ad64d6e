#include "cli/show.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "cli/choices.h"
#include "cli/files.h"

namespace gyre::cli {

namespace {

Model with_appended(const Arguments& arguments) {
  const std::string claim = std::filesystem::absolute(arguments.appended).string();
  const std::string text = read_file(arguments.model) + "\n#include \"" + claim + "\"\n";
  return Model::from_text(arguments.model, text, arguments.settings);
}

}  // namespace

Model load_or_throw(const Arguments& arguments) {
  Model model =
      arguments.appended.empty() ? Model::from_file(arguments.model, arguments.settings) : with_appended(arguments);
  const std::string text = model.diagnostics_text();
  if (!model.ok()) throw Error(text);
  // Who asks for more than a check of the model has seen the warnings.
  if (!arguments.settings.values("warn").empty() && !arguments.has("quiet")) std::fputs(text.c_str(), stderr);
  return model;
}

TextOptions text_options(const Arguments& arguments) {
  TextOptions out;
  switch (chosen<Shown>(arguments)) {
    case Shown::changes: break;
    case Shown::none: out.changes = false; break;
    case Shown::all: out.globals = out.locals = true; break;
    case Shown::globals: out.globals = true; break;
    case Shown::locals: out.locals = true; break;
  }
  out.steps = false;
  switch (chosen<Only>(arguments)) {
    case Only::all: out.steps = true; break;
    case Only::sends: out.sends = true; break;
    case Only::receives: out.receives = true; break;
    case Only::messages: out.sends = out.receives = true; break;
    case Only::prints: break;
  }
  return out;
}

std::string show(const Trace& trace, const Arguments& arguments) {
  switch (chosen<Messages>(arguments)) {
    case Messages::columns: return trace.message_columns();
    case Messages::svg: return trace.message_picture();
    case Messages::none: break;
  }
  return trace.text(text_options(arguments));
}

size_t terminal_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  if (columns == nullptr) return 0;
  const unsigned long said = std::strtoul(columns, nullptr, 10);
  return said < 10'000 ? said : 0;
}

Trail follow(const Model& model, const std::string& path) {
  Trail trail = follow_trail(model, read_file(path), path);
  if (!trail.note.empty()) std::fputs((trail.note + "\n").c_str(), stderr);
  return trail;
}

}  // namespace gyre::cli
