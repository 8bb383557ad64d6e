// Runs a program on the abstract machine and natively, and compares what both give: the same successors in the same
// order, with the same bytes, hashes, steps, movers and errors, the same counts of executed statements, and the same
// values of what formulas and never claims ask.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "jit/load.h"
#include "vm/common_shape.h"
#include "vm/machine.h"

namespace gyre::test {

// What is compared is made now, and the user's own cache is left alone.
inline const bool kCacheIsOff = setenv("GYRE_CACHE", "off", 1) == 0;

// Is there native code for this program? Without LLVM there is none for any.
inline bool engine_is_there(const ir::Program& program) {
  try {
    return jit::compile(program, {}) != nullptr;
  } catch (const Error&) {
    return false;
  }
}

inline std::string difference(const model::SuccessorBuffer& a, const model::SuccessorBuffer& b) {
  if (a.list.size() != b.list.size())
    return "successors: " + std::to_string(a.list.size()) + " and " + std::to_string(b.list.size());
  for (size_t i = 0; i < a.list.size(); ++i) {
    const model::Successor &x = a.list[i], &y = b.list[i];
    const std::string which = "successor " + std::to_string(i) + ": ";
    if (x.dead_end != y.dead_end) return which + "dead end";
    if (x.steps != y.steps) return which + "steps";
    if (x.mover != y.mover || x.partner != y.partner || x.statement != y.statement) return which + "movers";
    if (x.offset != y.offset || x.key != y.key || x.total != y.total) return which + "size";
    if (x.dead_end) continue;
    if (std::memcmp(a.bytes.data() + x.offset, b.bytes.data() + y.offset, (x.total + 7) & ~7u) != 0)
      return which + "bytes";
    if (x.hash != y.hash) return which + "hash";
    if (x.accepting != y.accepting) return which + "accepting";
  }
  if (a.errors.size() != b.errors.size()) return "errors";
  for (size_t i = 0; i < a.errors.size(); ++i) {
    const model::StepError &x = a.errors[i], &y = b.errors[i];
    if (x.kind != y.kind || x.place != y.place || x.successor != y.successor || x.steps != y.steps)
      return "error " + std::to_string(i);
  }
  if (a.extra_movers.size() != b.extra_movers.size()) return "extra movers";
  for (size_t i = 0; i < a.extra_movers.size(); ++i) {
    if (a.extra_movers[i].successor != b.extra_movers[i].successor || a.extra_movers[i].pid != b.extra_movers[i].pid)
      return "extra mover " + std::to_string(i);
  }
  if (a.deadlock != b.deadlock) return "deadlock";
  if (a.atomic_steps != b.atomic_steps) return "atomic steps";
  if (a.inner_depth != b.inner_depth) return "inner depth";
  return "";
}

// What formulas and never claims ask of a state.
inline std::string difference_in_conditions(vm::Machine& machine, vm::Machine& native, StateView state) {
  const ir::Program& program = machine.program();
  // A letter has 64 atoms.
  for (uint32_t first = 0; first < program.atoms.size(); first += 64) {
    std::vector<uint32_t> atoms(std::min<size_t>(64, program.atoms.size() - first));
    std::iota(atoms.begin(), atoms.end(), first);
    const model::Letter x = machine.observer().letter(state, atoms, nullptr);
    const model::Letter y = native.observer().letter(state, atoms, nullptr);
    if (x.value != y.value) return "letter";
    if (x.undefined != y.undefined) return "undefined atoms";
    if (x.error != y.error) return "error of an atom";
  }
  std::vector<model::Observer::ClaimMove> a, b;
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (program.processes[p].kind != ir::ProcessKind::never) continue;
    for (uint32_t s = 1; s < program.processes[p].states.size(); ++s) {
      for (const bool blocked : {false, true}) {
        const auto claim = narrow<int32_t>(p);
        const model::ErrorKind x = machine.observer().claim_moves(state, claim, s, blocked, a);
        const model::ErrorKind y = native.observer().claim_moves(state, claim, s, blocked, b);
        const auto same = [](const auto& x, const auto& y) { return x.to == y.to && x.violated == y.violated; };
        if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), same)) return "moves of a claim";
        if (x != y) return "error of a claim";
      }
    }
  }
  return "";
}

// Gathers successors of one state after the other as a fast search does: those of several states in one buffer, without
// hashes.
class Gatherer {
 public:
  Gatherer(const std::shared_ptr<const ir::Program>& program, const model::NativeCode* code)
      : machine_(std::make_shared<const vm::Image>(program)) {
    machine_.want_hashes(false);
    model::SuccessorBuffer initial;
    machine_.initial(initial);
    machine_.use_native(code);
  }

  // `expanded` is what expand() gives for this state.
  std::string difference(StateView state, model::SuccessorBuffer expanded) {
    if (gathered_.list.size() > 40) {
      gathered_.clear();
      expected_.clear();
    }
    for (model::Successor& successor : expanded.list) successor.hash = 0;
    expected_.add(expanded);
    machine_.expand_more(state, gathered_);
    const std::string what = test::difference(expected_, gathered_);
    return what.empty() ? what : "gathered " + what;
  }

 private:
  vm::Machine machine_;
  model::SuccessorBuffer gathered_, expected_;
};

// Small models are made as if they had many statements.
constexpr jit::How kSmallParts{.sizes = {.module = 8, .function = 4, .carefully = 0}};
constexpr jit::How kQuickly{.effort = jit::Effort::quick};

struct Comparison {
  std::string difference;
  size_t states = 0;
  size_t native_atoms = 0;
  std::string reason;  // why some of it is not native
};

inline Comparison compare_engines(const std::shared_ptr<const ir::Program>& program, size_t most,
                                  const jit::How& how = {}) {
  Comparison result;
  const std::unique_ptr<model::NativeCode> code = jit::compile(*program, vm::common_shape(program), nullptr, how);
  result.reason = code->reason;
  result.native_atoms =
      code->atoms.size() - static_cast<size_t>(std::count(code->atoms.begin(), code->atoms.end(), nullptr));
  vm::Machine machine(program);
  vm::Machine native(std::make_shared<const vm::Image>(program));
  model::SuccessorBuffer a, b;
  machine.initial(a);
  native.initial(b);
  native.use_native(code.get());
  Gatherer gatherer(program, code.get());
  if (a.list.empty() || a.list[0].dead_end) return result;
  std::set<std::string> known;
  // With what bit access may touch behind a state.
  struct Stored {
    std::vector<uint8_t> bytes;
    uint32_t key, total;
    StateView view() const { return {bytes.data(), key, total}; }
  };
  std::deque<Stored> waiting;
  auto reach = [&](StateView view) {
    if (known.size() >= most || !known.emplace(reinterpret_cast<const char*>(view.data), view.key).second) return;
    waiting.push_back({std::vector<uint8_t>(view.total + model::Model::kReadableBehind), view.key, view.total});
    std::memcpy(waiting.back().bytes.data(), view.data, view.total);
  };
  for (reach(a.view(0)); !waiting.empty(); waiting.pop_front()) {
    machine.expand(waiting.front().view(), a);
    native.expand(waiting.front().view(), b);
    result.difference = difference(a, b);
    if (result.difference.empty()) result.difference = gatherer.difference(waiting.front().view(), a);
    if (result.difference.empty())
      result.difference = difference_in_conditions(machine, native, waiting.front().view());
    if (!result.difference.empty()) {
      result.difference = "state " + std::to_string(result.states) + ", " + result.difference;
      return result;
    }
    ++result.states;
    for (size_t i = 0; i < a.list.size(); ++i) {
      if (!a.list[i].dead_end) reach(a.view(i));
    }
  }
  if (machine.executed() != native.executed()) result.difference = "counts of executed statements";
  return result;
}

}  // namespace gyre::test
