// Models as text, compiled and explored, for the tests of front end and machine.
#pragma once

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "promela/promela.h"
#include "trace/state_text.h"
#include "vm/machine.h"

namespace gyre::test {

struct Compiled {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  std::shared_ptr<const ir::Program> program;

  // "line:column message" of each error.
  std::vector<std::string> errors() const {
    std::vector<std::string> out;
    for (const SpanDiagnostic& d : diagnostics.all()) {
      if (d.severity != Severity::error) continue;
      out.push_back(std::to_string(d.span.line) + ":" + std::to_string(d.span.column) + " " + d.message);
    }
    return out;
  }
  size_t warnings() const {
    size_t n = 0;
    for (const SpanDiagnostic& d : diagnostics.all()) n += d.severity == Severity::warning;
    return n;
  }
};

inline Compiled compile(const std::string& text, const promela::CompileOptions& options = {}) {
  Compiled out;
  out.program =
      std::make_shared<const ir::Program>(promela::compile_text("m.pml", text, options, out.sources, out.diagnostics));
  return out;
}

inline std::shared_ptr<const ir::Program> program_of(const std::string& text,
                                                     const promela::CompileOptions& options = {}) {
  const Compiled c = compile(text, options);
  if (c.diagnostics.has_errors()) throw std::runtime_error(c.diagnostics.format(*c.sources));
  return c.program;
}

// A state of our own, with what bit access may touch behind it.
struct Stored {
  explicit Stored(StateView state) : bytes(state.total + 24), key(state.key), total(state.total) {
    std::memcpy(bytes.data(), state.data, state.total);
  }
  StateView view() const { return {bytes.data(), key, total}; }
  std::string text() const { return {reinterpret_cast<const char*>(bytes.data()), key}; }
  std::vector<uint8_t> bytes;
  uint32_t key, total;
};

struct Graph {
  size_t states = 0;
  size_t transitions = 1;  // the initial state counts as one, as in SPIN
  std::set<std::string> kinds;
  std::vector<Stored> last;  // states without a successor
  bool consistent = true;    // explain() and moves() agree with expand()
};

// All states, breadth first.
inline Graph explore(vm::Machine& machine, size_t max_states = 20000) {
  Graph g;
  model::SuccessorBuffer out;
  machine.initial(out);
  for (const model::StepError& e : out.errors) g.kinds.insert(model::error_name(e.kind));
  if (out.list[0].dead_end) return g;
  std::set<std::string> known;
  std::deque<Stored> todo;
  auto reach = [&](StateView view) {
    Stored s(view);
    if (!known.insert(s.text()).second) return;
    todo.push_back(std::move(s));
  };
  for (reach(out.view(0)); !todo.empty() && known.size() <= max_states; todo.pop_front()) {
    const Stored& state = todo.front();
    machine.expand(state.view(), out);
    if (out.deadlock) g.kinds.insert("deadlock");
    for (const model::StepError& e : out.errors) g.kinds.insert(model::error_name(e.kind));
    if (out.list.empty()) g.last.push_back(state);
    std::vector<vm::Move> moves;
    machine.moves(state.view(), -1, moves);
    g.consistent &= moves.empty() == out.list.empty();
    for (uint32_t i = 0; i < out.list.size(); ++i) {
      const model::Successor& s = out.list[i];
      std::vector<vm::StepRecord> steps;
      g.consistent &= machine.explain(state.view(), i, steps) && steps.size() == s.steps && !steps.empty() &&
                      steps.front().pid == s.mover;
      std::set<int32_t> pids, movers{s.mover};
      for (const vm::StepRecord& r : steps) pids.insert(r.pid);
      if (s.partner != model::kNobody) movers.insert(s.partner);
      for (const model::ExtraMover& e : out.extra_movers) {
        if (e.successor == i) movers.insert(e.pid);
      }
      g.consistent &= pids == movers;
      if (s.dead_end) continue;
      ++g.transitions;
      g.consistent &= Stored(out.view(i)).text() ==
                      Stored({steps.back().state.data(), steps.back().key, steps.back().total}).text();
      reach(out.view(i));
    }
  }
  g.states = known.size();
  return g;
}

inline Graph explore(const std::string& text, const promela::CompileOptions& options = {}) {
  vm::Machine machine(program_of(text, options));
  return explore(machine);
}

// The values of a state by name.
inline std::map<std::string, std::string> values(const vm::Machine& machine, StateView state) {
  std::map<std::string, std::string> out;
  for (const trace::NamedValue& v : trace::describe(*machine.image().program, *machine.image().shapes, state)) {
    out[v.name] = v.value;
  }
  return out;
}

}  // namespace gyre::test
