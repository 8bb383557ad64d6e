// libFuzzer entry point: any bytes as a model through the whole front end, and what compiles a few hundred states far
// through the machine. It must end, quickly and in bounded memory; explain() and moves() must agree with expand().
// link: promela vm
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ir/dump.h"
#include "ir/layout.h"
#include "promela/promela.h"
#include "vm/machine.h"

namespace {

using namespace gyre;

constexpr size_t kMaxStates = 200;
constexpr size_t kMaxBytes = size_t{1} << 22;  // of states
constexpr uint32_t kMaxSteps = 2000;           // of one expansion
constexpr size_t kExplained = 3;               // successors per state

void require(bool condition) {
  if (!condition) std::abort();
}

std::string key_of(StateView state) { return {reinterpret_cast<const char*>(state.data), state.key}; }

// A state of our own, readable as far as StateView promises and not a byte further.
struct Stored {
  explicit Stored(StateView state) : bytes((state.total + 7) / 8 * 8), key(state.key), total(state.total) {
    std::memcpy(bytes.data(), state.data, state.total);
  }
  StateView view() const { return {bytes.data(), key, total}; }
  std::vector<uint8_t> bytes;
  uint32_t key, total;
};

void check_explanation(vm::Machine& machine, const Stored& from, const model::SuccessorBuffer& out, uint32_t choice) {
  const model::Successor& s = out.list[choice];
  if (uint64_t{s.steps} * from.total > kMaxBytes) return;
  std::vector<vm::StepRecord> steps;
  require(machine.explain(from.view(), choice, steps));
  require(!steps.empty() && steps.size() == s.steps && steps.front().pid == s.mover);
  if (s.dead_end) return;
  const vm::StepRecord& last = steps.back();
  require(key_of({last.state.data(), last.key, last.total}) == key_of(out.view(choice)));
}

void explore(std::shared_ptr<const ir::Program> program) {
  vm::Machine machine(std::move(program));
  machine.limit_steps(kMaxSteps);
  model::SuccessorBuffer out;
  machine.initial(out);
  require(out.list.size() == 1);
  if (out.list[0].dead_end) return;
  std::set<std::string> known;
  std::deque<Stored> todo;
  size_t bytes = 0;
  auto reach = [&](StateView state) {
    if (known.size() >= kMaxStates || bytes > kMaxBytes || !known.insert(key_of(state)).second) return;
    bytes += 2 * state.total;
    todo.emplace_back(state);
  };
  for (reach(out.view(0)); !todo.empty(); todo.pop_front()) {
    const Stored& state = todo.front();
    machine.expand(state.view(), out);
    std::vector<vm::Move> moves;
    machine.moves(state.view(), -1, moves);
    require(moves.empty() == out.list.empty());
    for (uint32_t i = 0; i < out.list.size(); ++i) {
      if (i < kExplained) check_explanation(machine, state, out, i);
      if (!out.list[i].dead_end) reach(out.view(i));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // An absolute path could name a device that blocks.
  if (text.find("/dev") != std::string::npos) return 0;

  auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  promela::CompileOptions options;
  options.old_semicolons = size % 8 == 1;
  options.lose_messages = size % 8 == 2;
  options.inner_unless_first = size % 8 == 3;
  if (size % 8 == 4) options.max_processes = 300;
  ir::Program program = promela::compile_text("fuzz.pml", text, options, sources, diagnostics);
  diagnostics.format(*sources);
  if (diagnostics.has_errors()) return 0;
  ir::dump(program);
  ir::dump_layout(program);
  explore(std::make_shared<const ir::Program>(std::move(program)));
  return 0;
}
