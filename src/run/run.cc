#include "run/run.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>
#include <system_error>

#include "base/narrow.h"
#include "base/nth.h"
#include "plan/stores.h"
#include "product/product.h"
#include "reduce/partial_order.h"
#include "reduce/quotient.h"
#include "reduce/shuffle.h"
#include "reduce/singletons.h"
#include "run/cycles.h"
#include "run/memory_budget.h"
#include "run/safety.h"
#include "run/swarm.h"
#include "run/values.h"
#include "store/compacted_bits.h"

namespace gyre::run {

namespace {

using Clock = std::chrono::steady_clock;

// The budgets of a search that begins now, for the machine. Replays know no budget: they are taken away again.
class MachineBudget {
 public:
  MachineBudget(vm::Machine& machine, const search::Task& task) : machine_(machine) {
    model::Budget p;
    p.interrupt = task.interrupt;
    p.bytes = task.memory_limit;
    constexpr double kYear = 365.0 * 24 * 3600;  // more would not fit into the clock
    if (task.time_limit > 0 && task.time_limit < kYear)
      p.deadline =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(task.time_limit));
    machine_.set_budget(p);
  }
  ~MachineBudget() { machine_.set_budget({}); }
  MachineBudget(const MachineBudget&) = delete;
  MachineBudget& operator=(const MachineBudget&) = delete;

 private:
  vm::Machine& machine_;
};

// What the search sees: the machine, or the machine reduced by partial order, or representatives of its states.
class Reduced : public Reordered {
 public:
  Reduced(vm::Machine& machine, const plan::Job& job, uint64_t memory_limit)
      : machine_(machine),
        plan_(job.reduction),
        remembers_(std::min(reduce::Decisions::kMostBytes, memory_limit / 32)) {
    reduce_order(job.reduction);
    if (job.symmetry.found)
      quotient_ = std::make_unique<reduce::Quotient>(model_ ? *model_ : machine, machine.program(),
                                                     *machine.image().shapes, *job.symmetry.found);
  }
  model::Model& model() {
    if (quotient_) return *quotient_;
    return model_ ? *model_ : machine_;
  }
  model::Model& whole() override { return machine_; }
  const std::vector<model::Model*>& any_order() override {
    if (any_order_.empty()) {
      add_any_order(machine_);
      for (vm::Machine* other : others_) add_any_order(*other);
    }
    return any_order_;
  }
  // The machines of other threads.
  void also(vm::Machine& other) { others_.push_back(&other); }
  // Processes that have ended may be gone without having died: that they could counts as done.
  void add_deaths(std::vector<uint64_t>& executed) const {
    for (size_t i = 0; quotient_ && i < executed.size(); ++i) {
      if (quotient_->deaths()[i] && executed[i] == 0) executed[i] = 1;
    }
  }

 private:
  void reduce_order(const plan::ReductionPlan& plan) {
    if (!plan.on) return;
    const bool watched = !plan.observed.atoms.empty() || plan.observed.accept_labels || plan.observed.progress_labels;
    const ir::ShapeTable& shapes = *machine_.image().shapes;
    if (plan.singletons) {
      model_ = std::make_unique<reduce::Singletons>(machine_, shapes, *plan.summary, plan.observed);
      return;
    }
    reduce::StubbornOptions stubborn;
    stubborn.most_bytes = remembers_;
    if (watched) stubborn.observed = plan.observed;
    auto made = std::make_unique<reduce::PartialOrder>(machine_, shapes, *plan.summary, stubborn);
    partial_order_ = made.get();
    model_ = std::move(made);
  }
  void add_any_order(vm::Machine& machine) {
    reduce::StubbornOptions stubborn;
    stubborn.observed.emplace();
    stubborn.used = partial_order_->used();
    stubborn.most_bytes = remembers_;
    cut_.push_back(std::make_unique<reduce::PartialOrder>(machine, *machine.image().shapes, *plan_.summary, stubborn,
                                                          reduce::Adaptive::kLearning, plan_.adaptive));
    any_order_.push_back(cut_.back().get());
  }

  vm::Machine& machine_;
  const plan::ReductionPlan& plan_;
  const uint64_t remembers_;  // bytes of decisions, in each of the models: a small part of the budget
  const reduce::PartialOrder* partial_order_ = nullptr;
  std::vector<vm::Machine*> others_;
  std::vector<std::unique_ptr<model::Model>> cut_;
  std::vector<model::Model*> any_order_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<reduce::Quotient> quotient_;
};

// The run of the machine that a path of representatives stands for.
void unfold(vm::Machine& machine, const plan::Job& job, bool deadlock, search::Path& path) {
  if (path.choices.empty() && !deadlock) return;
  reduce::Unfolding run(machine, machine.program(), *machine.image().shapes, *job.symmetry.found);
  for (const uint32_t choice : path.choices) run.follow(choice);
  if (deadlock) run.bury();
  path.choices = run.choices();
}

void unfold(vm::Machine& machine, const plan::Job& job, search::FoundError& error) {
  if (!job.symmetry.found || !error.has_path) return;
  const bool deadlock = error.kind == model::ErrorKind::deadlock;
  unfold(machine, job, deadlock, error.path);
  for (search::Path& other : error.others) unfold(machine, job, deadlock, other);
}

// The same for a run that is held against a claim. A lasso closes up to a permutation only: it is followed until the
// run itself comes back to where it was.
void unfold(vm::Machine& machine, const plan::Job& job, model::ErrorKind kind, std::vector<uint32_t>& choices,
            int64_t& cycle_start) {
  if (!job.symmetry.found) return;
  reduce::Unfolding run(machine, machine.program(), *machine.image().shapes, *job.symmetry.found);
  const auto follow = [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      if (choices[i] == model::Arc::kStutter)
        run.stutter();
      else
        run.follow(choices[i]);
    }
  };
  const size_t start = cycle_start < 0 ? choices.size() : narrow<size_t>(cycle_start);
  follow(0, start == 0 ? 0 : start - 1);
  const size_t before_last = run.choices().size();
  if (start > 0) follow(start - 1, start);
  // What decides a finite run is read with the step behind it. A death is no step of the run; another one is as good.
  if (cycle_start < 0 && kind == model::ErrorKind::claim_completed && start > 0 && run.choices().size() == before_last)
    run.go_on();
  std::map<std::string, size_t> been;  // where the run was when a round began, and after how many steps
  while (cycle_start >= 0) {
    const auto [at, fresh] = been.try_emplace(run.at(), run.choices().size());
    if (!fresh) {
      cycle_start = narrow<int64_t>(at->second);
      break;
    }
    follow(start, choices.size());
  }
  choices = run.choices();
}

StoreSpec store_spec(const plan::Conduct& how, const plan::Job& job, const model::Model& shapes) {
  StoreSpec spec;
  spec.store = job.store;
  spec.shapes = &shapes;
  spec.within_budget = how.memory.has_value();
  spec.bits = how.bits;
  spec.hash_functions = how.hash_functions;
  spec.cache_size = how.cache_size;
  spec.cache_collisions = how.cache_collisions;
  spec.cache_probes = how.cache_probes;
  spec.replace = how.cache_replace;
  spec.codec = how.codec;
  spec.seed = how.seed;
  return spec;
}

// Runs a safety task. Where there is no memory for it, or a state has more successors than the stack of a depth-first
// search can number while any order would do, the answer says so or comes from another order.
SafetyResult run_guarded(SafetyTask& t, bool order_is_free, vm::Machine& machine) {
  SafetyResult result;
  try {
    result = run_safety(t);
  } catch (const std::bad_alloc&) {  // before the search itself could begin, or between two
    result.outcome.ended = search::Ended::memory;
    give_back_freed();
  }
  if (result.outcome.ended != search::Ended::too_wide || !result.outcome.found.empty() || !order_is_free) return result;
  SafetyTask other{machine, t.task, t.progress, plan::Algorithm::pseudo_dfs, t.store};
  other.want_hashes = t.want_hashes;
  return run_safety(other);
}

void run_safety_job(Session& session, const plan::Job& job, const search::Task& whole, const search::Progress& progress,
                    JobOutcome& out) {
  const plan::Conduct& how = session.how();
  search::Task task = whole;
  task.max_paths = how.trails;
  for (const model::ErrorKind kind : how.ignore) task.ignored |= uint64_t{1} << static_cast<unsigned>(kind);
  vm::Machine& m = session.machine(job.program);
  const MachineBudget budget(m, task);
  std::vector<std::unique_ptr<vm::Machine>> others;  // of other threads
  NativeEngine::Searching searching(session.native(job.program));
  Values values(m.program(), *m.image().shapes);
  if (job.algorithm == plan::Algorithm::thesis) {
    std::function<void(StateView)> each_state;
    if (how.profile) each_state = [&](StateView state) { values.add(state); };
    thesis::Experiment experiment = thesis::run(m, task, progress, {}, each_state);
    out.outcome = std::move(experiment.outcome);
    out.thesis = std::move(experiment.counts);
  } else {
    Reduced reduced(m, job, task.memory_limit);
    SafetyTask t{reduced.model(), task, progress, job.algorithm, store_spec(how, job, m)};
    t.when_full = how.when_full;
    t.disk = how.disk;
    t.swarm = how.swarm;
    t.reduced = job.reduction.on;
    t.adaptive = job.reduction.adaptive;
    t.reordered = &reduced;
    if (how.profile) t.each_state = [&](StateView state) { values.add(state); };
    // A reduced search finds successors on its stack by their hashes, and so do stores that a full one goes over to.
    m.want_hashes(!(plan::finds_by_value(job.algorithm, job.store) || how.threads > 1) || job.reduction.on ||
                  how.when_full != plan::WhenFull::stop);
    t.want_hashes = [&m, &others](bool wanted) {
      m.want_hashes(wanted);
      for (const auto& other : others) other->want_hashes(wanted);
    };
    for (uint64_t i = 1; i < how.threads; ++i) {
      others.push_back(m.another());
      searching.also(*others.back());
      t.others.push_back(others.back().get());
      reduced.also(*others.back());
    }
    SafetyResult result = run_guarded(t, job.any_order_does, m);
    m.want_hashes(true);
    for (const auto& other : others) m.add_executed(*other);
    out.threads = result.threads;
    out.outcome = std::move(result.outcome);
    for (search::FoundError& error : out.outcome.found) unfold(m, job, error);
    out.executed = m.executed();
    reduced.add_deaths(out.executed);
    out.lossy = result.lossy;
    out.note = std::move(result.note);
    out.structure = std::move(result.structure);
    out.algorithm = result.algorithm.value_or(job.algorithm);
  }
  out.partially_expanded = out.outcome.counts.partially_expanded;
  out.pruned = out.outcome.counts.pruned;
  if (how.profile) out.values = values.counts();
  if (out.executed.empty()) out.executed = m.executed();
  out.complete = out.outcome.ended == search::Ended::complete && !out.outcome.cut && !out.lossy;
}

// Impartiality may exclude every run: a process that has to wait for ever is enough.
bool any_fair_run(vm::Machine& m, search::Task task, const plan::Job& job, const StoreSpec& store,
                  const search::Progress& progress) {
  const MachineBudget budget(m, task);
  const std::unique_ptr<product::Claim> any = product::make_any_claim();
  product::Product product(m.program(), m.observer(), m, *any, false, true);
  product.note_ended(traits(job.fairness).spares_ended());
  task.max_errors = 1;
  CycleTask fair{product, task, progress, plan::Algorithm::components, store};
  if (!plan::traits(store.store).numbers) fair.store.store = plan::Store::exact;
  fair.fairness = job.fairness;
  fair.unit = job.unit;
  const search::Outcome o = run_cycles(fair).outcome;
  return !o.found.empty() || o.ended != search::Ended::complete;
}

// A search for cycles, and what it knows besides.
struct CycleRun : SearchResult {
  uint64_t partially_expanded = 0, pruned = 0;
  model::StepError limit;
  std::vector<std::vector<uint32_t>> runs;  // of what it found
};

// What another thread has for itself.
struct CycleThread {
  CycleThread(std::unique_ptr<vm::Machine> its_machine, const plan::Job& job, uint64_t memory_limit)
      : machine(std::move(its_machine)),
        reduced(*machine, job, memory_limit),
        claim(make_claim(job)),
        product(machine->program(), machine->observer(), reduced.model(), *claim, job.cycles.labels,
                job.cycles.stutter) {
    product.note_ended(traits(job.fairness).spares_ended());
  }

  std::unique_ptr<vm::Machine> machine;
  Reduced reduced;
  std::unique_ptr<product::Claim> claim;
  product::Product product;
};
using CycleThreads = std::vector<std::unique_ptr<CycleThread>>;

// What all claims together were asked about; nothing, if one of them does not know.
std::optional<std::vector<uint64_t>> letters_of(const product::Claim& claim, const CycleThreads& others) {
  std::optional<std::vector<uint64_t>> all = claim.letters_while_at_start();
  for (const auto& other : others) {
    const std::optional<std::vector<uint64_t>> more = other->claim->letters_while_at_start();
    if (!more || !all) return std::nullopt;
    all->insert(all->end(), more->begin(), more->end());
  }
  if (all) {
    std::sort(all->begin(), all->end());
    all->erase(std::unique(all->begin(), all->end()), all->end());
  }
  return all;
}

CycleRun run_product(const plan::Job& job, vm::Machine& m, model::Model& model, product::Claim& claim,
                     const CycleThreads& others, const search::Task& task, const search::Progress& progress,
                     const StoreSpec& store, plan::WhenFull when_full) {
  product::Product product(m.program(), m.observer(), model, claim, job.cycles.labels, job.cycles.stutter);
  product.note_ended(traits(job.fairness).spares_ended());
  CycleTask t{product, task, progress, job.algorithm, store, when_full, job.cycles};
  t.fairness = job.fairness;
  t.unit = job.unit;
  for (const auto& other : others) t.others.push_back(&other->product);
  CycleRun run;
  try {
    static_cast<SearchResult&>(run) = run_cycles(t);
  } catch (const std::bad_alloc&) {  // before the search itself could begin
    run.outcome.ended = search::Ended::memory;
  }
  run.partially_expanded = product.partially_expanded();
  run.pruned = product.pruned();
  run.limit = product.limit();
  for (const auto& other : others) {
    run.partially_expanded += other->product.partially_expanded();
    run.pruned += other->product.pruned();
    if (run.limit.kind == model::ErrorKind::none) run.limit = other->product.limit();
  }
  m.set_budget({});  // what follows is no search
  const bool shortest = job.algorithm == plan::Algorithm::shortest_lasso;
  for (search::FoundError& error : run.outcome.found) {
    const search::Path& path = error.path;
    product::SystemRun found = shortest ? product::shortest_form(product, path.choices, path.cycle_start)
                                        : product::system_run(product, path.choices, path.cycle_start);
    error.path.cycle_start = found.cycle_start;
    run.runs.push_back(std::move(found.choices));
  }
  return run;
}

// The choices by the numbers that the shuffled model itself gives to its successors; where it stands still, it goes on
// to do so.
std::vector<uint32_t> unshuffled(reduce::Shuffle& shuffle, std::vector<uint32_t> choices) {
  const auto end = std::find(choices.begin(), choices.end(), model::Arc::kStutter);
  const std::vector<uint32_t> moves = shuffle.original({choices.begin(), end});
  std::copy(moves.begin(), moves.end(), choices.begin());
  return choices;
}

void run_cycle_job(Session& session, const plan::Job& job, const search::Task& task, const search::Progress& progress,
                   JobOutcome& out) {
  const plan::Conduct& how = session.how();
  vm::Machine& m = session.machine(job.program);
  CycleThreads others;
  NativeEngine::Searching searching(session.native(job.program));
  const std::unique_ptr<product::Claim> claim = make_claim(job);
  Reduced reduced(m, job, task.memory_limit);
  const StoreSpec store = store_spec(how, job, m);
  CycleRun run;
  if (how.swarm == 0) {
    const MachineBudget budget(m, task);
    m.want_hashes(how.threads == 1);  // threads share a store that finds states by value
    for (uint64_t i = 1; i < how.threads; ++i) {
      others.push_back(std::make_unique<CycleThread>(m.another(), job, task.memory_limit));
      searching.also(*others.back()->machine);
    }
    run = run_product(job, m, reduced.model(), *claim, others, task, progress, store, how.when_full);
    m.want_hashes(true);
    out.threads = narrow<unsigned>(how.threads);
  } else {
    run = swarm_of<CycleRun>(how.swarm, store.seed, task, [&](const search::Task& part, uint64_t seed) {
      reduce::Shuffle shuffle(reduced.model(), seed);
      StoreSpec own = store;
      own.seed = seed;
      const MachineBudget budget(m, part);
      CycleRun one = run_product(job, m, shuffle, *claim, {}, part, progress, own, plan::WhenFull::stop);
      for (std::vector<uint32_t>& choices : one.runs) choices = unshuffled(shuffle, std::move(choices));
      return one;
    });
  }
  out.outcome = std::move(run.outcome);
  out.lossy = run.lossy;
  out.note = std::move(run.note);
  out.runs = std::move(run.runs);
  out.partially_expanded = run.partially_expanded;
  out.pruned = run.pruned;
  out.limit = run.limit;
  out.complete = out.outcome.ended == search::Ended::complete && !out.outcome.cut && !out.lossy &&
                 out.limit.kind == model::ErrorKind::none;
  out.letters = letters_of(*claim, others);
  if (out.complete && out.outcome.found.empty() && traits(job.fairness).can_exclude_all)
    out.any_fair_run = any_fair_run(m, session.task(), job, store, progress);
  for (size_t i = 0; i < out.runs.size(); ++i) {
    search::FoundError& error = out.outcome.found[i];
    unfold(m, job, error.kind, out.runs[i], error.path.cycle_start);
  }
}

// Atoms of formulas of branching time.
class ObservedLabels : public search::Labels {
 public:
  explicit ObservedLabels(model::Observer& observer) : observer_(observer) {}
  bool holds(uint32_t atom, StateView state, model::ErrorKind& error) override {
    atom_[0] = atom;
    const model::Letter letter = observer_.letter(state, atom_, nullptr);
    error = letter.error;
    return letter.value != 0;
  }

 private:
  model::Observer& observer_;
  std::vector<uint32_t> atom_ = std::vector<uint32_t>(1);
};

// The value of a formula without temporal operators. Its atoms have values in all states that are asked about.
bool value(const logic::CtlFormula& formula, int32_t node, search::Labels& labels, StateView state) {
  using Op = logic::CtlNode::Op;
  const logic::CtlNode& n = nth(formula, node);
  const auto of = [&](int32_t kid) { return value(formula, kid, labels, state); };
  model::ErrorKind error = model::ErrorKind::none;
  switch (n.op) {
    case Op::atom: return labels.holds(narrow<uint32_t>(n.atom), state, error);
    case Op::constant: return n.value;
    case Op::negation: return !of(n.left);
    case Op::conjunction: return of(n.left) && of(n.right);
    case Op::disjunction: return of(n.left) || of(n.right);
    case Op::implication: return !of(n.left) || of(n.right);
    case Op::equivalence: return of(n.left) == of(n.right);
    case Op::ax:
    case Op::ex:
    case Op::af:
    case Op::ef:
    case Op::ag:
    case Op::eg:
    case Op::au:
    case Op::eu: break;
  }
  throw std::logic_error("no formula about one state");
}

// What the thesis's implementation would have counted for AF(p); the verdict is the other search's.
void count_as_the_thesis(vm::Machine& m, const logic::CtlFormula& formula, search::Labels& labels, search::Task task,
                         const search::Progress& progress, JobOutcome& out) {
  const logic::CtlNode& whole = formula.back();
  if (whole.op != logic::CtlNode::Op::af || logic::has_temporal(formula, whole.left)) return;
  const thesis::Goal goal = [&](StateView state) { return value(formula, whole.left, labels, state); };
  task.max_errors = 0;
  thesis::Experiment experiment = thesis::run(m, task, progress, goal, {});
  if (experiment.outcome.ended != search::Ended::complete) return;
  out.thesis = std::move(experiment.counts);
}

void run_ctl_job(Session& session, const plan::Job& job, const search::Task& task, const search::Progress& progress,
                 JobOutcome& out) {
  vm::Machine& m = session.machine(job.program);
  const MachineBudget budget(m, task);
  const NativeEngine::Searching searching(session.native(job.program));
  const std::unique_ptr<product::Claim> any = product::make_any_claim();
  Reduced reduced(m, job, task.memory_limit);
  product::Product system(m.program(), m.observer(), reduced.model(), *any, false, job.cycles.stutter);
  system.note_ended(traits(job.fairness).spares_ended());
  ObservedLabels labels(m.observer());
  CtlTask t{system, labels, job.property->ctl, task, progress, store_spec(session.how(), job, m)};
  t.how = {job.fairness, job.unit};
  t.restricted = !job.cycles.stutter || traits(job.fairness).can_exclude_all;
  t.satisfying = session.how().satisfying;
  out.ctl = run_ctl(t);
  if (session.how().thesis && out.ctl->known)
    count_as_the_thesis(m, job.property->ctl, labels, session.task(), progress, out);
  out.outcome.counts = out.ctl->counts;
  out.outcome.ended = out.ctl->ended;
  out.complete = out.ctl->known;
  out.note = out.ctl->note;
  out.partially_expanded = system.partially_expanded();
  out.pruned = system.pruned();
  out.limit = system.limit();
}

// 0: there is no initial state.
uint64_t compacted_bits(vm::Machine& machine) {
  model::SuccessorBuffer initial;
  machine.initial(initial);
  if (initial.list.empty() || initial.list[0].dead_end) return 0;
  uint32_t shape;
  std::memcpy(&shape, initial.view(0).data, sizeof shape);
  return store::compacted_bits(machine.shape(shape));
}

JobOutcome run_job(Session& session, const plan::Job& job, const search::Progress& progress) {
  JobOutcome out;
  const Clock::time_point start = Clock::now();
  out.algorithm = job.algorithm;
  out.store = job.store == plan::Store::automatic ? "none" : name_of(job.store);
  const search::Task task = session.task();
  switch (how_decided(job.kind)) {
    case plan::Decided::by_errors: run_safety_job(session, job, task, progress, out); break;
    case plan::Decided::by_cycles: run_cycle_job(session, job, task, progress, out); break;
    case plan::Decided::by_values: run_ctl_job(session, job, task, progress, out); break;
  }
  out.compacted_bits = compacted_bits(session.machine(job.program));
  out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return out;
}

}  // namespace

std::unique_ptr<product::Claim> make_claim(const plan::Job& job) {
  switch (job.cycles.claim) {
    case plan::ClaimKind::accept_labels: return product::make_true_claim();
    case plan::ClaimKind::non_progress: return product::make_non_progress_claim();
    case plan::ClaimKind::never: return product::make_never_claim(*job.program, job.property->process);
    case plan::ClaimKind::automaton:
    case plan::ClaimKind::formula:
      return product::make_automaton_claim(*job.program, *job.cycles.automaton, job.cycles.atoms);
  }
  __builtin_unreachable();
}

Handle::Handle(Session& session, const plan::Job& job, Listener listener)
    : session_(session), job_(job), listener_(std::move(listener)) {
  progress_.property = job.name;
}

Handle::~Handle() {
  if (!thread_.joinable()) return;
  stop();
  thread_.join();
}

JobOutcome Handle::work() {
  const Clock::time_point start = Clock::now();
  return run_job(session_, job_, [&](const search::Counts& counts) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const JobProgress now{job_.name, seconds, counts};
    {
      const std::lock_guard lock(mutex_);
      progress_ = now;
    }
    if (listener_) listener_(now);
  });
}

void Handle::start() {
  try {
    thread_ = std::thread([this] {
      try {
        outcome_ = work();
      } catch (...) {
        error_ = std::current_exception();
      }
    });
  } catch (const std::system_error&) {
    // There is no room for another thread: wait() does the work.
  }
}

JobProgress Handle::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

JobOutcome Handle::wait() {
  if (!thread_.joinable()) return work();
  thread_.join();
  if (error_) std::rethrow_exception(error_);
  return std::move(*outcome_);
}

}  // namespace gyre::run
