#include "plan/claims.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "automata/translate.h"
#include "base/nth.h"
#include "logic/formula.h"
#include "plan/reductions.h"
#include "plan/rules.h"
#include "plan/searches.h"
#include "plan/settings.h"
#include "plan/stores.h"

namespace gyre::plan {

namespace {

// The formula's tree over the atoms that it uses; `atoms` collects which those are.
logic::Formula build(const std::vector<logic::LtlNode>& nodes, logic::FormulaFactory& factory,
                     std::vector<uint32_t>& atoms) {
  using Op = logic::LtlNode::Op;
  std::vector<logic::Formula> built;
  std::map<int32_t, uint32_t> local;
  for (const logic::LtlNode& n : nodes) {
    auto left = [&] { return nth(built, n.left); };
    auto right = [&] { return nth(built, n.right); };
    switch (n.op) {
      case Op::atom: {
        auto [it, fresh] = local.emplace(n.atom, static_cast<uint32_t>(atoms.size()));
        if (fresh) atoms.push_back(static_cast<uint32_t>(n.atom));
        built.push_back(factory.atom(it->second));
        break;
      }
      case Op::constant: built.push_back(n.value ? factory.top() : factory.bottom()); break;
      case Op::negation: built.push_back(factory.negation(left())); break;
      case Op::conjunction: built.push_back(factory.conjunction({left(), right()})); break;
      case Op::disjunction: built.push_back(factory.disjunction({left(), right()})); break;
      case Op::implication: built.push_back(factory.implication(left(), right())); break;
      case Op::equivalence: built.push_back(factory.equivalence(left(), right())); break;
      case Op::next: built.push_back(factory.unary(logic::Op::next, left())); break;
      case Op::always: built.push_back(factory.unary(logic::Op::always, left())); break;
      case Op::eventually: built.push_back(factory.unary(logic::Op::eventually, left())); break;
      case Op::until: built.push_back(factory.binary(logic::Op::until, left(), right())); break;
      case Op::weak_until: built.push_back(factory.binary(logic::Op::weak_until, left(), right())); break;
      case Op::release: built.push_back(factory.binary(logic::Op::release, left(), right())); break;
      case Op::strong_release: built.push_back(factory.binary(logic::Op::strong_release, left(), right())); break;
    }
  }
  return built.back();
}

bool uses_own_variables(const ir::Program& program, ir::ExprId id) {
  return ir::any_expr(program, id, [&](const ir::Expr& e) {
    return e.op == ir::Op::run || (e.op == ir::Op::load && program.variable(e.place.var).scope == ir::Scope::local);
  });
}

// Why an action is none of a claim, which can only watch: what it would change is no part of the model, and it has no
// place for values of its own.
const char* why_not_in_claim(const ir::Program& program, const ir::Action& a) {
  switch (a.kind) {
    case ir::ActionKind::skip:
    case ir::ActionKind::else_:
    case ir::ActionKind::print:
    case ir::ActionKind::print_mtype:
    case ir::ActionKind::end: return nullptr;
    case ir::ActionKind::condition:
    case ir::ActionKind::assert_:
      return uses_own_variables(program, a.expr) ? "uses a variable of its own or starts a process" : nullptr;
    case ir::ActionKind::d_step: return "has a d_step, which is there for side effects";
    case ir::ActionKind::assign:
    case ir::ActionKind::assign_all:
    case ir::ActionKind::send:
    case ir::ActionKind::receive:
    case ir::ActionKind::set_priority:
    case ir::ActionKind::trap:
    case ir::ActionKind::new_channel: return "has side effects";
  }
  __builtin_unreachable();
}

// The sentence about a never claim that does more than to watch; empty: it does not.
std::string side_effects(const ir::Program& program, const ir::Property& property) {
  for (const ir::Edge& edge : nth(program.processes, property.process).edges) {
    const ir::Action& a = nth(program.actions, edge.action);
    if (const char* why = why_not_in_claim(program, a)) {
      return fmt::format("{}: claim '{}' {}: a claim can only watch; --safety or --property NAME leaves it out",
                         program.sources->where(a.span), property.name, why);
    }
  }
  return "";
}

// Whether the search has a set of visited states, and no numbered ones that bits could lie beside.
bool only_visited(const Settings& s) {
  return s.swarm || s.when_full != WhenFull::stop || (s.store != Store::automatic && !traits(s.store).numbers);
}

// Whether several cycles are asked for, and the search is free to say which of them are in one component.
bool tells_cycles_apart(const Settings& s) {
  return s.errors != 1 && s.depth == 0 && !only_visited(s) && s.hybrid == Hybrid::automatic;
}

// Which search for cycles: `strength` is that of the claim's automaton (general for claims whose acceptance depends on
// the system).
void choose_search(const Settings& s, automata::Strength strength, Job& job) {
  const bool fair = s.fairness != Fairness::none;
  // A bad prefix stays bad in every fair continuation, and as a rule there is one.
  const bool terminal = strength == automata::Strength::terminal && !traits(s.fairness).can_exclude_all;
  job.cycles.finite = terminal;
  if (const std::optional<Algorithm> named = cycle_algorithm(s.search)) {
    job.algorithm = *named;
    return;
  }
  if (s.shortest || s.shorten)
    job.algorithm = Algorithm::shortest_lasso;
  else if (terminal)
    job.algorithm = Algorithm::reachability;
  else if (fair && (only_visited(s) || s.threads > 1) && traits(s.fairness).by_copies &&
           s.fairness_unit == FairnessUnit::process)
    job.algorithm = Algorithm::nested;
  else if (fair || tells_cycles_apart(s))
    job.algorithm = Algorithm::components;
  else
    // Of threads one may leave what another has on its stack, so that no stack closes the cycle.
    job.algorithm =
        strength == automata::Strength::general || s.threads > 1 ? Algorithm::nested : Algorithm::single;
}

// The store, and whether the search can do with it. A refusal, or nothing.
std::string choose_store(const Settings& s, Job& job) {
  if (s.swarm) {
    job.store = resolve(s.store, Algorithm::swarm);
    if (std::string why = why_no_pair(Algorithm::swarm, job.store); !why.empty()) return why;
  } else if (s.store == Store::automatic && s.when_full == WhenFull::cache) {
    job.store = Store::tree;  // hashes take no less than the roots of trees
  } else if (s.store == Store::automatic && s.threads > 1) {
    job.store = Store::tree;  // which threads can share
  } else {
    job.store = resolve(s.store, job.algorithm);
  }
  if (std::string why = why_no_pair(job.algorithm, job.store); !why.empty()) return why;
  job.cycles.in_keys = only_visited(s);
  if (s.when_full == WhenFull::stop) return "";
  if (traits(job.algorithm).needs == SearchTraits::Needs::numbers)
    return fmt::format("{}, and --when-full goes on without: use --search nested or magic", traits(job.algorithm).what);
  return traits(job.store).numbers ? "" : why_no_pair(Algorithm::when_full, job.store);
}

void add_detail(Job& job, const std::string& text) { job.details += (job.details.empty() ? "" : "; ") + text; }

// What the search means for the report, and what it cannot do. A refusal, or nothing.
std::string settle_search(const Settings& s, Job& job) {
  const bool fair = s.fairness != Fairness::none;
  if (s.threads > 1 && !traits(job.algorithm).threads) {
    return fmt::format("--threads is not there for strongly connected components, which '{}' under this fairness asks "
                       "for: leave it out, or say --fairness weak or impartial, of processes{}",
                       job.name, leave_out(*job.program, job.name));
  }
  if (job.algorithm == Algorithm::reachability && fair && !job.cycles.finite)
    return "--search reachability does not look for cycles, and fairness is about nothing else: leave it out";
  const bool bounded = job.algorithm == Algorithm::reachability || job.algorithm == Algorithm::single ||
                       job.algorithm == Algorithm::nested;
  if (s.depth > 0 && !bounded) {
    return fmt::format("a depth bound is for a nested or a single depth-first search, and not for {}{}",
                       name_of(job.algorithm), leave_out(*job.program, job.name));
  }
  if (job.algorithm == Algorithm::reachability)
    add_detail(job, job.cycles.finite ? "a bad prefix decides (the automaton is terminal), so reachability is enough"
                                      : "the states of the product were visited once, and no cycle was looked for");
  if (job.algorithm == Algorithm::single) add_detail(job, "the automaton is weak, so one depth-first search is enough");
  return "";
}

// Hybrid storage (Godefroid & Holzmann, "On the verification of temporal properties", section 4.2): from a share m_crit
// of states whose head was seen before it needs less memory. A refusal, or nothing.
std::string choose_storage(const Settings& s, uint64_t claim_states, uint64_t state_bits, Job& job) {
  if (job.algorithm == Algorithm::components || job.algorithm == Algorithm::shortest_lasso) {
    if (s.hybrid != Hybrid::claim && s.hybrid != Hybrid::demon) return "";
    return fmt::format("--hybrid {}: this search needs a number for each product state, which no tail can hold",
                       name_of(s.hybrid));
  }
  if (job.cycles.in_keys) {
    if (s.hybrid == Hybrid::automatic) return "";
    return fmt::format(
        "--hybrid {}: a set of visited states has everything in its keys, and no place beside them: leave it out",
        name_of(s.hybrid));
  }
  if (s.hybrid == Hybrid::none) {
    job.cycles.demon_in_key = true;
    return "";
  }
  const double tail = 2.0 * static_cast<double>(claim_states);
  const double critical = (tail - std::log2(tail)) / (static_cast<double>(state_bits) + tail);
  constexpr double kWorthIt = 0.2;
  // The state of a claim that has but one needs no place in the key.
  const bool only_one = claim_states == 1;
  job.cycles.claim_in_tail =
      s.hybrid == Hybrid::claim || (s.hybrid == Hybrid::automatic && (only_one || critical <= kWorthIt));
  if (job.cycles.claim_in_tail && !only_one)
    add_detail(job, fmt::format("the claim's state is in the tail (hybrid storage, m_crit/n = {:.3f})", critical));
  return "";
}

// The automaton of the negation, and the search that it allows. False: `stop` came first.
bool translate(const Settings& s, const std::function<bool()>& stop, Job& job) {
  logic::FormulaFactory factory;
  const logic::Formula negated = factory.negation(build(job.cycles.formula, factory, job.cycles.atoms));
  automata::TranslateOptions how;
  how.stop = stop;
  automata::Automaton automaton;
  try {
    automaton = automata::translate(negated, how);
    choose_search(s, automaton.strength, job);
    // Where acceptance is on steps, in as many sets as there are, there are fewer states, and shorter cycles.
    if (job.algorithm == Algorithm::components || (job.algorithm == Algorithm::shortest_lasso && !job.cycles.finite)) {
      how.generalised = true;
      automaton = automata::translate(negated, how);
    }
  } catch (const automata::Cancelled&) {
    return false;
  }
  add_detail(job, fmt::format("the automaton of the negation has {} state{}", automaton.states.size(),
                              automaton.states.size() == 1 ? "" : "s"));
  job.cycles.automaton = std::make_shared<const automata::Automaton>(std::move(automaton));
  return true;
}

// The search that an automaton of bad runs allows. All but the search by components go by accepting states; these are
// on accepting cycles then.
void use_automaton(const Settings& s, Job& job) {
  const std::shared_ptr<const automata::Automaton>& given = job.property->automaton;
  auto simple = std::make_shared<const automata::Automaton>(automata::state_based(*given));
  choose_search(s, simple->strength, job);
  const bool as_given = job.algorithm == Algorithm::components && !given->state_based;
  job.cycles.automaton = as_given ? given : simple;
  job.cycles.atoms = job.property->atoms;
  const size_t states = job.cycles.automaton->states.size();
  add_detail(job, fmt::format("the automaton has {} state{}", states, states == 1 ? "" : "s"));
}

uint64_t claim_states(const Job& job) {
  switch (job.cycles.claim) {
    case ClaimKind::automaton:
    case ClaimKind::formula: return job.cycles.automaton->states.size();
    case ClaimKind::never: return nth(job.program->processes, job.property->process).states.size();
    case ClaimKind::non_progress: return 2;
    case ClaimKind::accept_labels: return 1;
  }
  __builtin_unreachable();
}

}  // namespace

std::string plan_claim(const Settings& s, const ir::Program& loaded, bool named, uint64_t state_bits,
                       const std::function<bool()>& stop, Job& job) {
  job.fairness = s.fairness;
  job.unit = s.fairness_unit;
  switch (job.kind) {
    case PropertyKind::acceptance:
      job.cycles.claim = ClaimKind::accept_labels;
      job.cycles.labels = true;
      choose_search(s, automata::Strength::general, job);
      if (!ir::has_accept_labels(*job.program))
        job.settled = "the model has no accept label, so that there can be no such cycle";
      break;
    case PropertyKind::non_progress:
      job.cycles.claim = ClaimKind::non_progress;
      job.cycles.stutter = false;
      job.cycles.cycle = model::ErrorKind::non_progress_cycle;
      choose_search(s, automata::Strength::weak, job);
      break;
    case PropertyKind::claim:
      job.cycles.claim = ClaimKind::never;
      job.cycles.holds = "no {}run fits the claim";
      job.cycles.labels = true;
      choose_search(s, automata::Strength::general, job);
      if (std::string why = side_effects(*job.program, *job.property); !why.empty()) {
        if (named) return why;
        job.not_checked = why;
        return "";
      }
      break;
    case PropertyKind::hoa:
      job.cycles.claim = ClaimKind::automaton;
      job.cycles.holds = "no {}run is accepted by the automaton";
      job.cycles.violated = "there is a run that the automaton accepts";
      use_automaton(s, job);
      break;
    case PropertyKind::ltl:
      job.cycles.claim = ClaimKind::formula;
      job.cycles.formula = job.property->nodes;
      job.cycles.holds = "the formula holds on all {}runs";
      job.cycles.violated = "there is a run on which the formula is false";
      if (!translate(s, stop, job)) {
        job.undecided = "while the formula was translated";
        return "";
      }
      break;
    case PropertyKind::safety:
    case PropertyKind::ctl: __builtin_unreachable();
  }
  if (std::string why = choose_store(s, job); !why.empty()) return why + leave_out(*job.program, job.name);
  if (std::string why = settle_search(s, job); !why.empty()) return why;
  if (std::string why = choose_storage(s, claim_states(job), state_bits, job); !why.empty()) return why;
  return plan_cycle_reduction(s, loaded, job);
}

std::string plan_branching(const Settings& s, const ir::Program& loaded, Job& job) {
  job.algorithm = Algorithm::ctl;
  job.fairness = s.fairness;
  job.unit = s.fairness_unit;
  job.store = resolve(s.store, job.algorithm);
  job.cycles.stutter = s.path_end == PathEnd::stutter;
  if (std::string why = why_no_pair(job.algorithm, job.store); !why.empty())
    return why + leave_out(*job.program, job.name);
  return plan_branching_reduction(s, loaded, job);
}

}  // namespace gyre::plan
