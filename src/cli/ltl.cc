// `gyre ltl`: formulas of linear temporal logic to Büchi automata, and automata from one format to another.
#include <fmt/format.h>

#include "automata/ltl_command.h"
#include "base/error.h"
#include "cli/commands.h"
#include "trace/write_file.h"

namespace gyre::cli {

int ltl(const plan::Settings& options) {
  const std::string format = options.format == plan::Format::automatic ? "never" : name_of(options.format);
  if (options.hoa.empty()) {
    put_out(options, automata::ltl_command(options.model, format, options.generalised));
    return 0;
  }
  if (!options.model.empty()) throw Error("ltl: a formula, or --hoa FILE, not both");
  const std::string text = trace::read_file(options.hoa);
  std::string out;
  try {
    out = automata::hoa_command(text, format, options.generalised);
  } catch (const Error& e) {
    throw Error(fmt::format("{}: {}", options.hoa, e.what()));
  }
  put_out(options, out);
  return 0;
}

}  // namespace gyre::cli
