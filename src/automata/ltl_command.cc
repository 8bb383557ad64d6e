#include "automata/ltl_command.h"

#include <fmt/format.h>

#include "automata/hoa_reader.h"
#include "automata/output.h"
#include "automata/translate.h"
#include "base/error.h"
#include "logic/parser.h"

namespace gyre::automata {

namespace {

void check_format(const std::string& format, bool generalised) {
  if (format != "never" && format != "hoa" && format != "dot") {
    throw Error(fmt::format("unknown format '{}': never, hoa and dot are known", format));
  }
  if (format == "never" && generalised) throw Error("a never claim cannot have generalised acceptance");
}

std::string write(const Automaton& automaton, const std::string& name, const std::string& format) {
  if (format == "never") return to_never(automaton, name);
  return format == "hoa" ? to_hoa(automaton, name) : to_dot(automaton, name);
}

std::string translated(const std::string& formula, const std::string& format, bool generalised,
                       const logic::ParseOptions& syntax) {
  logic::FormulaFactory factory;
  std::vector<std::string> atoms;
  const logic::Formula f = logic::parse(formula, factory, atoms, syntax);
  TranslateOptions options;
  options.generalised = generalised;
  Automaton automaton = translate(f, options);
  automaton.atoms = std::move(atoms);
  return write(automaton, formula, format);
}

}  // namespace

std::string ltl_command(const std::string& formula, const std::string& format, bool generalised) {
  check_format(format, generalised);
  return translated(formula, format, generalised, {});
}

std::string spin_command(const std::string& formula) {
  logic::ParseOptions syntax;
  syntax.flat = true;
  return translated(formula, "never", false, syntax);
}

std::string hoa_command(const std::string& hoa, const std::string& format, bool generalised, const std::string& name) {
  check_format(format, generalised);
  Automaton automaton;
  try {
    automaton = read_hoa(hoa);
  } catch (const HoaError& e) {
    throw Error(fmt::format("{}:{}", name, e.what()));
  }
  if (!generalised && !automaton.state_based) automaton = state_based(automaton);
  return write(automaton, "automaton read from HOA", format);
}

}  // namespace gyre::automata
