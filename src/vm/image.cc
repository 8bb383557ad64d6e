// Compiles and flattens a program; what goes with what in handshakes is found here too.
#include "vm/image.h"

#include <algorithm>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/handshake.h"

namespace gyre::vm {

Image::Image(std::shared_ptr<const ir::Program> p) : program(std::move(p)), code(compile(*program)) {
  shapes = std::make_unique<ir::ShapeTable>(*program);
  for (size_t t = 0; t < program->processes.size(); ++t) {
    const ir::Process& process = program->processes[t];
    ProcessCode out;
    out.pc_offset = process.pc_offset;
    out.pc_bits = process.pc_bits;
    uint32_t sends = 0;
    const auto base = narrow<uint32_t>(places.size());
    for (uint32_t e = 0; e < process.edges.size(); ++e) places.push_back({narrow<int32_t>(t), e});
    for (const ir::ControlState& s : process.states) {
      if (!s.dead.empty()) out.dead.resize(process.states.size());
      for (const ir::VarId var : s.dead) {
        const ir::Variable& v = program->variable(var);
        const int32_t value = v.type.ranged() ? std::clamp(0, v.type.low, v.type.high) : 0;
        nth(out.dead, &s - process.states.data())
            .push_back({v.bit_offset, v.type.width, v.count, static_cast<uint32_t>(value)});
      }
      out.first.push_back(narrow<uint32_t>(out.edges.size()));
      out.is_end.push_back(s.end);
      for (uint32_t e : s.edges) {
        const ir::Edge& edge = process.edges[e];
        const ir::Action& a = program->action(edge.action);
        VmEdge v;
        v.kind = a.kind;
        v.atomic = edge.atomic;
        v.sorted = a.sorted;
        v.random = a.random;
        v.peek = a.peek;
        v.to = edge.to;
        v.escape = edge.escape;
        v.code = &nth(code.actions, edge.action);
        v.expr = v.code->expr;
        v.channel = v.code->channel;
        v.guard_runs = v.code->guard_runs;
        v.runs_c = v.code->runs_c;
        v.d_step_entry = a.d_step_entry;
        v.place = base + e;
        v.action = &a;
        if (a.kind == ir::ActionKind::send) v.send = sends++;
        out.edges.push_back(v);
      }
    }
    out.first.push_back(narrow<uint32_t>(out.edges.size()));
    processes.push_back(std::move(out));
  }
  if (program->trace == ir::kNone) return;
  const ir::Process& trace = program->process(program->trace);
  for (const ir::Edge& e : trace.edges) {
    const ir::Action& a = program->action(e.action);
    if (a.kind == ir::ActionKind::end) trace_end = e.from;
    if (a.kind == ir::ActionKind::send || a.kind == ir::ActionKind::receive)
      (a.kind == ir::ActionKind::send ? watched_sends : watched_receives)
          .push_back(nth(code.actions, e.action).channel);
  }
}

const Image::Partners& Image::partners() const {
  std::call_once(partners_known_, [this] { find_partners(); });
  return partners_;
}

void Image::find_partners() const {
  const auto count = program->instances.size();
  auto code_of = [&](size_t pid) -> const ProcessCode& { return nth(processes, program->instances[pid].process); };
  for (size_t pid = 0; pid < count; ++pid) {
    auto& mine = partners_.emplace_back();
    for (const VmEdge& send : code_of(pid).edges) {
      if (send.kind != ir::ActionKind::send) continue;
      const int32_t channel = ir::channel_of(*program, program->instances[pid], *send.action);
      const int32_t signal = ir::signal_of(*program, *send.action);
      auto& list = mine.emplace_back();
      for (size_t q = 0; q < count; ++q) {
        if (q == pid) continue;
        const ProcessCode& p = code_of(q);
        for (uint32_t s = 0; s + 1 < p.first.size(); ++s) {
          for (uint32_t i = p.first[s]; i < p.first[s + 1]; ++i) {
            const VmEdge& r = p.edges[i];
            if (r.kind == ir::ActionKind::receive && ir::signal_of(*program, *r.action) == signal &&
                ir::channel_of(*program, program->instances[q], *r.action) == channel) {
              list.push_back({narrow<int32_t>(q), s, &r});
            }
          }
        }
      }
    }
  }
}

}  // namespace gyre::vm
