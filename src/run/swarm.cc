// Swarm (Holzmann, Joshi & Groce, "Swarm verification techniques", 2011): several bitstate searches that differ in
// their hash functions and in the order of successors, one after the other, within one budget of time and memory. Each
// misses something else; the first that finds an error ends it. Nothing found is never `holds`.
#include "run/safety.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/hash.h"
#include "reduce/shuffle.h"

namespace gyre::run {

SafetyResult run_swarm(const SafetyTask& t) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  SafetyResult result;
  uint64_t least = ~uint64_t{0};
  uint64_t complete = 0;
  bool out_of_memory = false;
  uint64_t done = 0;
  for (; done < t.swarm; ++done) {
    search::Task task = t.task;
    if (task.time_limit > 0) {
      // What is left is for all that are left.
      const double left = task.time_limit - std::chrono::duration<double>(Clock::now() - start).count();
      if (left <= 0) break;
      task.time_limit = left / static_cast<double>(t.swarm - done);
    }
    const uint64_t seed = mum(position_key(t.store.seed), position_key(done));
    reduce::Shuffle shuffle(t.model, seed);
    SafetyTask one{shuffle, task, t.progress};
    one.store = t.store;
    one.reduced = t.reduced;
    one.adaptive = t.adaptive;
    SafetyResult run = run_bitstate(one, seed);
    search::Outcome& outcome = run.outcome;
    for (search::FoundError& error : outcome.found) error.path.choices = shuffle.original(error.path.choices);
    complete += outcome.ended == search::Ended::complete;
    out_of_memory = out_of_memory || outcome.ended == search::Ended::memory;
    least = std::min(least, outcome.counts.states);
    const bool ends = !outcome.found.empty() || outcome.ended == search::Ended::interrupted;
    // The counts are those of the search that saw most, or that found the error.
    if (done == 0 || ends || outcome.counts.states > result.outcome.counts.states) result = std::move(run);
    if (ends) {
      ++done;
      break;
    }
  }
  result.lossy = true;
  if (result.outcome.found.empty() && result.outcome.ended != search::Ended::interrupted) {
    result.outcome.ended = complete == t.swarm ? search::Ended::complete
                           : out_of_memory     ? search::Ended::memory
                                               : search::Ended::time;
  }
  result.note = fmt::format("{} of {} searches, {} of them to the end; the one with fewest states saw {}; {}", done,
                            t.swarm, complete, done == 0 ? 0 : least, result.note);
  return result;
}

}  // namespace gyre::run
