#include "run/cycles.h"

#include <stdexcept>

namespace gyre::run {

SearchResult run_cycles(const CycleTask& t) {
  using plan::Algorithm;
  switch (t.algorithm) {
#define GYRE_RUN_own(function) return run_##function(t);
#define GYRE_CASE(id, name, sees, runs, ...) \
  case Algorithm::id: GYRE_RUN_##runs
    GYRE_CYCLE_ALGORITHMS(GYRE_CASE)
#undef GYRE_CASE
#undef GYRE_RUN_own
#define GYRE_CASE(id, ...) case Algorithm::id:
    GYRE_SAFETY_SEARCHES(GYRE_CASE)
    GYRE_SAFETY_MODES(GYRE_CASE)
    GYRE_OTHER_ALGORITHMS(GYRE_CASE)
#undef GYRE_CASE
    break;
  }
  throw std::logic_error("this is no search for cycles");
}

}  // namespace gyre::run
