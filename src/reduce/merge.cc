#include "reduce/merge.h"

#include <algorithm>

#include "reduce/summary.h"

namespace gyre::reduce {

using ir::ActionKind;

namespace {

// Which control states need not be states: what the process does there concerns nobody else.
class Transient {
 public:
  Transient(const ir::Program& program, const Summary& summary, size_t process) : process_(program.processes[process]) {
    transient_.resize(process_.states.size());
    // States with one way out first: where a loop has to be cut, that is then at a choice, often its head.
    for (const bool choice : {false, true}) {
      for (uint32_t s = 1; s < process_.states.size(); ++s) {
        if ((process_.states[s].edges.size() > 1) != choice || !summary.is_private(process, s)) continue;
        transient_[s] = true;
        if (on_cycle(s)) transient_[s] = false;
      }
    }
  }
  bool operator[](uint32_t state) const { return transient_[state]; }

 private:
  // A loop of such states only would never come to a state.
  bool on_cycle(uint32_t from) const {
    std::vector<bool> seen(transient_.size());
    std::vector<uint32_t> to_visit{from};
    while (!to_visit.empty()) {
      const uint32_t s = to_visit.back();
      to_visit.pop_back();
      for (const uint32_t e : process_.states[s].edges) {
        const uint32_t to = process_.edges[e].to;
        if (to == from) return true;
        if (!transient_[to] || seen[to]) continue;
        seen[to] = true;
        to_visit.push_back(to);
      }
    }
    return false;
  }

  const ir::Process& process_;
  std::vector<bool> transient_;
};

bool mentions_timeout(const ir::Program& program, ir::ExprId id) {
  return ir::any_expr(program, id, [](const ir::Expr& e) { return e.op == ir::Op::timeout; });
}

}  // namespace

void merge_local_statements(ir::Program& program) {
  const Summary summary(program);
  for (size_t i = 0; i < program.processes.size(); ++i) {
    ir::Process& p = program.processes[i];
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    // a timeout inside a larger condition
    if (std::any_of(p.edges.begin(), p.edges.end(), [&](const ir::Edge& e) {
          const ir::Action& a = program.action(e.action);
          return a.kind == ActionKind::condition && mentions_timeout(program, a.expr);
        }))
      continue;
    const Transient transient(program, summary, i);
    for (ir::Edge& e : p.edges) {
      if (!e.in_d_step && transient[e.to]) e.atomic = true;
    }
  }
}

std::shared_ptr<const ir::Program> merged(std::shared_ptr<const ir::Program> program) {
  if (!Summary::why_not(*program).empty()) return program;
  auto out = std::make_shared<ir::Program>(*program);
  // What a formula looks at would have to stay as it is, and is asked of the program as it was written.
  std::erase_if(out->properties, [](const ir::Property& p) { return p.kind != ir::Property::Kind::never; });
  out->atoms.clear();
  drop_write_only_variables(*out);
  reset_dead_variables(*out);
  merge_local_statements(*out);
  return out;
}

}  // namespace gyre::reduce
