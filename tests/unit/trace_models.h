// Models for the tests of traces: compiled from text, and a search that finds their errors.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/path.h"
#include "promela/promela.h"
#include "trace/trace.h"
#include "vm/machine.h"

namespace gyre::test {

inline std::unique_ptr<vm::Machine> machine_of(const std::string& text, const promela::CompileOptions& options = {}) {
  auto sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  ir::Program program = promela::compile_text("m.pml", text, options, sources, diagnostics);
  if (diagnostics.has_errors()) throw std::runtime_error(diagnostics.format(*sources));
  return std::make_unique<vm::Machine>(std::make_shared<const ir::Program>(std::move(program)));
}

struct Found {
  model::ErrorKind kind = model::ErrorKind::none;
  uint32_t place = 0;
  std::vector<uint32_t> choices;
};

// Every violation (kind and place), each with a path of the fewest transitions: plain breadth-first search.
inline std::vector<Found> find_errors(vm::Machine& machine, size_t max_states = 100000) {
  std::vector<Found> out;
  auto note = [&](model::ErrorKind kind, uint32_t place, std::vector<uint32_t> path) {
    for (const Found& f : out) {
      if (f.kind == kind && f.place == place) return;
    }
    out.push_back({kind, place, std::move(path)});
  };
  struct Node {
    trace::State state;
    std::vector<uint32_t> path;
  };
  std::map<std::string, bool> seen;
  std::deque<Node> queue;
  auto arrive = [&](StateView view, std::vector<uint32_t> path) {
    const std::string key(reinterpret_cast<const char*>(view.data), view.key);
    if (seen.size() >= max_states || !seen.try_emplace(key, true).second) return;
    queue.push_back({trace::State(view), std::move(path)});
  };
  model::SuccessorBuffer buffer;
  machine.initial(buffer);
  if (buffer.list.front().dead_end) {
    note(buffer.errors.front().kind, buffer.errors.front().place, {});
    return out;
  }
  arrive(buffer.view(0), {});
  while (!queue.empty()) {
    const Node node = std::move(queue.front());
    queue.pop_front();
    machine.expand(node.state.view(), buffer);
    auto with = [&](uint32_t choice) {
      std::vector<uint32_t> path = node.path;
      path.push_back(choice);
      return path;
    };
    for (const model::StepError& e : buffer.errors) note(e.kind, e.place, with(e.successor));
    if (buffer.deadlock) note(model::ErrorKind::deadlock, buffer.deadlock_place, node.path);
    for (uint32_t i = 0; i < buffer.list.size(); ++i) {
      if (!buffer.list[i].dead_end) arrive(buffer.view(i), with(i));
    }
  }
  return out;
}

// The first error, replayed.
inline trace::Trace counterexample(vm::Machine& machine) {
  const std::vector<Found> found = find_errors(machine);
  if (found.empty()) throw std::runtime_error("the model has no error");
  judge::ReplayResult result = judge::replay(machine, found[0].choices, found[0].kind, found[0].place);
  if (!result.confirmed) throw std::runtime_error("not confirmed: " + result.why_not);
  return std::move(result.trace);
}

}  // namespace gyre::test
