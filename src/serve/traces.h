// The executions that the page can look at, each with the text of the model that it belongs to: the file may have been
// changed since.
#pragma once

#include <cstdint>
#include <string>

#include <gyre/gyre.h>

#include "serve/json.h"
#include "serve/model_file.h"
#include "serve/numbered.h"

namespace gyre::serve {

struct KeptTrace {
  Trace trace;
  Model model;
  Snapshot source;
  std::string title;
};

class Traces {
 public:
  static constexpr size_t kMost = 64;
  static constexpr uint64_t kMostSteps = 4'000'000;  // of all of them: some gigabytes

  int64_t put(KeptTrace trace) {
    const uint64_t steps = trace.trace.size() + 1;
    return traces_.put(std::make_shared<const KeptTrace>(std::move(trace)), steps);
  }
  std::shared_ptr<const KeptTrace> get(int64_t id) const { return traces_.get(id); }

 private:
  Numbered<const KeptTrace> traces_{"trace", kMost, kMostSteps};
};

// GET /api/traces/ID
Json trace_json(int64_t id, const KeptTrace& kept);
// Of the steps, states and processes from `from` on, before `to`.
Json trace_steps(const Trace& trace, size_t from, size_t to);
Json trace_states(const Trace& trace, size_t from, size_t to);
// [{text, values: [[first, value], ...]}]
Json trace_atoms(const Trace& trace);
// Steps of two traces side by side: [[index in a or null, index in b or null, "same" or "different"], ...]
Json compared(const Trace& a, const Trace& b);

}  // namespace gyre::serve
