// ESML models for tests: from text or file to a machine, and the whole graph of a small one.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "esml/esml.h"
#include "vm/machine.h"

namespace gyre::test {

struct Compiled {
  std::shared_ptr<SourceMap> sources = std::make_shared<SourceMap>();
  Diagnostics diagnostics;
  std::shared_ptr<const ir::Program> program;  // null: there were errors

  std::string messages() const { return diagnostics.format(*sources); }
};

using Constants = std::vector<std::pair<std::string, std::string>>;

inline Compiled compile_esml(const std::string& text, const Constants& constants = {}) {
  Compiled c;
  esml::CompileOptions options;
  options.constants = constants;
  ir::Program p = esml::compile_text("test.esml", text, options, c.sources, c.diagnostics);
  if (!c.diagnostics.has_errors()) c.program = std::make_shared<const ir::Program>(std::move(p));
  return c;
}

inline Compiled load_esml(const std::string& path, const Constants& constants = {}) {
  Compiled c;
  esml::CompileOptions options;
  options.constants = constants;
  ir::Program p = esml::compile(path, options, c.sources, c.diagnostics);
  if (!c.diagnostics.has_errors()) c.program = std::make_shared<const ir::Program>(std::move(p));
  return c;
}

// All states by breadth-first search, with their successors in order.
struct Graph {
  std::vector<std::vector<uint8_t>> states;
  std::vector<std::vector<size_t>> successors;
  size_t deadlocks = 0;
  std::vector<model::ErrorKind> errors;

  size_t transitions() const {
    size_t n = 0;
    for (const auto& s : successors) n += s.size();
    return n;
  }
  StateView view(size_t i, uint32_t key, uint32_t total) const { return {states[i].data(), key, total}; }
};

inline Graph explore(vm::Machine& machine, size_t limit = 1'000'000) {
  Graph g;
  std::map<std::string, size_t> known;
  model::SuccessorBuffer out;
  machine.initial(out);
  uint32_t key = 0, total = 0;
  auto reach = [&](StateView s) {
    key = s.key;
    total = s.total;
    const auto [it, fresh] = known.emplace(std::string(reinterpret_cast<const char*>(s.data), s.key), g.states.size());
    if (fresh) {
      g.states.emplace_back((s.total + 7) / 8 * 8 + 16);
      std::copy(s.data, s.data + s.total, g.states.back().begin());
    }
    return it->second;
  };
  reach(out.view(0));
  for (size_t i = 0; i < g.states.size() && i < limit; ++i) {
    machine.expand(g.view(i, key, total), out);
    g.deadlocks += out.deadlock;
    for (const model::StepError& e : out.errors) g.errors.push_back(e.kind);
    std::vector<size_t> next;
    for (size_t k = 0; k < out.list.size(); ++k) {
      if (!out.list[k].dead_end) next.push_back(reach(out.view(k)));
    }
    g.successors.push_back(std::move(next));
  }
  return g;
}

}  // namespace gyre::test
