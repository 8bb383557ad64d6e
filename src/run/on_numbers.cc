// Searches by one thread that run in the same way on every store with numbered states.
#define GYRE_SEARCHES_ON_NUMBERS
#include "search/searches.def"

#include "run/depth_first.h"
#include "run/with_store.h"

namespace gyre::run {

#define GYRE_DEFINE_own(function)
#define GYRE_DEFINE_on_numbers(function, Note)                               \
  SafetyResult run_##function(const SafetyTask& t) {                         \
    return with_store<search::Note>(t.store, 0, [&](auto& store) {           \
      SafetyResult result;                                                   \
      result.outcome = search::function(t.model, store, t.task, t.progress); \
      show_states(t, store);                                                 \
      return result;                                                         \
    });                                                                      \
  }
#define GYRE_DEFINE(id, name, sees, runs, needs, help) GYRE_DEFINE_##runs
GYRE_SAFETY_SEARCHES(GYRE_DEFINE)
#undef GYRE_DEFINE
#undef GYRE_DEFINE_own
#undef GYRE_DEFINE_on_numbers

}  // namespace gyre::run
