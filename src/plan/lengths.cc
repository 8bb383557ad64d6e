#include "plan/lengths.h"

#include <optional>

namespace gyre::plan {

namespace {

// The same question with nothing said about how to search. What is not taken back here stays: if it does not go with
// the question the plan refuses it, and there is no other counterexample.
Settings same_question(const Settings& s, const Job& job, double seconds) {
  const Settings initial;
  Settings out = s;
  out.search = initial.search;
  out.shortest = out.shorten = false;
  out.depth = initial.depth;
  out.por = initial.por;
  out.merge = initial.merge;
  out.symmetry = initial.symmetry;
  out.swarm.reset();
  out.seed.reset();
  out.threads = initial.threads;
  out.engine = initial.engine;
  out.store = initial.store;
  out.hybrid = initial.hybrid;
  out.when_full = initial.when_full;
  out.profile = out.components = false;
  out.unreached = initial.unreached;
  out.satisfying.reset();
  out.bits = out.hash_functions = out.cache_size = out.cache_collisions = out.cache_probes = std::nullopt;
  out.cache_replace = initial.cache_replace;
  out.codec = initial.codec;
  out.time = seconds;
  // Other formulas of the model need not be translated again.
  if (job.property != nullptr) {
    out.property = {job.name};
  } else {
    out.property.clear();
    if (how_decided(job.kind) == Decided::by_errors) out.safety = true;
  }
  return out;
}

}  // namespace

// Where no trail is written nobody is going to read the counterexample.
bool length_is_free(const Settings& s) {
  return s.search == Search::automatic && !s.shortest && !s.shorten && s.depth == 0 && !s.swarm &&
         s.when_full == WhenFull::stop && !s.thesis && !s.components && !s.trail.none;
}

Settings for_shortest(const Settings& settings, const Job& job, uint64_t longest, double seconds) {
  Settings out = same_question(settings, job, seconds);
  out.shortest = true;
  // Of several errors each has a length of its own, and a search for cycles knows no bound.
  if (how_decided(job.kind) == Decided::by_errors && settings.errors == 1) out.depth = longest;
  return out;
}

Settings for_any_length(const Settings& settings, const Job& job, double seconds) {
  return same_question(settings, job, seconds);
}

}  // namespace gyre::plan
