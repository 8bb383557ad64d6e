#include "jit/partners.h"

#include <utility>

namespace gyre::jit {

using ir::ActionKind;

namespace {

int32_t channel_of(const ir::Program& program, const ir::Instance& instance, const ir::Action& a) {
  const ir::Expr& e = program.exprs[static_cast<size_t>(a.channel)];
  return e.op == ir::Op::argument ? instance.arguments[static_cast<size_t>(e.value)] : e.value;
}

int32_t signal_of(const ir::Program& program, const ir::Action& a) {
  const ir::ExprId e = a.kind == ActionKind::send ? a.exprs[0] : a.receive[0].value;
  return program.exprs[static_cast<size_t>(e)].value;
}

}  // namespace

std::vector<Partner> partners(const ir::Program& program, size_t sender, const ir::Edge& send) {
  const ir::Action& sent = program.actions[static_cast<size_t>(send.action)];
  const int32_t channel = channel_of(program, program.instances[sender], sent);
  const int32_t signal = signal_of(program, sent);
  std::vector<Partner> out;
  for (size_t pid = 0; pid < program.instances.size(); ++pid) {
    if (pid == sender) continue;
    const ir::Instance& instance = program.instances[pid];
    const ir::Process& process = program.processes[static_cast<size_t>(instance.process)];
    Partner partner{pid, {}};
    for (uint32_t s = 0; s < process.states.size(); ++s) {
      Partner::Receives here{s, {}};
      for (uint32_t e : process.states[s].edges) {
        const ir::Action& a = program.actions[static_cast<size_t>(process.edges[e].action)];
        if (a.kind == ActionKind::receive && signal_of(program, a) == signal &&
            channel_of(program, instance, a) == channel)
          here.edges.push_back(e);
      }
      if (!here.edges.empty()) partner.receives.push_back(std::move(here));
    }
    if (!partner.receives.empty()) out.push_back(std::move(partner));
  }
  return out;
}

}  // namespace gyre::jit
