// What the thesis's tables count on its machine.
#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "thesis/abstract_machine.h"

namespace gyre::thesis {

namespace {

// The state vector in the form of section 4.3: variables in their order as digits of numbers, one number for each cell
// of 31 bits. Of the location counter all addresses of the process's code count as values, which is what fits most of
// the published sizes; the thesis does not say.
struct Compacted {
  uint64_t words = 0;  // variables
  uint64_t bits = 0;
  uint64_t cells = 0;
};
Compacted compacted(const AbstractCode& code) {
  constexpr uint64_t kCell = uint64_t{1} << 31;
  const auto bits = [](uint64_t values) { return static_cast<uint64_t>(std::bit_width(values - 1)); };
  Compacted out;
  uint64_t values = 1;  // of the last cell
  for (const AbstractCode::Frame& frame : code.frames) {
    for (size_t i = 0; i < frame.variables.size(); ++i) {
      const AbstractCode::Frame::Word& w = frame.variables[i];
      const uint64_t digits = i == 0 ? frame.code_words : static_cast<uint64_t>(int64_t{w.high} - w.low + 1);
      ++out.words;
      if (values * digits > kCell) {
        out.bits += bits(kCell);
        ++out.cells;
        values = 1;
      }
      values *= digits;
    }
  }
  out.bits += bits(values);
  ++out.cells;
  return out;
}

}  // namespace

std::string frequencies(AbstractCode code) {
  using Result = AbstractMachine::Result;
  AbstractMachine machine(std::move(code));
  uint64_t states = 1, transitions = 0, faults = 0;
  for (Result r = machine.execute(); r != Result::complete; r = machine.execute()) {
    states += r == Result::forward;
    transitions += r == Result::forward || r == Result::revisit || r == Result::loop;
    faults += r == Result::error;
    if (r == Result::all_children_explored) machine.backtrack();
  }
  uint64_t total = 0;
  std::vector<std::pair<uint64_t, const char*>> rows;
  for (size_t i = 0; i < kInstructions; ++i) {
    const uint64_t n = machine.frequency()[i];
    total += n;
    if (n > 0) rows.emplace_back(n, instruction_name(static_cast<Instruction>(i)));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [n, name] : rows)
    out +=
        fmt::format("{:<18} {:>14} {:6.2f} %\n", name, n, 100.0 * static_cast<double>(n) / static_cast<double>(total));
  out += fmt::format("{:<18} {:>14}\n", "all", total);
  const Compacted state = compacted(machine.code());
  out +=
      fmt::format("a state: {} bits as words, {} compacted, in {} cells\n", 16 * state.words, state.bits, state.cells);
  out += fmt::format("delta stack: {} changes at most\n", machine.largest_delta());
  const AbstractMachine::Calls& c = machine.calls();
  out += fmt::format("calls: Execute {}, Step {}, Synchronise {}, Change {}, Undo {}, Backtrack {}\n", c.execute,
                     c.step, c.synchronise, c.change, c.undo, c.backtrack);
  return out + fmt::format("{} states, {} transitions, {} errors\n", states, transitions, faults);
}

}  // namespace gyre::thesis
