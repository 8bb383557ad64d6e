// Process types of which no process ever runs: nothing starts one, or only processes do that are never started.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/nth.h"
#include "lint/lint.h"

namespace gyre::lint {

namespace {

// The processes that each starts.
std::vector<std::vector<int32_t>> starts(const ir::Program& program) {
  std::vector<std::vector<int32_t>> out(program.processes.size());
  for (size_t i = 0; i < program.processes.size(); ++i) {
    const ir::Process& p = program.processes[i];
    const auto look = [&](ir::ExprId id) {
      ir::each_expr(program, id, [&](const ir::Expr& e) {
        if (e.op == ir::Op::run) out[i].push_back(e.process);
      });
    };
    const auto look_at = [&](const ir::Action& a) {
      look(a.expr);
      for (const ir::ExprId e : a.exprs) look(e);
    };
    for (const ir::Edge& e : p.edges) look_at(program.action(e.action));
    for (const ir::ActionId a : p.initialisers) look_at(program.action(a));
  }
  return out;
}

}  // namespace

void never_started(const ir::Program& program, Diagnostics& diagnostics) {
  const std::vector<std::vector<int32_t>> started_by = starts(program);
  std::vector<bool> started(program.processes.size());
  std::vector<int32_t> to_visit;
  const auto start = [&](int32_t process) {
    if (nth(started, process)) return;
    nth(started, process) = true;
    to_visit.push_back(process);
  };
  for (const ir::Instance& i : program.instances) start(i.process);
  while (!to_visit.empty()) {
    const int32_t p = to_visit.back();
    to_visit.pop_back();
    for (const int32_t q : nth(started_by, p)) start(q);
  }
  for (size_t i = 0; i < program.processes.size(); ++i) {
    const ir::Process& p = program.processes[i];
    if (p.kind != ir::ProcessKind::proctype || started[i]) continue;
    const auto number = static_cast<int32_t>(i);
    const bool by_others = std::any_of(started_by.begin(), started_by.end(), [&](const std::vector<int32_t>& list) {
      return std::find(list.begin(), list.end(), number) != list.end();
    });
    diagnostics.warning(Warning::never_started, p.span,
                        by_others ? fmt::format("no '{}' is ever started: those who start it are never started", p.name)
                                  : fmt::format("no '{}' is ever started", p.name));
  }
}

}  // namespace gyre::lint
