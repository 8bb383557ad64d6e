// Random walks: from the initial state on, a random successor each time, until there is none or the walk is long
// enough; then again. Cheap, quick to find what is easy to find, and never an answer that something holds:
// it ends as `sampled`, unless something else ended it.
//
// All errors of every state on the way are seen, not only those of the successor that is taken. Counts: `states` are
// visits; `depth` is that of the longest walk.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>

#include "base/bits.h"
#include "model/model.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

struct RandomWalkOptions {
  uint64_t seed = 1;
  uint64_t transitions = 10'000'000;  // in all walks; kUnlimited: until the time is over
  uint64_t walk = 10'000;             // steps of one walk, or Task::depth_limit if that is less
};

class RandomWalk : SearchRun {
 public:
  RandomWalk(model::Model& model, const Task& task, const Progress& progress = {}, RandomWalkOptions options = {})
      : SearchRun(task, progress), model_(model), options_(options), random_(options.seed) {}

  Outcome run() {
    outcome_.ended = Ended::sampled;
    outcome_.cut = true;
    guard([this] {
      uint64_t before = 0;
      while (walk() && taken_ < options_.transitions) {
        if (taken_ == before) break;  // there is nowhere to go
        before = taken_;
      }
    });
    return std::move(outcome_);
  }

 private:
  // One walk. False: the search has to end.
  bool walk() {
    path_.choices.clear();
    model::SuccessorBuffer* from = &buffers_[0];
    model::SuccessorBuffer* to = &buffers_[1];
    from->clear();
    model_.initial(*from);
    if (!begins(*from)) return outcome_.ended != Ended::error_limit;
    const uint64_t longest = std::min(options_.walk, task_.depth_limit);
    uint64_t depth = 0;
    for (uint32_t choice = 0;;) {
      if (watch_.due() && !check()) return false;
      ++outcome_.counts.states;
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, from->list[choice].total);
      model_.expand(from->view(choice), *to);
      outcome_.counts.depth = std::max(outcome_.counts.depth, std::min(depth + to->inner_depth, longest));
      outcome_.counts.atomic_steps += to->atomic_steps;
      if (!look_at(*to, depth, longest)) return false;
      if (taken_ >= options_.transitions || !choose(*to, depth, longest, choice)) return true;
      depth += to->list[choice].steps;
      path_.choices.push_back(choice);
      ++taken_;
      std::swap(from, to);
    }
  }

  bool look_at(const model::SuccessorBuffer& out, uint64_t depth, uint64_t longest) {
    if (out.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        log_.record(
            model::ErrorKind::deadlock, out.deadlock_place, depth, [this] { return path_; }, true)) {
      return false;
    }
    for (const model::StepError& error : out.errors) {
      if (!log_.looks_for(error.kind) || depth + error.steps > longest) continue;
      const auto make_path = [&] {
        Path path = path_;
        path.choices.push_back(error.successor);
        return path;
      };
      if (log_.record(error.kind, error.place, depth + error.steps, make_path, true)) return false;
    }
    return true;
  }

  // A random one of the successors that can be gone to.
  bool choose(const model::SuccessorBuffer& out, uint64_t depth, uint64_t longest, uint32_t& choice) {
    uint64_t candidates = 0;
    for (uint32_t i = 0; i < out.list.size(); ++i) {
      if (out.list[i].dead_end || depth + out.list[i].steps > longest) continue;
      ++candidates;
      if (below(candidates) == 0) choice = i;
    }
    return candidates > 0;
  }

  // Splitmix64 (Steele, Lea, Flood 2014): the same walk on every machine.
  uint64_t below(uint64_t n) {
    assert(n > 0);
    if (n == 1) return 0;
    random_ += 0x9e3779b97f4a7c15ULL;
    uint64_t z = random_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return product_high(z, n);
  }

  bool check() {
    return watch_.check(0, outcome_.ended, [this]() -> const Counts& { return outcome_.counts; });
  }

  model::Model& model_;
  const RandomWalkOptions options_;
  uint64_t random_;
  model::SuccessorBuffer buffers_[2];
  Path path_;
  uint64_t taken_ = 0;
};

inline Outcome random_walk(model::Model& model, const Task& task, const Progress& progress = {},
                           RandomWalkOptions options = {}) {
  return RandomWalk(model, task, progress, options).run();
}

}  // namespace gyre::search
