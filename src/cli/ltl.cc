// `gyre ltl`: formulas of linear temporal logic to Büchi automata, and automata from one format to another.
#include <fmt/format.h>

#include <gyre/automaton.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/files.h"

namespace gyre::cli {

int ltl(const Arguments& arguments) {
  const Format asked = chosen<Format>(arguments);
  const std::string format = name_of(asked == Format::automatic ? Format::never : asked);
  const bool generalised = arguments.has("generalised");
  const std::string file = arguments.text("hoa");
  if (file.empty()) {
    put_out(arguments, ltl_automaton(arguments.model, format, generalised));
    return 0;
  }
  if (!arguments.model.empty()) throw Error("ltl: a formula, or --hoa FILE, not both");
  const std::string text = read_file(file);
  std::string out;
  try {
    out = convert_automaton(text, format, generalised);
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", file, e.what()));
  }
  put_out(arguments, out);
  return 0;
}

}  // namespace gyre::cli
