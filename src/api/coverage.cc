#include "api/coverage.h"

#include "base/narrow.h"
#include "base/nth.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>

#include "api/verdicts.h"
#include "trace/spin_text.h"
#include "trace/state_text.h"

namespace gyre::api {

namespace {

// Only what asserts ask needs it.
[[maybe_unused]] size_t edge_count(const ir::Program& program) {
  return std::accumulate(program.processes.begin(), program.processes.end(), size_t{0},
                         [](size_t sum, const ir::Process& p) { return sum + p.edges.size(); });
}

}  // namespace

// Statements none of whose edges was ever taken; a statement can be an edge of several control states.
void add_unreached(const ir::Program& program, const std::vector<uint64_t>& executed, report::Report& r) {
  assert(executed.size() == edge_count(program));
  r.has_unreached = true;
  uint32_t base = 0;
  for (const ir::Process& p : program.processes) {
    std::map<int32_t, uint64_t> by_id;
    for (uint32_t e = 0; e < p.edges.size(); ++e) by_id[p.edges[e].id] += executed[base + e];
    base += narrow<uint32_t>(p.edges.size());
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    std::set<int32_t> listed;
    for (const ir::ControlState& s : p.states) {
      for (uint32_t index : s.edges) {
        const ir::Edge& e = p.edges[index];
        if (by_id[e.id] > 0 || !listed.insert(e.id).second) continue;
        const ir::Action& a = nth(program.actions, e.action);
        // joins and jumps are steps only sometimes: not worth a line
        if (a.kind == ir::ActionKind::skip && a.source != "skip") continue;
        r.unreached.push_back({p.name, program.sources->name(a.span.file), a.span.line, a.source,
                               calls_around(program, a.span), trace::spin_statement(program, e),
                               trace::spin_state(p, e), a.span.column});
      }
    }
  }
}

void add_profile(const ir::Program& program, const run::JobOutcome& outcome, report::Report& r) {
  r.has_profile = true;
  const std::vector<uint64_t>& executed = outcome.executed;
  assert(executed.size() == edge_count(program));
  std::vector<report::Profile::Steps>& steps = r.profile.steps;
  uint32_t base = 0;
  for (const ir::Process& p : program.processes) {
    std::map<int32_t, std::pair<uint64_t, const ir::Action*>> by_id;
    for (uint32_t e = 0; e < p.edges.size(); ++e) {
      auto& entry = by_id[p.edges[e].id];
      entry.first += executed[base + e];
      entry.second = &nth(program.actions, p.edges[e].action);
    }
    base += narrow<uint32_t>(p.edges.size());
    for (const auto& [id, entry] : by_id) {
      const Span& span = entry.second->span;
      if (entry.first > 0) {
        steps.push_back({p.name, entry.second->source, program.sources->name(span.file), span.line, entry.first,
                         calls_around(program, span)});
      }
    }
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  for (const run::ValueCount& v : outcome.values) {
    report::Profile::Values& to = r.profile.values.emplace_back();
    to.variable = v.variable;
    to.distinct = v.distinct;
    to.at_least = v.at_least;
    for (const auto& [value, states] : v.most)
      to.most.emplace_back(trace::value_text(program, nth(program.variables, v.id).type, value), states);
  }
}

}  // namespace gyre::api
