#include "plan/plan.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/nth.h"
#include "ir/shapes.h"
#include "plan/claims.h"
#include "plan/reductions.h"
#include "plan/rules.h"
#include "plan/searches.h"
#include "plan/settings.h"
#include "plan/stores.h"
#include "reduce/merge.h"

namespace gyre::plan {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

// With one of these three no claim takes part unless --property names it.
bool only_some(const Settings& s) { return s.safety || s.acceptance || s.non_progress; }

bool checks_safety(const Settings& s) {
  return s.safety || (!only_some(s) && (s.property.empty() || contains(s.property, name_of(PropertyKind::safety))));
}

// Whether a property of the model is to be checked.
bool asked_for(const Settings& s, const ir::Property& p) {
  if (p.added || contains(s.property, p.name)) return true;
  return !only_some(s) && s.property.empty();
}

PropertyKind kind_of(const ir::Property& p) {
  switch (p.kind) {
    case ir::Property::Kind::ltl: return PropertyKind::ltl;
    case ir::Property::Kind::never: return PropertyKind::claim;
    case ir::Property::Kind::ctl: return PropertyKind::ctl;
    case ir::Property::Kind::automaton: return PropertyKind::hoa;
  }
  __builtin_unreachable();
}

std::vector<Job> list_jobs(const Settings& s, const ir::Program& program) {
  std::vector<Job> jobs;
  const auto add = [&](PropertyKind kind, const std::string& name, const ir::Property* property) {
    Job job;
    job.kind = kind;
    job.name = name;
    job.property = property;
    jobs.push_back(std::move(job));
  };
  if (checks_safety(s)) add(PropertyKind::safety, name_of(PropertyKind::safety), nullptr);
  if (s.acceptance) add(PropertyKind::acceptance, name_of(PropertyKind::acceptance), nullptr);
  if (s.non_progress) add(PropertyKind::non_progress, name_of(PropertyKind::non_progress), nullptr);
  for (const ir::Property& p : program.properties) {
    if (asked_for(s, p)) add(kind_of(p), p.name, &p);
  }
  return jobs;
}

// The search for safety that the settings mean, if its order is not free.
Algorithm safety_search(const Settings& s) {
  if (s.thesis) return Algorithm::thesis;
  if (s.components) return Algorithm::structure;
  if (s.swarm) return Algorithm::swarm;
  if (s.shortest) return Algorithm::shortest;
  if (s.when_full == WhenFull::disk) return Algorithm::on_disk;
  if (s.shorten) return s.search == Search::stateless ? Algorithm::shorten_stateless : Algorithm::shorten;
  const Algorithm named = safety_algorithm(s.search);
  return named == Algorithm::dfs && s.when_full != WhenFull::stop ? Algorithm::when_full : named;
}

Store safety_store(const Settings& s, Algorithm algorithm) {
  if (s.store == Store::automatic && s.threads > 1) return Store::tree;
  // Hashes take no less than the roots of trees.
  if (s.store == Store::automatic && s.when_full == WhenFull::cache) return Store::tree;
  return resolve(s.store, algorithm);
}

// May states be visited in any order, with the same answers, if nothing is reduced? A depth limit cuts off what the
// order makes it cut off, and of hidden variables the value of the first arrival counts.
bool order_is_free(const Settings& s, const Job& job) {
  // One for cycles that threads do names no search for safety.
  const bool free = s.search == Search::automatic || (s.threads > 1 && cycle_algorithm(s.search));
  return free && job.algorithm == Algorithm::dfs && traits(job.store).any_order &&
         s.depth == 0 && !s.profile && job.program->hidden_bytes == 0;
}

// May the search begin anew in another order, if in its own one it cannot go on?
bool any_order_does(const Settings& s, const Job& job) {
  return s.threads == 1 && s.search == Search::automatic && s.depth == 0 && !s.profile && traits(job.store).any_order &&
         job.program->hidden_bytes == 0 && s.when_full == WhenFull::stop && !s.swarm;
}

// The safety job; a refusal, or nothing.
std::string plan_safety(const Settings& s, const std::shared_ptr<const ir::Program>& program, Job& job) {
  job.algorithm = safety_search(s);
  job.store = safety_store(s, job.algorithm);
  const std::string all = why_all_interleavings(s, job.algorithm);
  if (std::string refused = plan_merging(s, all, program, job); !refused.empty()) return refused;
  if (std::string refused = plan_safety_reduction(s, all, job); !refused.empty()) return refused;
  if (std::string refused = plan_symmetry(s, job); !refused.empty()) return refused;
  if (std::string refused = plan_order_of_representatives(s, job); !refused.empty()) return refused;
  // Where everything possible is to be left out a reduced search keeps the order in which most is. Where
  // representatives are searched the cycles of a process are not those of its type, and a lossy store is asked state
  // by state.
  const bool stays = job.reduction.on && ((!job.reduction.adaptive && s.threads == 1) ||
                                          job.symmetry.found != nullptr || traits(job.store).lossy);
  if (!stays && order_is_free(s, job)) job.algorithm = Algorithm::any_order;
  job.any_order_does = any_order_does(s, job) && job.symmetry.found == nullptr;
  return "";
}

// Bits of the key of the initial state: what a store has to keep.
uint64_t state_bits(const ir::Program& program) {
  ir::ShapeTable shapes(program);
  const ir::Shape* shape = &shapes.root();
  const auto channels = [&](const std::vector<ir::ActionId>& actions) {
    for (const ir::ActionId id : actions) {
      const ir::Action& a = nth(program.actions, id);
      if (a.kind == ir::ActionKind::new_channel) shape = &shapes.push_channel(*shape, a.channel_type);
    }
  };
  channels(program.initialisers);
  for (const ir::Instance& instance : program.instances) {
    shape = &shapes.push_process(*shape, instance.process);
    channels(nth(program.processes, instance.process).initialisers);
  }
  return uint64_t{shape->key_bytes} * 8;
}

// The settings with what other settings imply.
Settings resolved(const Settings& settings, bool branching) {
  Settings s = settings;
  // The thesis's fairness was that of its section 3.5.2.
  if (s.thesis && branching && s.fairness == Fairness::none) {
    s.fairness = Fairness::strong;
    s.fairness_unit = FairnessUnit::edge;
  }
  return s;
}

Conduct conduct(const Settings& s) {
  constexpr uint64_t kSeed = 1;     // of random choices, if none is given
  constexpr uint64_t kTrails = 10;  // as the help says
  Conduct c;
  c.memory = s.memory;
  c.time = s.time;
  c.threads = s.threads;
  c.engine = s.thesis ? Engine::vm : s.engine;
  c.depth = s.depth;
  c.errors = s.errors;
  // If nobody reads them, one of each violation is enough: a long run takes time and memory to be replayed.
  c.trails = s.errors == 1 ? 1 : s.trails.value_or(s.trail.none ? 1 : kTrails);
  c.ignore = s.ignore;
  c.when_full = s.when_full;
  c.disk = s.disk;
  c.swarm = s.swarm.value_or(0);
  c.profile = s.profile;
  c.thesis = s.thesis;
  c.unreached = s.unreached;
  c.max_processes = s.max_processes;
  c.satisfying = s.satisfying;
  c.bits = s.bits;
  c.hash_functions = s.hash_functions;
  c.cache_size = s.cache_size;
  c.cache_collisions = s.cache_collisions;
  c.cache_probes = s.cache_probes;
  c.cache_replace = s.cache_replace;
  c.codec = s.codec;
  c.seed = s.seed.value_or(kSeed);
  return c;
}

}  // namespace

Plan make(const Settings& settings, const std::shared_ptr<const ir::Program>& program,
          const std::function<bool()>& stop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const auto over = [&] {
    return (stop && stop()) ||
           (settings.time && std::chrono::duration<double>(Clock::now() - start).count() >= *settings.time);
  };
  Plan plan;
  std::vector<Job> jobs = list_jobs(settings, *program);
  std::string linear, branching;
  bool safety = false;
  for (const Job& job : jobs) {
    const Decided how = how_decided(job.kind);
    std::string& first = how == Decided::by_values ? branching : linear;
    if (how == Decided::by_errors)
      safety = true;
    else if (first.empty())
      first = job.name;
  }
  const Settings s = resolved(settings, !branching.empty());
  const auto refused = [&](std::string sentence) {
    plan.refusal = std::move(sentence);
    return plan;
  };
  const Algorithm search = safety_search(s);
  const Question question{s, *program, safety, linear, branching, search, safety_store(s, search)};
  if (std::string sentence = refusal(question); !sentence.empty()) return refused(sentence);
  if (s.thesis && !branching.empty() && (s.fairness != Fairness::strong || s.fairness_unit != FairnessUnit::edge))
    return refused("--thesis means strong fairness of edges: leave --fairness and --fairness-unit out");

  const bool formulas = !linear.empty() || !branching.empty();
  const std::shared_ptr<const ir::Program> watched = formulas ? reduce::revealed(program) : program;
  for (Job& job : jobs) {
    job.program = how_decided(job.kind) == Decided::by_errors ? program : watched;
    std::string sentence;
    switch (how_decided(job.kind)) {
      case Decided::by_errors: sentence = plan_safety(s, program, job); break;
      case Decided::by_values: sentence = plan_branching(s, *program, job); break;
      case Decided::by_cycles:
        sentence = plan_claim(s, *program, contains(s.property, job.name), state_bits(*watched), over, job);
        break;
    }
    if (sentence.empty() && how_decided(job.kind) != Decided::by_errors && job.runs()) sentence = plan_symmetry(s, job);
    if (!sentence.empty()) return refused(sentence);
  }
  plan.jobs = std::move(jobs);
  plan.conduct = conduct(s);
  plan.given = given(s);
  return plan;
}

}  // namespace gyre::plan
