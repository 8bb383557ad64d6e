// libFuzzer entry point: any bytes as an ESML model through the whole front end, and what compiles a few hundred states
// far through the machine, whose explain() and moves() must agree with expand().
// link: esml vm
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "ir/dump.h"
#include "unit/esml_models.h"

namespace {

using namespace gyre;

constexpr uint32_t kMaxStateBytes = 1 << 16;

void require(bool condition) {
  if (!condition) std::abort();
}

void run(const std::shared_ptr<const ir::Program>& program) {
  vm::Machine machine(program);
  model::SuccessorBuffer out;
  machine.initial(out);
  require(out.list.size() == 1 && !out.list[0].dead_end);
  const uint32_t key = out.list[0].key, total = out.list[0].total;
  if (total > kMaxStateBytes) return;
  const test::Graph g = test::explore(machine, 200);
  for (size_t i = 0; i < g.successors.size() && i < 50; ++i) {
    const StateView state = g.view(i, key, total);
    machine.expand(state, out);
    std::vector<vm::Machine::Move> moves;
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
    const test::Compiled c = test::compile_esml(std::string(reinterpret_cast<const char*>(data), size));
    c.messages();
    if (!c.program) return 0;
    ir::dump(*c.program);
    run(c.program);
  } catch (const Error&) {  // too large
  }
  return 0;
}
