#include "plan/rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "plan/searches.h"
#include "plan/settings.h"
#include "plan/stores.h"

namespace gyre::plan {

namespace {

using Rule = std::string (*)(const Question& q);

bool cycle_search(Search s) { return cycle_algorithm(s).has_value(); }
bool finds_cycles(Search s) { return s == Search::automatic || s == Search::dfs || cycle_search(s); }

// Something that needs a set of visited states and no more, though a formula of branching time is to be checked.
std::string not_branching(const Question& q, const char* option) {
  if (q.branching.empty()) return "";
  return fmt::format("{} is for safety and linear time: a formula of branching time keeps values with each state{}",
                     option, leave_out(q.program, q.branching));
}

// Of --when-full disk.
std::string why_not_on_disk(const Question& q) {
  const Settings& s = q.settings;
  if (s.disk.empty()) return "--when-full disk writes states to a folder: say which, with --disk DIR";
  if (s.shortest || s.shorten || (s.search != Search::automatic && s.search != Search::bfs)) {
    return "--when-full disk is a search of its own, nearly breadth-first: leave --search, --shortest and --shorten "
           "out";
  }
  if (s.store != Store::automatic) return "--when-full disk has a store of its own: leave --store out";
  if (s.depth > 0) return "--when-full disk has no bound: leave --depth out";
  if (s.profile) return "--profile looks at all states: it cannot be combined with --when-full";
  const std::string& more = q.linear.empty() ? q.branching : q.linear;
  if (more.empty()) return "";
  return fmt::format("--when-full disk is for safety, and '{}' is more: say --safety, or leave it out", more);
}

// Is any choice of the run random?
bool random_choices(const Settings& s) {
  return s.search == Search::random || s.swarm || traits(s.store).seeded || s.when_full == WhenFull::cache;
}

const Rule kRules[] = {
    // Names of properties.
    [](const Question& q) -> std::string {
      for (const std::string& name : q.settings.property) {
        const auto same = [&](const ir::Property& p) { return p.name == name; };
        const auto& all = q.program.properties;
        if (name == name_of(PropertyKind::safety) || std::any_of(all.begin(), all.end(), same)) continue;
        std::string names = name_of(PropertyKind::safety);
        for (const ir::Property& p : all) names += ", " + p.name;
        return fmt::format("the model has no property '{}'; there are: {}", name, names);
      }
      return "";
    },
    // What only safety has.
    [](const Question& q) -> std::string {
      if (q.safety) return "";
      const Settings& s = q.settings;
      const char* option = !s.ignore.empty()           ? "--ignore"
                           : s.profile                 ? "--profile"
                           : s.components              ? "--components"
                           : s.unreached == Switch::on ? "--unreached on"
                                                       : nullptr;
      if (option == nullptr) return "";
      return fmt::format(
          "{} is about the search for assertions, deadlocks and run-time errors, and that is not asked for here: add "
          "--property safety, or leave it out",
          option);
    },
    // Shortest counterexamples.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (s.shortest && s.shorten) return "--shortest and --shorten are two ways to the same: choose one";
      if (s.shorten && s.errors != 1) return "--shorten finds one shortest error: it cannot be combined with --errors";
      if (s.search == Search::reachability && s.shortest)
        return "--search reachability is no search for shortest counterexamples: leave it out";
      const bool own =
          s.search == Search::automatic || (s.shortest && s.search == Search::bfs && q.linear.empty()) ||
          (s.shorten && (s.search == Search::bounded || s.search == Search::stateless) && q.linear.empty());
      if ((s.shortest || s.shorten) && !own) {
        return fmt::format("{} has its own search and cannot be combined with --search {}",
                           s.shortest ? "--shortest" : "--shorten", name_of(s.search));
      }
      if ((s.shortest || s.shorten) && !q.branching.empty())
        return "--shortest and --shorten are not for formulas of branching time" + leave_out(q.program, q.branching);
      return "";
    },
    // Bounds.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (s.search == Search::bounded && s.depth == 0) return "--search bounded needs a bound: say --depth N";
      if (s.depth == 0) return "";
      if (s.search == Search::pseudo_dfs) {
        return "what a depth limit cuts off depends on the order of a search: use --search dfs or --search bounded";
      }
      if (!q.branching.empty())
        return "a depth bound is not for formulas of branching time" + leave_out(q.program, q.branching);
      return "";
    },
    // Orders.
    [](const Question& q) -> std::string {
      if (q.settings.search == Search::pseudo_dfs && q.program.hidden_bytes > 0)
        return "of hidden variables the value of the first arrival counts, so the order matters: use --search dfs";
      return "";
    },
    // Searches and what they look for.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (cycle_search(s.search) && q.linear.empty()) {
        return fmt::format("--search {} is for claims and formulas of linear time, and none is checked here",
                           name_of(s.search));
      }
      if (!q.linear.empty() && !finds_cycles(s.search)) {
        return fmt::format("--search {} cannot find cycles: leave it out, or say nested, magic or scc{}",
                           name_of(s.search), leave_out(q.program, q.linear));
      }
      if (!q.branching.empty() && s.search != Search::automatic && s.search != Search::dfs &&
          !(cycle_search(s.search) && !q.linear.empty())) {
        return fmt::format("--search {} is not for formulas of branching time: leave it out{}", name_of(s.search),
                           leave_out(q.program, q.branching));
      }
      return "";
    },
    // Threads.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (s.threads == 1) return "";
      if (s.shortest) {
        return "--shortest takes states in the order of their distance, one by one: leave --threads out, or say "
               "--search bfs";
      }
      if (s.shorten) return "--shorten searches in depth-first order, which is that of one thread: leave --threads out";
      if (s.thesis) return "--thesis counts what one thread does: leave --threads out";
      if (s.components) return "--components is a depth-first search, by one thread: leave --threads out";
      if (s.swarm) return "--swarm is not there with --threads yet: its searches run one after the other";
      if (s.search != Search::automatic &&
          !traits(cycle_algorithm(s.search).value_or(safety_algorithm(s.search))).threads) {
        return fmt::format("--threads is there for --search {}: --search {} is a search of one thread",
                           searches_with_threads(), name_of(s.search));
      }
      if (s.store != Store::automatic && !traits(s.store).shared)
        return fmt::format("threads share the tree store: --store {} is for one thread", name_of(s.store));
      if (s.when_full != WhenFull::stop) return "--when-full is for one thread: leave --threads out";
      if (s.profile) return "--profile is for one thread: leave --threads out";
      if (s.depth > 0) {
        return "what a depth limit cuts off depends on the order of a search, and threads have none: leave --threads "
               "out";
      }
      if (q.program.hidden_bytes > 0) {
        return "of hidden variables the value of the first arrival counts, and threads have no order: leave --threads "
               "out";
      }
      if (!q.linear.empty() && s.errors != 1) {
        return fmt::format("--errors counts cycles in the order in which one thread meets them: leave --threads out{}",
                           leave_out(q.program, q.linear));
      }
      if (!q.branching.empty()) {
        return fmt::format("a formula of branching time is evaluated by one thread: leave --threads out{}",
                           leave_out(q.program, q.branching));
      }
      return "";
    },
    // The thesis's experiment.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.thesis) return "";
      if (q.program.semantics.stepping != ir::Stepping::guarded_commands)
        return "--thesis counts as the thesis did, and that had ESML models only";
      if (s.shortest || s.shorten || (s.search != Search::automatic && s.search != Search::dfs))
        return "--thesis is a depth-first search: it cannot be combined with another";
      if (s.when_full != WhenFull::stop) return "--thesis keeps every state: it cannot be combined with --when-full";
      if (s.depth > 0) return "--thesis counts the whole graph: it cannot be combined with --depth";
      if (s.swarm) return "--swarm and --thesis cannot be combined";
      if (s.engine == Engine::native) return "--thesis counts on the abstract machine: leave --engine native out";
      if (!q.linear.empty())
        return fmt::format("--thesis: the thesis knows formulas of branching time only, and '{}' is none", q.linear);
      return "";
    },
    // Components of the state graph.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.components) return "";
      if (s.thesis) return "--thesis counts components in its own way: leave --components out";
      if (s.shortest || s.shorten || s.swarm ||
          (s.search != Search::automatic && s.search != Search::dfs && !cycle_search(s.search)))
        return "--components is a depth-first search of the whole graph: it cannot be combined with another";
      if (s.when_full != WhenFull::stop)
        return "--components keeps a number with each state: it cannot be combined with --when-full";
      if (s.depth > 0) return "--components looks at the whole graph: it cannot be combined with --depth";
      return "";
    },
    // The swarm.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.swarm) return "";
      if (s.search != Search::automatic && s.search != Search::dfs && !cycle_search(s.search))
        return "--swarm searches depth-first: leave --search, --shortest and --shorten out";
      if (s.shortest || s.shorten) return "--swarm searches depth-first: leave --search, --shortest and --shorten out";
      if (s.when_full != WhenFull::stop) return "--swarm has bit arrays, which never are full: leave --when-full out";
      if (s.profile) return "--profile looks at all states, and --swarm keeps none";
      return not_branching(q, "--swarm");
    },
    // Full stores.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.disk.empty() && s.when_full != WhenFull::disk)
        return "--disk is the folder of --when-full disk: say that too, or leave it out";
      if (s.when_full == WhenFull::stop) return "";
      if (!s.memory) return "--when-full goes by the memory budget: say --memory SIZE too";
      if (s.when_full == WhenFull::disk) return why_not_on_disk(q);
      if (s.shortest || s.shorten ||
          (s.search != Search::automatic && s.search != Search::dfs && !cycle_search(s.search)))
        return fmt::format("--when-full {} is for --search dfs", name_of(s.when_full));
      if (s.when_full == WhenFull::hash_compact && s.store == Store::tree)
        return "--when-full hash-compact gains nothing with --store tree, which as a rule takes fewer bytes per state";
      if (s.profile) return "--profile looks at all states: it cannot be combined with --when-full";
      return not_branching(q, "--when-full");
    },
    // The search for safety and its store.
    [](const Question& q) -> std::string { return q.safety ? why_no_pair(q.safety_search, q.safety_store) : ""; },
    // Options of one store.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if ((s.bits || s.hash_functions) && s.store != Store::bitstate && !s.swarm)
        return "--bits and --hash-functions are for --store bitstate and --swarm";
      const bool cache = s.cache_size || s.cache_collisions || s.cache_probes || s.cache_replace != Replacement::random;
      if (cache && s.store != Store::cache)
        return "--cache-size, --cache-collisions, --cache-probes and --cache-replace are for --store cache";
      if (s.codec != Codec::automatic && s.store != Store::cache && s.when_full != WhenFull::cache) {
        return "--codec says how a cache writes its states down: it is for --store cache and --when-full cache; other "
               "stores have their own, as --store compact, collapse and tree";
      }
      constexpr uint64_t kProbes = 256;  // by default
      if (s.cache_collisions && *s.cache_collisions > s.cache_probes.value_or(kProbes))
        return "--cache-collisions cannot be more than --cache-probes";
      return "";
    },
    // The profile.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.profile) return "";
      if (traits(safety_algorithm(s.search)).needs == SearchTraits::Needs::no_store)
        return "--profile needs a search that stores states";
      if (s.store != Store::automatic && !traits(s.store).numbers)
        return fmt::format("--profile looks at all states, and the {} store cannot list them", name_of(s.store));
      return "";
    },
    // All states that satisfy a formula.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (!s.satisfying) return "";
      if (q.branching.empty())
        return "--satisfying is about formulas of branching time, and none is checked here: add --ctl F";
      if (s.store != Store::automatic && traits(s.store).forgets)
        return fmt::format("--satisfying lists all states, and the {} store forgets some", name_of(s.store));
      return "";
    },
    // Fairness.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (s.path_end != PathEnd::stutter && q.branching.empty())
        return "--path-end is about formulas of branching time, and none is checked here";
      if (s.fairness == Fairness::none && s.fairness_unit != FairnessUnit::process)
        return "--fairness-unit needs --fairness weak or strong";
      if (traits(s.fairness).living() && s.fairness_unit != FairnessUnit::process)
        return "impartiality is about processes: --fairness-unit process, or --fairness weak or strong";
      if (s.fairness != Fairness::none && q.linear.empty() && q.branching.empty()) {
        return "--fairness is about infinite runs, and nothing that is checked here is: add --ltl F, --ctl F, "
               "--acceptance, --non-progress, or name a claim with --property";
      }
      const bool copies = s.search == Search::nested || s.search == Search::magic;
      if (copies && (!traits(s.fairness).by_copies || s.fairness_unit != FairnessUnit::process)) {
        return fmt::format(
            "--search {} knows weak fairness and impartiality, of processes, only; --search scc does the others",
            name_of(s.search));
      }
      return "";
    },
    // Hybrid storage.
    [](const Question& q) -> std::string {
      const Settings& s = q.settings;
      if (s.hybrid == Hybrid::automatic) return "";
      if (q.linear.empty()) return "--hybrid is about claims and formulas, and none is checked here";
      if (s.hybrid != Hybrid::none) return "";
      if (s.search != Search::magic)
        return "--hybrid none stores a state once for each search that sees it; only --search magic does that";
      if (s.fairness != Fairness::none)
        return "the copies for fairness are always in the tail: leave --hybrid none out";
      return "";
    },
    // Counting errors.
    [](const Question& q) -> std::string {
      if (q.settings.errors != 1 && !q.safety && q.linear.empty())
        return "--errors: a formula of branching time has one answer, and nothing else is checked here";
      if (q.settings.trails && q.settings.errors == 1)
        return "--trails: the search ends with the first error, which has one counterexample; --errors 0 goes on";
      if (q.settings.trails && !q.safety)
        return "--trails is about assertions, deadlocks and run-time errors, and those are not asked for here";
      return "";
    },
    // Random choices.
    [](const Question& q) -> std::string {
      if (q.settings.seed && !random_choices(q.settings))
        return "--seed: nothing in this run is random; it is for --search random, --swarm, --store bitstate and cache";
      return "";
    },
};

}  // namespace

std::string leave_out(const ir::Program& program, const std::string& property) {
  for (const ir::Property& p : program.properties) {
    if (p.added && p.name == property) return "";
  }
  return fmt::format("; --safety or --property NAME leaves '{}' out", property);
}

std::string refusal(const Question& question) {
  for (const Rule rule : kRules) {
    if (std::string sentence = rule(question); !sentence.empty()) return sentence;
  }
  return "";
}

}  // namespace gyre::plan
