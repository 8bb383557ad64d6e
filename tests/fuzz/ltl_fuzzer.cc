// libFuzzer entry point: any bytes as a formula and as an HOA automaton. Formulas that parse are printed and read back;
// small ones are translated, and words tell whether the automaton is right.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "automata/hoa_reader.h"
#include "automata/lasso.h"
#include "automata/output.h"
#include "automata/translate.h"
#include "base/error.h"
#include "logic/formula.h"
#include "logic/parser.h"
#include "logic/simplify.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void fuzz_formula(const std::string& text, const uint8_t* data, size_t size) {
  using namespace gyre;
  logic::FormulaFactory factory;
  std::vector<std::string> atoms;
  const logic::Formula f = logic::parse(text, factory, atoms);
  if (f->size < 1000) require(logic::parse(logic::print(f, atoms, logic::Syntax::spin), factory, atoms) == f);
  if (f->size > 25 || atoms.size() > 6) return;
  logic::Simplifier(factory).simplify(f);
  automata::Automaton yes = automata::translate(f);
  const automata::Automaton no = automata::translate(factory.negation(f));
  require(automata::product_is_empty(yes, no));
  // Letters of words are taken from the input.
  automata::Lasso word;
  for (size_t i = 0; i < size && i < 6; ++i) (i < 3 ? word.cycle : word.stem).push_back(data[size - 1 - i] & 63);
  if (word.cycle.empty()) word.cycle.push_back(0);
  require(automata::accepts(yes, word) == automata::satisfies(word, f));
  require(automata::accepts(no, word) != automata::satisfies(word, f));
  yes.atoms = atoms;
  automata::to_never(yes, text);
  require(automata::read_hoa(automata::to_hoa(yes, text)).states.size() == yes.states.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    fuzz_formula(text, data, size);
  } catch (const gyre::Error&) {
  }
  try {
    const gyre::automata::Automaton automaton = gyre::automata::read_hoa(text);
    if (automaton.states.size() < 50) gyre::automata::state_based(automaton);
  } catch (const gyre::Error&) {
  }
  return 0;
}
