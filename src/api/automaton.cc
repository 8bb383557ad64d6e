#include <gyre/automaton.h>

#include "api/library.h"
#include "automata/ltl_command.h"

namespace gyre {

std::string ltl_automaton(const std::string& formula, const std::string& format, bool generalised) {
  return api::as_errors([&] { return automata::ltl_command(formula, format, generalised); });
}

std::string convert_automaton(const std::string& hoa, const std::string& format, bool generalised,
                              const std::string& name) {
  return api::as_errors([&] { return automata::hoa_command(hoa, format, generalised, name); });
}

std::string spin_never_claim(const std::string& formula) {
  return api::as_errors([&] { return automata::spin_command(formula); });
}

}  // namespace gyre
