#include "cli/show.h"

#include <cstdio>

#include "cli/files.h"

namespace gyre::cli {

Model load_or_throw(const Arguments& arguments) {
  Model model = Model::from_file(arguments.model, arguments.settings);
  const std::string text = model.diagnostics_text();
  if (!model.ok()) throw Error(text);
  if (!arguments.has("quiet")) std::fputs(text.c_str(), stderr);
  return model;
}

TextOptions text_options(const Arguments& arguments) {
  const std::string shown = arguments.text("show"), only = arguments.text("only");
  TextOptions out;
  out.globals = shown == "all" || shown == "globals";
  out.locals = shown == "all" || shown == "locals";
  out.steps = only == "all";
  out.sends = only == "sends" || only == "messages";
  out.receives = only == "receives" || only == "messages";
  return out;
}

std::string show(const Trace& trace, const Arguments& arguments, bool plain_prints) {
  const std::string messages = arguments.text("messages");
  if (messages == "columns") return trace.message_columns();
  if (messages == "svg") return trace.message_picture();
  TextOptions how = text_options(arguments);
  how.plain_output = plain_prints;
  return trace.text(how);
}

Trail follow(const Model& model, const std::string& path) {
  Trail trail = follow_trail(model, read_file(path), path);
  if (!trail.note.empty()) std::fputs((trail.note + "\n").c_str(), stderr);
  return trail;
}

}  // namespace gyre::cli
