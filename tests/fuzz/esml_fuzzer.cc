// libFuzzer entry point: any bytes as an ESML model through the whole front end, and what compiles a few hundred states
// far through the machine, whose explain() and moves() must agree with expand(); a model that is whole by then must
// have the same graph on the thesis's machine.
// link: esml vm
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "esml/analyse.h"
#include "esml/lexer.h"
#include "esml/parser.h"
#include "ir/dump.h"
#include "thesis/abstract_machine.h"
#include "unit/esml_models.h"

namespace {

using namespace gyre;

constexpr uint32_t kMaxStateBytes = 1 << 16;

void require(bool condition) {
  if (!condition) std::abort();
}

void compare(const std::string& text, const test::Graph& g) {
  Diagnostics d;
  esml::ast::Model model = esml::parse(esml::tokenise(text, 1, d), d);
  esml::analyse(model, {}, d);
  thesis::AbstractMachine machine(thesis::generate(model, text.size() % 2 == 1));
  using Result = thesis::AbstractMachine::Result;
  size_t states = 1, transitions = 0, errors = 0;
  for (Result r = machine.execute(); r != Result::complete; r = machine.execute()) {
    states += r == Result::forward;
    transitions += r == Result::forward || r == Result::revisit || r == Result::loop;
    errors += r == Result::error;
    if (r == Result::all_children_explored) machine.backtrack();
  }
  require(states == g.states.size() && transitions == g.transitions() && errors == g.errors.size());
}

void run(const std::shared_ptr<const ir::Program>& program, const std::string& text) {
  vm::Machine machine(program);
  model::SuccessorBuffer out;
  machine.initial(out);
  require(out.list.size() == 1 && !out.list[0].dead_end);
  const uint32_t key = out.list[0].key, total = out.list[0].total;
  if (total > kMaxStateBytes) return;
  const test::Graph g = test::explore(machine, 200);
  if (g.successors.size() == g.states.size()) compare(text, g);
  for (size_t i = 0; i < g.successors.size() && i < 50; ++i) {
    const StateView state = g.view(i, key, total);
    machine.expand(state, out);
    std::vector<vm::Move> moves;
    machine.moves(state, -1, moves);
    require(moves.size() == out.list.size());
    for (uint32_t k = 0; k < out.list.size() && k < 3; ++k) {
      std::vector<vm::StepRecord> steps;
      require(machine.explain(state, k, steps));
      require(steps.size() == out.list[k].steps && steps.front().pid == out.list[k].mover);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const test::Compiled c = test::compile_esml(text);
    c.messages();
    if (!c.program) return 0;
    ir::dump(*c.program);
    run(c.program, text);
  } catch (const Error&) {  // too large, or the head of a head
  }
  return 0;
}
