#include "ir/dump.h"

#include <fmt/format.h>

namespace gyre::ir {

std::vector<bool> reachable_states(const Process& process) {
  std::vector<bool> seen(process.states.size(), false);
  std::vector<uint32_t> todo;
  auto visit = [&](uint32_t s) {
    if (s == 0 || s >= seen.size() || seen[s]) return;
    seen[s] = true;
    todo.push_back(s);
  };
  visit(process.initial);
  while (!todo.empty()) {
    const uint32_t s = todo.back();
    todo.pop_back();
    for (uint32_t e : process.states[s].edges) {
      visit(process.edges[e].to);
      visit(process.edges[e].escape);
    }
  }
  return seen;
}

// One line per edge: proctype, from, to, SPIN's statement number, marks (A: keeps control, E: escape), place, text.
std::string dump(const Program& program) {
  std::string out;
  for (const Process& p : program.processes) {
    out += fmt::format("process {} initial={} active={}\n", p.name, p.initial, p.active);
    const std::vector<bool> reachable = reachable_states(p);
    for (size_t s = 0; s < p.states.size(); ++s) {
      if (!reachable[s]) continue;
      const ControlState& c = p.states[s];
      for (uint32_t index : c.edges) {
        const Edge& e = p.edges[index];
        const Action& a = program.action(e.action);
        out += fmt::format("edge {} {} {} id={} {}{}{}{}{} {} {}\n", p.name, e.from, e.to, e.id, e.atomic ? "A" : "-",
                           e.escape ? "E" : "-", c.accept ? "a" : "-", c.end ? "e" : "-", c.progress ? "p" : "-",
                           program.sources->where(a.span), a.source);
      }
    }
    for (const Label& l : p.labels) out += fmt::format("label {} {} {}\n", p.name, l.name, l.state);
  }
  for (const Property& p : program.properties) {
    switch (p.kind) {
      case Property::Kind::ltl: out += fmt::format("ltl {} {}\n", p.name, p.formula); break;
      case Property::Kind::ctl: out += fmt::format("ctl {} {}\n", p.name, p.formula); break;
      case Property::Kind::never: out += fmt::format("never {}\n", p.name); break;
      case Property::Kind::automaton: out += fmt::format("automaton {}\n", p.name); break;
    }
  }
  return out;
}

}  // namespace gyre::ir
