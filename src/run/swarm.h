// Swarm (Holzmann, Joshi & Groce, "Swarm verification techniques", 2011): several bitstate searches that differ in
// their hash functions and in the order of successors, one after the other, within one budget of time and memory. Each
// misses something else; the first that finds an error ends it. Nothing found is never `holds`.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "search/search.h"

namespace gyre::run {

// one(task, seed) runs a search and gives its ResultT, which is a SearchResult. `seed`: of all of them.
template <class ResultT, class One>
ResultT swarm_of(uint64_t count, uint64_t seed, const search::Task& whole, One&& one) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  ResultT result;
  uint64_t least = ~uint64_t{0};
  uint64_t complete = 0;
  bool out_of_memory = false;
  uint64_t done = 0;
  for (; done < count; ++done) {
    search::Task task = whole;
    if (task.time_limit > 0) {
      // What is left is for all that are left.
      const double left = task.time_limit - std::chrono::duration<double>(Clock::now() - start).count();
      if (left <= 0) break;
      task.time_limit = left / static_cast<double>(count - done);
    }
    ResultT run = one(task, mum(position_key(seed), position_key(done)));
    const search::Outcome& outcome = run.outcome;
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
    result.outcome.ended = complete == count ? search::Ended::complete
                           : out_of_memory   ? search::Ended::memory
                                             : search::Ended::time;
  }
  result.note = fmt::format("{} of {} searches, {} of them to the end; the one with fewest states saw {}; {}", done,
                            count, complete, done == 0 ? 0 : least, result.note);
  return result;
}

}  // namespace gyre::run
