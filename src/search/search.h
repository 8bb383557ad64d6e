// What all searches have in common: what they are told, what they count, what they find.
//
// A search is a template over the store; it sees a model only through model::Model and reports errors as paths of
// choices, which judge/ replays on its own. Verdicts are not given here: api/ draws them from an Outcome.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/model.h"

namespace gyre::search {

inline constexpr uint64_t kUnlimited = ~uint64_t{0};
// Searches that tell cycles apart, by the component they are in, keep so many paths; the last one counts for the rest.
inline constexpr uint32_t kMostCycles = 1000;

// What is asked of a search.
struct Task {
  uint64_t depth_limit = kUnlimited;             // in steps
  uint64_t memory_limit = kUnlimited;            // bytes: tables + stacks
  double time_limit = 0;                         // seconds; 0: none
  uint64_t max_errors = 1;                       // stop after so many error occurrences; 0: never
  uint64_t max_violations = 0;                   // likewise after so many violations,
  uint64_t wanted_paths = 0;                     // if there are so many paths, too
  uint64_t max_paths = 1;                        // of violations met again; each has one in any case
  uint64_t ignored = 0;                          // bit set of ErrorKind not to look for
  const std::atomic<bool>* interrupt = nullptr;  // Ctrl-C

  bool looks_for(model::ErrorKind kind) const { return ((ignored >> static_cast<unsigned>(kind)) & 1) == 0; }
  // A search without paths has to go on after errors; then there must be time for another one that finds their paths.
  bool counts_errors() const { return max_errors == 0 && time_limit == 0; }
};

// The choices taken from the initial state on. For an error inside a transition the last choice is the failing one.
struct Path {
  std::vector<uint32_t> choices;
  int64_t cycle_start = -1;  // transitions before the cycle of a lasso; -1: a finite path
};

// One violation: the first path found to it (or the shortest, where the search promises that) and how often it was met.
struct FoundError {
  model::ErrorKind kind = model::ErrorKind::none;
  uint32_t place = 0;
  uint64_t count = 0;
  uint64_t length = 0;  // steps of the path; without one, of some path
  Path path;
  std::vector<Path> others;  // to it, from further occurrences (Task::max_paths); they may end in the same state
  bool has_path = false;     // otherwise it was met by a search that keeps no paths, and none has been found since
};

struct Counts {
  uint64_t states = 0;     // distinct stored states
  uint64_t stored = 0;     // entries of the store, where that is another number: heads of hybrid storage
  uint64_t matched = 0;    // arrivals at states seen before
  uint64_t revisited = 0;  // states explored again (at a smaller depth), where a search does that
  uint64_t atomic_steps = 0;
  uint64_t partially_expanded = 0;  // partial order reduction: states of which not all steps were followed,
  uint64_t pruned = 0;              // and the steps of theirs that were not
  uint64_t depth = 0;               // longest path in steps, as SPIN counts it
  uint64_t stack_peak = 0;          // frames
  uint64_t frame_bytes = 0;         // of those alone, where a stack has other parts
  uint64_t store_bytes = 0;
  uint64_t stack_bytes = 0;
  uint64_t peak_bytes = 0;    // of tables and stacks at the same time, where they have their peaks at different ones
  uint64_t vector_bytes = 0;  // largest state met
  double table_fill = 0;
  uint64_t transitions() const { return states + matched; }
};

enum class Ended {
  complete,
  error_limit,
  memory,
  too_wide,  // a state with more successors than can be numbered
  time,
  disk,  // which is full, or fails
  interrupted,
  sampled,      // a random search that used up its steps: never complete
  handed_over,  // another search goes on from here
};

struct Outcome {
  Counts counts;
  Ended ended = Ended::complete;
  // Something was cut off by depth_limit. A bounded search that was cut is complete up to the bound only.
  bool cut = false;
  uint64_t errors = 0;  // occurrences
  std::vector<FoundError> found;
};

// Called now and then (at most about ten times a second, from the searching thread) with the counts so far.
using Progress = std::function<void(const Counts&)>;

}  // namespace gyre::search
