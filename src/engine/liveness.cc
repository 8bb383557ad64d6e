// Claims, formulas and cycles by labels: a product, a search for cycles, a verdict.
#include <algorithm>
#include <chrono>
#include <map>
#include <new>

#include <fmt/format.h>

#include "automata/translate.h"
#include "engine/checker.h"
#include "engine/claim_job.h"
#include "engine/pairs.h"
#include "engine/reduction.h"
#include "logic/formula.h"

namespace gyre::engine {

namespace {

// The formula's tree over the atoms that it uses; `atoms` collects which those are.
logic::Formula build(const std::vector<ir::LtlNode>& nodes, logic::FormulaFactory& factory,
                     std::vector<uint32_t>& atoms) {
  using Op = ir::LtlNode::Op;
  std::vector<logic::Formula> built;
  std::map<int32_t, uint32_t> local;
  for (const ir::LtlNode& n : nodes) {
    auto left = [&] { return built[static_cast<size_t>(n.left)]; };
    auto right = [&] { return built[static_cast<size_t>(n.right)]; };
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
  const ir::Expr& e = program.exprs[static_cast<size_t>(id)];
  if (e.op == ir::Op::run) return true;
  if (e.op == ir::Op::load && program.variables[static_cast<size_t>(e.place.var)].scope == ir::Scope::local)
    return true;
  const auto uses = [&](ir::ExprId k) { return uses_own_variables(program, k); };
  return std::any_of(e.kids.begin(), e.kids.end(), uses) ||
         std::any_of(e.place.indices.begin(), e.place.indices.end(), uses);
}

// A claim watches: what it would change is no part of the model, and it has no place for values of its own.
void refuse_side_effects(const ir::Program& program, const ir::Property& property) {
  for (const ir::Edge& edge : program.processes[static_cast<size_t>(property.process)].edges) {
    const ir::Action& a = program.actions[static_cast<size_t>(edge.action)];
    const char* why = nullptr;
    switch (a.kind) {
      case ir::ActionKind::skip:
      case ir::ActionKind::else_:
      case ir::ActionKind::print:
      case ir::ActionKind::print_mtype:
      case ir::ActionKind::end: break;
      case ir::ActionKind::condition:
      case ir::ActionKind::assert_:
        if (uses_own_variables(program, a.expr)) why = "uses a variable of its own or starts a process";
        break;
      case ir::ActionKind::d_step: why = "has a d_step, which is there for side effects"; break;
      default: why = "has side effects"; break;
    }
    if (!why) continue;
    throw Error(fmt::format("{}: claim '{}' {}: a claim can only watch; --safety or --property NAME leaves it out",
                            program.sources->where(a.span), property.name, why));
  }
}

// Whether a never claim can reach an accept label, its end or an assertion at all, whatever the model does.
bool can_decide(const ir::Program& program, int32_t process) {
  const ir::Process& claim = program.processes[static_cast<size_t>(process)];
  std::vector<bool> seen(claim.states.size());
  std::vector<uint32_t> to_visit{claim.initial};
  seen[claim.initial] = true;
  while (!to_visit.empty()) {
    const ir::ControlState& state = claim.states[to_visit.back()];
    to_visit.pop_back();
    if (state.accept) return true;
    for (const uint32_t e : state.edges) {
      const ir::Edge& edge = claim.edges[e];
      const ir::ActionKind kind = program.actions[static_cast<size_t>(edge.action)].kind;
      if (kind == ir::ActionKind::end || kind == ir::ActionKind::assert_ || edge.to == 0) return true;
      if (!seen[edge.to]) to_visit.push_back(edge.to);
      seen[edge.to] = true;
    }
  }
  return false;
}

}  // namespace

// What makes no sense for claims, formulas and cycles, or is not there.
// The thesis's model checker had formulas of branching time, and its fairness was that of section 3.5.2.
void Checker::resolve_thesis(const std::vector<ClaimJob>& jobs) {
  Options& o = options_;
  if (!o.thesis || jobs.empty()) return;
  for (const ClaimJob& job : jobs) {
    if (job.kind != "ctl")
      throw Error(
          fmt::format("--thesis: the thesis knows formulas of branching time only, and '{}' is none", job.name));
  }
  if (o.fairness == plan::Fairness::none) {
    o.fairness = plan::Fairness::strong;
    o.fairness_unit = plan::FairnessUnit::edge;
  }
  if (o.fairness != plan::Fairness::strong || o.fairness_unit != plan::FairnessUnit::edge)
    throw Error("--thesis means strong fairness of edges: leave --fairness and --fairness-unit out");
}

void Checker::refuse_for_cycles(const std::vector<ClaimJob>& jobs) const {
  const Options& o = options_;
  const auto branching = std::count_if(jobs.begin(), jobs.end(), [](const ClaimJob& j) { return j.kind == "ctl"; });
  if (o.path_end != plan::PathEnd::stutter && branching == 0)
    throw Error("--path-end is about formulas of branching time, and none is checked here");
  if (o.fairness == plan::Fairness::none && o.fairness_unit != plan::FairnessUnit::process)
    throw Error("--fairness-unit needs --fairness weak or strong");
  if (o.fairness == plan::Fairness::impartial && o.fairness_unit != plan::FairnessUnit::process)
    throw Error("impartiality is about processes: --fairness-unit process, or --fairness weak or strong");
  if (jobs.empty() && o.fairness != plan::Fairness::none) {
    throw Error(
        "--fairness is about infinite runs, and nothing that is checked here is: add --ltl F, --ctl F, --acceptance, "
        "--non-progress, or name a claim with --property");
  }
  if (static_cast<size_t>(branching) < jobs.size()) return;
  if (o.hybrid != plan::Hybrid::automatic)
    throw Error("--hybrid is about claims and formulas, and none is checked here");
  if (o.search == plan::Search::magic || o.search == plan::Search::scc || o.search == plan::Search::nested ||
      o.search == plan::Search::reachability)
    throw Error(fmt::format("--search {} is for claims and formulas of linear time, and none is checked here",
                            name_of(o.search)));
}

std::vector<ClaimJob> Checker::claim_jobs(const search::Task& task) {
  const ir::Program& program = *loaded_.program;
  const model::Patience budget = patience(task);
  const auto stop = [&] {
    return budget.interrupt->load(std::memory_order_relaxed) || std::chrono::steady_clock::now() >= budget.deadline;
  };
  std::vector<ClaimJob> jobs;
  if (options_.acceptance) {
    ClaimJob job;
    job.name = job.kind = "acceptance";
    job.claim = make_true_claim();
    job.judged.kind = judge::Claim::Kind::accept_labels;
    job.labels = true;
    job.plan = plan_cycles(options_, automata::Strength::general, false);
    job.idle = !ir::has_accept_labels(program);
    jobs.push_back(std::move(job));
  }
  if (options_.non_progress) {
    ClaimJob job;
    job.name = job.kind = "non-progress";
    job.claim = make_non_progress_claim();
    job.judged.kind = judge::Claim::Kind::non_progress;
    job.stutter = false;
    job.plan = plan_cycles(options_, automata::Strength::weak, false);
    job.cycle = model::ErrorKind::non_progress_cycle;
    jobs.push_back(std::move(job));
  }
  for (const ir::Property& p : program.properties) {
    const bool named = !options_.property.empty() && asked_for(p.name);
    const bool from_command_line = p.name.rfind("ltl_cli_", 0) == 0 || p.name.rfind("ctl_cli_", 0) == 0;
    if (!named && !from_command_line && (only_some() || !options_.property.empty())) continue;
    ClaimJob job;
    job.name = p.name;
    job.property = &p;
    if (p.kind == ir::Property::Kind::ctl) {
      job.kind = "ctl";
      jobs.push_back(std::move(job));
      continue;
    }
    if (p.kind == ir::Property::Kind::ltl) {
      job.kind = "ltl";
      logic::FormulaFactory factory;
      std::vector<uint32_t> atoms;
      const logic::Formula f = build(p.nodes, factory, atoms);
      automata::TranslateOptions how;
      how.stop = stop;
      automata::Automaton automaton;
      try {
        automaton = automata::translate(factory.negation(f), how);
        job.plan = plan_cycles(options_, automaton.strength, true);
        if (job.plan.generalised) {
          how.generalised = true;
          automaton = automata::translate(factory.negation(f), how);
        }
      } catch (const automata::Cancelled&) {
        job.not_translated = true;
        jobs.push_back(std::move(job));
        continue;
      }
      job.antecedents = antecedents(program, p.nodes, atoms);
      job.note = fmt::format("the automaton of the negation has {} state{}", automaton.states.size(),
                             automaton.states.size() == 1 ? "" : "s");
      job.judged = {judge::Claim::Kind::formula, p.nodes, automaton, atoms, ir::kNone};
      job.claim = make_automaton_claim(program, std::move(automaton), std::move(atoms));
    } else {
      refuse_side_effects(program, p);
      job.kind = "claim";
      job.labels = true;
      job.plan = plan_cycles(options_, automata::Strength::general, false);
      job.judged.kind = judge::Claim::Kind::never;
      job.judged.process = p.process;
      job.claim = make_never_claim(program, p.process);
    }
    jobs.push_back(std::move(job));
  }
  resolve_thesis(jobs);
  refuse_for_cycles(jobs);
  for (ClaimJob& job : jobs) {
    if (job.claim) plan_storage(job.plan, options_, job.claim->states(), system_bits());
  }
  return jobs;
}

report::Property Checker::check_claim(const ClaimJob& job, const search::Task& whole,
                                      const search::Progress& progress) {
  // --ignore is about the model's errors, which are those of safety. The claim's own, an atom without a value for one,
  // cannot be left out: what would its verdict mean?
  search::Task task = whole;
  task.ignored = 0;
  report::Property p;
  p.name = job.name;
  p.kind = job.kind;
  if (job.property) p.formula = job.property->formula;
  claim_seconds_ = 0;
  if (job.not_translated) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = task.interrupt->load() ? "it was interrupted while the formula was translated"
                                      : "the time budget was used up while the formula was translated";
    return p;
  }
  const plan::Search how = options_.search;
  using plan::Search;
  if (how == Search::pseudo_dfs || how == Search::bfs || how == Search::bounded || how == Search::stateless ||
      how == Search::random) {
    p.reason = fmt::format("--search {} cannot find cycles: leave it out, or say nested, magic or scc", name_of(how));
    return p;
  }
  if (options_.shorten) {
    p.reason = "--shorten is for safety; --shortest finds a shortest lasso";
    return p;
  }
  if (options_.swarm) {
    p.reason = "--swarm is for safety: searches for cycles keep something with each state, bit arrays cannot";
    return p;
  }
  if (options_.when_full != plan::WhenFull::stop) {
    p.reason = "--when-full is for safety: searches for cycles cannot do without a state that they have seen";
    return p;
  }
  if (options_.depth > 0 && !job.plan.can_be_bounded()) {
    p.reason =
        fmt::format("a depth bound is for a nested or a single depth-first search, and not for {}", job.plan.algorithm);
    return p;
  }
  const std::string store = resolve_store(name_of(options_.store), "nested");  // all keep notes beside the states
  if (p.reason = why_no_cycles(store); !p.reason.empty()) return p;
  if (job.idle) {
    p.verdict = report::Verdict::holds;
    p.reason = "the model has no accept label, so that there can be no such cycle";
    return p;
  }
  Reduction reduction(options_, *machine_, job);
  Product product(*machine_, reduction.model(), *job.claim, job.labels, job.stutter);
  const auto start = std::chrono::steady_clock::now();
  machine_->set_patience(patience(task));
  const search::Outcome o = [&] {
    const NativeEngine::Searching searching(*native_);
    try {
      return find_cycles(job.plan, store, {product, job.cycle, task, progress, *machine_});
    } catch (const std::bad_alloc&) {  // before the search itself could begin
      search::Outcome nothing;
      nothing.ended = search::Ended::memory;
      return nothing;
    }
  }();
  machine_->set_patience({});
  claim_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  p.searched = true;
  p.search.algorithm = job.plan.algorithm;
  p.search.store = store;
  const bool limited = product.limit().kind != model::ErrorKind::none;
  p.search.complete = o.ended == search::Ended::complete && !o.cut && !limited;
  p.search.states = o.counts.states;
  p.search.stored = o.counts.stored;
  p.search.store_bytes = o.counts.store_bytes;
  p.search.stack_bytes = o.counts.stack_bytes;
  p.search.matched = o.counts.matched;
  p.search.transitions = o.counts.transitions();
  p.search.depth = o.counts.depth;
  p.search.vector_bytes = o.counts.vector_bytes;
  p.search.reductions = reduction.told(product.in_part(), product.left_out());
  p.errors = o.errors;
  for (const search::FoundError& error : o.found) {
    report::Violation v;
    confirm_claim(job, error, v);
    p.violations.push_back(std::move(v));
  }
  if (!o.found.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason =
        o.found[0].kind == model::ErrorKind::claim_completed ? "the claim can be completed" : "there is such a cycle";
    if (job.kind == "ltl") p.reason = "there is a run on which the formula is false";
    if (!model::needs_claim(o.found[0].kind)) p.reason = "its value is not defined in some state";
  } else if (p.search.complete && !job.plan.decides()) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but --search reachability does not look for cycles";
  } else if (p.search.complete) {
    p.verdict = report::Verdict::holds;
    const std::string fair = options_.fairness == plan::Fairness::none ? ""
                             : options_.fairness == plan::Fairness::impartial
                                 ? "impartial "
                                 : std::string(name_of(options_.fairness)) + "ly fair ";
    p.reason = job.kind == "ltl"     ? fmt::format("the formula holds on all {}runs", fair)
               : job.kind == "claim" ? fmt::format("no {}run fits the claim", fair)
                                     : fmt::format("there is no such {}cycle", fair);
    if (job.plan.fairness == search::Fairness::impartial && !any_fair_run(task, progress)) {
      p.verdict = report::Verdict::inconclusive;
      p.reason = "no run of the model is impartial, so that this says nothing";
    } else if (const std::string why = why_vacuous(job.antecedents, job.claim->letters_while_at_start());
               !why.empty()) {
      p.vacuous = true;
      p.reason += ", but VACUOUSLY: " + why;
    } else if (job.kind == "claim" && !ir::has_accept_labels(machine_->program()) &&
               !can_decide(machine_->program(), job.property->process)) {
      p.vacuous = true;
      p.reason += ", but VACUOUSLY: the claim can reach no accept label, no assertion and no end of its own";
    }
  } else {
    p.verdict = report::Verdict::inconclusive;
    p.reason = fmt::format("nothing found, but {}",
                           limited                            ? limit_text(product.limit().kind, product.limit().place)
                           : o.ended == search::Ended::memory ? "the memory budget was used up"
                           : o.ended == search::Ended::time   ? "the time budget was used up"
                           : o.cut ? fmt::format("the depth limit of {} cut the search off", options_.depth)
                                   : "it was interrupted");
  }
  p.details = job.note;
  const auto tell = [&](const std::string& text) {
    if (!text.empty()) p.details += (p.details.empty() ? "" : "; ") + text;
  };
  tell(job.plan.why);
  if (!o.found.empty()) tell(job.plan.length_text(p.search.complete || o.ended == search::Ended::error_limit));
  return p;
}

// Impartiality may exclude every run: a process that has to wait for ever is enough.
bool Checker::any_fair_run(const search::Task& task, const search::Progress& progress) {
  const std::unique_ptr<Claim> any = make_any_claim();
  Product product(*machine_, *machine_, *any, false, true);
  CyclePlan plan;
  plan.search = CyclePlan::Search::components;
  plan.fairness = options_.fairness;
  search::Task one = task;
  one.max_errors = 1;
  one.ignored = 0;
  const std::string store = resolve_store(name_of(options_.store), "scc");
  const search::Outcome o =
      find_cycles(plan, store, {product, model::ErrorKind::acceptance_cycle, one, progress, *machine_});
  return !o.found.empty() || o.ended != search::Ended::complete;
}

// Of the key of the initial state: what a store has to keep.
uint64_t Checker::system_bits() {
  model::SuccessorBuffer buffer;
  machine_->initial(buffer);
  return buffer.list.empty() ? 1 : uint64_t{buffer.list[0].key} * 8;
}

void Checker::confirm_claim(const ClaimJob& job, const search::FoundError& error, report::Violation& v) {
  Reduction reduction(options_, *machine_, job);
  Product again(*machine_, reduction.model(), *job.claim, job.labels, job.stutter);
  const bool is_ltl = job.property && job.property->kind == ir::Property::Kind::ltl;
  judge::Fairness fairness;
  if (job.plan.search != CyclePlan::Search::reachability) fairness = {job.plan.fairness, job.plan.unit};
  judge::ClaimRuling run = judge::judge_claim(*machine_, job.judged, fairness, system_run(again, error));
  if (!run.confirmed) {
    throw std::logic_error(
        fmt::format("a counterexample for '{}' did not stand up to its replay: {}", job.name, run.why_not));
  }
  v.error = model::error_name(error.kind);
  v.count = error.count;
  trace::Trace& t = run.trace;
  t.failure.kind = error.kind;
  if (!model::needs_claim(error.kind)) {
    t.failure.place = trace::kInClaim;
    t.failure.message =
        fmt::format("'{}' cannot be evaluated in this state: {}", job.name, model::error_name(error.kind));
  } else if (error.kind == model::ErrorKind::claim_completed)
    t.failure.message = is_ltl ? fmt::format("'{}' is violated, whatever follows", job.name)
                               : fmt::format("claim '{}' is completed", job.name);
  else if (error.kind == model::ErrorKind::non_progress_cycle)
    t.failure.message = "non-progress cycle";
  else
    t.failure.message = job.property ? fmt::format("acceptance cycle: '{}' is violated", job.name) : "acceptance cycle";
  if (job.property) t.failure.span = job.property->span;
  const bool fair = job.plan.fairness != search::Fairness::none && t.cycle_start >= 0;
  tell_trace(std::move(t), v);
  if (!fair) return;
  for (const judge::CycleShare& share : run.shares)
    v.cycle_shares.push_back({share.process, share.pid, share.moves, share.not_enabled_after});
}

}  // namespace gyre::engine
