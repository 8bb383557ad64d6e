// `gyre ltl`: formulas of linear temporal logic to Büchi automata, and automata from one format to another.
#include <gyre/automaton.h>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/files.h"

namespace gyre::cli {

int ltl(const Arguments& arguments) {
  const Format asked = chosen<Format>(arguments);
  const std::string format = name_of(asked == Format::automatic ? Format::never : asked);
  const bool generalised = arguments.has("generalised");
  const std::vector<std::string> files = arguments.settings.values("hoa");
  if (files.empty()) {
    put_out(arguments, ltl_automaton(arguments.model, format, generalised));
    return 0;
  }
  if (!arguments.model.empty()) throw Error("ltl: a formula, or --hoa FILE, not both");
  if (files.size() > 1) throw Error("ltl: one --hoa FILE at a time");
  const std::string text = read_file(files[0]);
  put_out(arguments, convert_automaton(text, format, generalised, files[0]));
  return 0;
}

}  // namespace gyre::cli
