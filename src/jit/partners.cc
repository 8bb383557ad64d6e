#include "jit/partners.h"

#include <utility>

#include "ir/handshake.h"

namespace gyre::jit {

using ir::ActionKind;

std::vector<Partner> partners(const ir::Program& program, size_t sender, const ir::Edge& send) {
  const ir::Action& sent = program.action(send.action);
  const int32_t channel = ir::channel_of(program, program.instances[sender], sent);
  const int32_t signal = ir::signal_of(program, sent);
  std::vector<Partner> out;
  for (size_t pid = 0; pid < program.instances.size(); ++pid) {
    if (pid == sender) continue;
    const ir::Instance& instance = program.instances[pid];
    const ir::Process& process = program.process(instance.process);
    Partner partner{pid, {}};
    for (uint32_t s = 0; s < process.states.size(); ++s) {
      Partner::Receives here{s, {}};
      for (uint32_t e : process.states[s].edges) {
        const ir::Action& a = program.action(process.edges[e].action);
        if (a.kind == ActionKind::receive && ir::signal_of(program, a) == signal &&
            ir::channel_of(program, instance, a) == channel)
          here.edges.push_back(e);
      }
      if (!here.edges.empty()) partner.receives.push_back(std::move(here));
    }
    if (!partner.receives.empty()) out.push_back(std::move(partner));
  }
  return out;
}

}  // namespace gyre::jit
