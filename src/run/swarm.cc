#include "run/swarm.h"

#include "reduce/shuffle.h"
#include "run/safety.h"

namespace gyre::run {

SafetyResult run_swarm(const SafetyTask& t) {
  return swarm_of<SafetyResult>(t.swarm, t.store.seed, t.task, [&t](const search::Task& task, uint64_t seed) {
    reduce::Shuffle shuffle(t.model, seed);
    SafetyTask one{shuffle, task, t.progress};
    one.store = t.store;
    one.store.seed = seed;
    one.reduced = t.reduced;
    one.adaptive = t.adaptive;
    SafetyResult run = run_lossy(one);
    for (search::FoundError& error : run.outcome.found) {
      error.path.choices = shuffle.original(error.path.choices);
      for (search::Path& other : error.others) other.choices = shuffle.original(other.choices);
    }
    return run;
  });
}

}  // namespace gyre::run
