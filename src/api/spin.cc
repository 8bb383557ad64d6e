// What programs that read SPIN's output expect: include/gyre/spin.h.
#include <gyre/spin.h>

#include <fmt/format.h>

#include "api/library.h"
#include "base/nth.h"
#include "trace/spin_text.h"

namespace gyre {

namespace {

SpinTransition transition_of(const ir::Program& program, const ir::Process& process, const ir::Edge& edge) {
  const ir::ControlState& from = process.states.at(edge.from);
  SpinTransition out;
  out.from = edge.from;
  out.to = edge.to;
  out.id = edge.id;
  out.state = trace::spin_state(process, edge);
  out.text = trace::spin_statement(program, edge);
  out.location = api::location_of(*program.sources, program.action(edge).span);
  out.atomic = edge.atomic;
  out.d_step = program.action(edge).kind == ir::ActionKind::d_step;
  out.accept = from.accept;
  out.end = from.end;
  out.progress = from.progress;
  return out;
}

}  // namespace

std::vector<SpinProcess> spin_processes(const Model& model) {
  return api::as_errors([&] {
    const ir::Program& program = *api::program_of(model.impl());
    std::vector<SpinProcess> out;
    for (const ir::Process& p : program.processes) {
      SpinProcess& to = out.emplace_back();
      to.name = p.name;
      to.claim = p.kind == ir::ProcessKind::never;
      to.initial = p.initial;
      to.states = trace::spin_states(p);
      for (const ir::ControlState& s : p.states) {
        for (const uint32_t e : s.edges) to.transitions.push_back(transition_of(program, p, p.edges.at(e)));
      }
    }
    return out;
  });
}

std::string fingerprint(const Model& model) {
  return api::as_errors([&] {
    api::program_of(model.impl());
    const SourceMap& sources = *model.impl().loaded.sources;
    // FNV-1a: who wants to deceive himself can change the model back just as well.
    uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](unsigned char c) { hash = (hash ^ c) * 0x100000001b3ULL; };
    for (uint32_t file = 1; file < sources.file_count(); ++file) {
      for (const char c : sources.text(file)) add(static_cast<unsigned char>(c));
      add(0);
    }
    return fmt::format("{:016x}", hash);
  });
}

}  // namespace gyre
