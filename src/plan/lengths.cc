#include "plan/lengths.h"

namespace gyre::plan {

namespace {

constexpr const char* kNoTrail = "none";  // of the setting trail: nobody is going to read the counterexample

// What is checked, and what belongs to the model; and the memory budget, which is that of the process.
Settings same_question(const Settings& s, const Job& job, double seconds) {
  Settings out;
  out.model = s.model;
  out.ltl = s.ltl;
  out.ctl = s.ctl;
  out.hoa = s.hoa;
  out.fairness = s.fairness;
  out.fairness_unit = s.fairness_unit;
  out.ignore = s.ignore;
  out.errors = s.errors;
  out.max_processes = s.max_processes;
  out.memory = s.memory;
  out.time = seconds;
  switch (job.kind) {
    case PropertyKind::safety: out.safety = true; break;
    case PropertyKind::acceptance: out.acceptance = true; break;
    case PropertyKind::non_progress: out.non_progress = true; break;
    case PropertyKind::claim:
    case PropertyKind::hoa:
    case PropertyKind::ltl:
    case PropertyKind::ctl: out.property = {job.name}; break;
  }
  return out;
}

}  // namespace

bool length_is_free(const Settings& s) {
  return s.search == Search::automatic && !s.shortest && !s.shorten && s.depth == 0 && !s.swarm &&
         s.when_full == WhenFull::stop && !s.thesis && !s.components && s.trail != kNoTrail;
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
