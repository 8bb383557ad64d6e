// Trails for users of the library.
#include <gyre/trail.h>

#include "api/library.h"
#include "judge/path.h"
#include "trace/spin_trail.h"
#include "trace/trail_json.h"

namespace gyre {

namespace {

Trace trace_of(trace::Trace&& trace) {
  auto shared = std::make_shared<const trace::Trace>(std::move(trace));
  return Trace(std::make_shared<const Trace::Impl>(Trace::Impl{std::move(shared)}));
}

// A trail of ours is a JSON object, and no line of SPIN's begins with a brace.
bool is_json(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

}  // namespace

Trail follow_trail(const Model& model, const std::string& text, const std::string& name) {
  return api::as_errors([&]() -> Trail {
    vm::Machine machine(api::program_of(model.impl()));
    if (is_json(text)) {
      judge::ReplayResult r = judge::replay(machine, trace::read_trail(text, name));
      if (!r.confirmed) throw Error(name + ": the trail does not fit the model: " + r.why_not);
      return {trace_of(std::move(r.trace)), "", ""};
    }
    trace::SpinTrailResult r = trace::follow_spin_trail(machine, text, name);
    if (!r.followed) throw Error(r.error);
    return {trace_of(std::move(r.trace)), r.note, r.doubt};
  });
}

}  // namespace gyre
