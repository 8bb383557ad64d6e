#include "engine/checker.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <new>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "base/bits.h"
#include "base/error.h"
#include "engine/claim_job.h"
#include "engine/memory_budget.h"
#include "engine/pairs.h"
#include "engine/reduction.h"
#include "engine/swarm.h"
#include "engine/threads.h"
#include "engine/version.h"
#include "engine/when_full.h"
#include "ir/dump.h"
#include "ir/layout.h"
#include "judge/path.h"
#include "judge/retrace.h"
#include "reduce/merge.h"
#include "search/random_walk.h"
#include "search/stateless.h"
#include "search/thesis.h"
#include "store/exact.h"
#include "trace/trace.h"

namespace gyre::engine {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr uint64_t kFewFrames = 100'000;  // are all minimum sizes: bytes per frame would say nothing

uint64_t peak_rss() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

Checker::Checker(const Options& options, Loaded loaded, double front_end_seconds)
    : options_(options), loaded_(std::move(loaded)), front_end_seconds_(front_end_seconds) {}

bool Checker::asked_for(const std::string& property) const {
  if (options_.property.empty()) return true;
  return std::find(options_.property.begin(), options_.property.end(), property) != options_.property.end();
}

// With one of these three no claim takes part unless --property names it.
bool Checker::only_some() const { return options_.safety || options_.acceptance || options_.non_progress; }

// Combinations that make no sense, or are not there, are refused with a sentence: an ignored option would be a bug.
void Checker::refuse() {
  const Options& o = options_;
  if (o.shortest && o.shorten) throw Error("--shortest and --shorten are two ways to the same: choose one");
  if ((o.shortest || o.shorten) && o.search != plan::Search::automatic &&
      !(o.shortest && o.search == plan::Search::bfs) && !(o.shorten && o.search == plan::Search::bounded)) {
    throw Error(fmt::format("{} has its own search and cannot be combined with --search {}",
                            o.shortest ? "--shortest" : "--shorten", name_of(o.search)));
  }
  if ((o.shorten) && o.errors != 1)
    throw Error("--shorten finds one shortest error: it cannot be combined with --errors");
  if (o.search == plan::Search::pseudo_dfs && o.depth > 0)
    throw Error("what a depth limit cuts off depends on the order of a search: use --search dfs or --search bounded");
  if (o.search == plan::Search::pseudo_dfs && loaded_.program->hidden_bytes > 0)
    throw Error("of hidden variables the value of the first arrival counts, so the order matters: use --search dfs");
  if (o.search == plan::Search::bounded && o.depth == 0) throw Error("--search bounded needs a bound: say --depth N");
  if (o.profile && (o.search == plan::Search::stateless || o.search == plan::Search::random))
    throw Error("--profile needs a search that stores states");
  if (const std::string why = why_not_threads(o, *loaded_.program); !why.empty()) throw Error(why);
  if (const std::string why = why_no_pair(search_name(), store_name()); !why.empty()) throw Error(why);
  if (const std::string why = why_not_when_full(o, search_name(), store_name()); !why.empty()) throw Error(why);
  if (const std::string why = why_not_swarm(o, search_name()); !why.empty()) throw Error(why);
  if ((o.bits || o.hash_functions) && o.store != plan::Store::bitstate && !o.swarm)
    throw Error("--bits and --hash-functions are for --store bitstate and --swarm");
  if (o.thesis && loaded_.program->language != "esml")
    throw Error("--thesis counts as the thesis did, and that had ESML models only");
  if (o.thesis && (o.shortest || o.shorten || (o.search != plan::Search::automatic && o.search != plan::Search::dfs)))
    throw Error("--thesis is a depth-first search: it cannot be combined with another");
  if (o.thesis && o.store != plan::Store::automatic && o.store != plan::Store::exact)
    throw Error("--thesis keeps numbers with each state: --store exact");
  if (o.thesis && o.when_full != plan::WhenFull::stop)
    throw Error("--thesis keeps every state: it cannot be combined with --when-full");
  if (o.profile && o.swarm) throw Error("--profile looks at all states, and --swarm keeps none");
  if (o.profile && o.when_full != plan::WhenFull::stop)
    throw Error("--profile looks at all states: it cannot be combined with --when-full");
  if (o.thesis && o.depth > 0) throw Error("--thesis counts the whole graph: it cannot be combined with --depth");
  if ((o.cache_size || o.cache_collisions || o.cache_probes || o.cache_replace != plan::Replacement::random) &&
      o.store != plan::Store::cache)
    throw Error("--cache-size, --cache-collisions, --cache-probes and --cache-replace are for --store cache");
  if (o.profile &&
      (o.store == plan::Store::bitstate || o.store == plan::Store::hash_compact || o.store == plan::Store::cache ||
       o.store == plan::Store::linear || o.store == plan::Store::dfa || o.store == plan::Store::tree_compact))
    throw Error(fmt::format("--profile looks at all states, and the {} store cannot list them", name_of(o.store)));
  for (const std::string& name : o.property) {
    bool known = name == "safety";
    for (const ir::Property& p : loaded_.program->properties) known |= p.name == name;
    if (known) continue;
    std::string names = "safety";
    for (const ir::Property& p : loaded_.program->properties) names += ", " + p.name;
    throw Error(fmt::format("the model has no property '{}'; there are: {}", name, names));
  }
  if (!checks_safety()) {
    const char* option = !o.ignore.empty()                 ? "--ignore"
                         : o.profile                       ? "--profile"
                         : o.unreached == plan::Switch::on ? "--unreached on"
                                                           : nullptr;
    if (option)
      throw Error(
          fmt::format("{} is about the search for assertions, deadlocks and run-time errors, and that is not asked "
                      "for here: add --property safety, or leave it out",
                      option));
  }
}

bool Checker::checks_safety() const { return options_.safety || (asked_for("safety") && !only_some()); }

search::Task Checker::make_task(const std::atomic<bool>& interrupt) const {
  search::Task task;
  if (options_.depth > 0) task.depth_limit = options_.depth;
  task.time_limit = options_.time.value_or(0);
  task.max_errors = options_.errors;
  task.interrupt = &interrupt;
  for (const model::ErrorKind kind : options_.ignore) task.ignored |= uint64_t{1} << static_cast<unsigned>(kind);
  return task;
}

model::Patience Checker::patience(const search::Task& task) {
  model::Patience p;
  p.interrupt = task.interrupt;
  p.bytes = task.memory_limit;
  constexpr double kYear = 365.0 * 24 * 3600;  // more would not fit into the clock
  if (task.time_limit > 0 && task.time_limit < kYear)
    p.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(task.time_limit));
  return p;
}

// How many different values each variable takes, over all stored states (counting stops at a few thousand).
class Checker::ValueCount {
 public:
  ValueCount(const ir::Program& program, const ir::ShapeTable& shapes)
      : program_(program), shapes_(shapes), seen_(program.variables.size()), control_(program.processes.size()) {}

  void add(StateView state) {
    uint32_t number;
    std::memcpy(&number, state.data, 4);
    const ir::Shape& shape = shapes_.get(number);
    for (ir::VarId var : program_.globals) {
      if (program_.variables[static_cast<size_t>(var)].scope == ir::Scope::global)
        add(var, state.data + ir::kGlobalsOffset);
    }
    for (const ir::FrameRef& f : shape.processes) {
      const ir::Process& p = program_.processes[static_cast<size_t>(f.type)];
      control_[static_cast<size_t>(f.type)].insert(load_bits(state.data + f.offset, p.pc_offset, p.pc_bits, false));
      for (ir::VarId var : p.variables) add(var, state.data + f.offset);
    }
  }

  std::vector<report::Profile::Values> take() const {
    std::vector<report::Profile::Values> out;
    for (size_t i = 0; i < seen_.size(); ++i) {
      const ir::Variable& v = program_.variables[i];
      if (seen_[i].empty() || v.internal) continue;
      std::string name = v.name;
      for (const ir::Process& p : program_.processes) {
        if (std::find(p.variables.begin(), p.variables.end(), static_cast<ir::VarId>(i)) != p.variables.end())
          name = p.name + ":" + name;
      }
      out.push_back({name, seen_[i].size(), seen_[i].size() >= kMost});
    }
    for (size_t i = 0; i < control_.size(); ++i) {
      if (!control_[i].empty())
        out.push_back({program_.processes[i].name + " (control states)", control_[i].size(), false});
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.distinct > b.distinct; });
    return out;
  }

 private:
  static constexpr size_t kMost = 4096;
  void add(ir::VarId var, const uint8_t* base) {
    const ir::Variable& v = program_.variables[static_cast<size_t>(var)];
    auto& values = seen_[static_cast<size_t>(var)];
    for (uint32_t i = 0; i < v.count && values.size() < kMost; ++i) {
      values.insert(load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed));
    }
  }
  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  std::vector<std::unordered_set<int32_t>> seen_;     // per variable
  std::vector<std::unordered_set<int32_t>> control_;  // per process type
};

// The search for safety that the options mean.
std::string Checker::search_name() const {
  if (options_.shortest) return "shortest";
  if (options_.shorten) return "shorten";
  switch (options_.search) {
    case plan::Search::automatic:
    case plan::Search::nested:
    case plan::Search::magic:
    case plan::Search::scc:
    case plan::Search::reachability: return "dfs";
    case plan::Search::dfs:
    case plan::Search::pseudo_dfs:
    case plan::Search::bfs:
    case plan::Search::bounded:
    case plan::Search::stateless:
    case plan::Search::random: return name_of(options_.search);
  }
  __builtin_unreachable();
}

std::string Checker::store_name() const {
  // Hashes take no less than the roots of trees.
  const bool whole = options_.thesis || options_.when_full == plan::WhenFull::hash_compact;
  if (options_.store == plan::Store::automatic && whole) return "exact";
  return options_.store == plan::Store::automatic && parallel(options_)
             ? "tree"
             : resolve_store(name_of(options_.store), search_name());
}

// May states be visited in any order, with the same answers, if nothing is reduced? A depth limit cuts off what the
// order makes it cut off, and of hidden variables the value of the first arrival counts.
bool Checker::order_is_free(const ir::Program& program) const {
  const Options& o = options_;
  return o.search == plan::Search::automatic && has_any_order(store_name()) && o.depth == 0 && !o.profile &&
         !o.thesis && !o.swarm && o.when_full == plan::WhenFull::stop && program.hidden_bytes == 0;
}

Checker::Ran Checker::search(const search::Task& task, const search::Progress& progress) {
  Ran ran;
  vm::Machine& m = safety_machine();
  std::vector<std::unique_ptr<vm::Machine>> others;  // of other threads
  NativeEngine::Searching searching(safety_engine());
  const std::string how = search_name();
  ran.algorithm = how == "shortest" ? "bfs" : how == "shorten" ? "bounded" : how;
  ran.store = options_.swarm ? "bitstate" : store_name();
  if (options_.thesis) {
    store::Exact<search::ThesisNote> store;
    m.count_for_thesis(true);
    search::ThesisOutcome t = search::ThesisSearch(m, store, task, progress, &m.thesis_counts().extra_loops).run();
    m.count_for_thesis(false);
    ran.outcome = std::move(t.outcome);
    ran.has_thesis = true;
    report::Thesis& out = ran.thesis;
    out.unique = ran.outcome.counts.states;
    out.revisits = t.revisits;
    out.loops = t.loops + m.thesis_counts().extra_loops;
    out.transitions = out.unique + out.revisits + out.loops;
    out.depth = t.depth;
    out.visits = std::move(t.visits);
    out.update_value = m.thesis_counts().updates;
    out.scc_depth = t.as_run.depth;
    out.scc_number = t.as_run.number;
    out.scc_largest = t.as_run.largest;
    out.exact_scc_depth = t.exact.depth;
    out.exact_scc_number = t.exact.number;
    out.exact_scc_largest = t.exact.largest;
    if (options_.profile) {
      ValueCount values(m.program(), *m.image().shapes);
      store.for_each([&](store::StateId id) { values.add(store.get(id)); });
      profile_.values = values.take();
    }
  } else if (how == "stateless") {
    ran.outcome = search::Stateless(m, task, progress).run();
  } else if (how == "random") {
    search::RandomWalkOptions walk;
    walk.seed = options_.seed.value_or(kSeed);
    if (options_.time) walk.transitions = search::kUnlimited;
    ran.outcome = search::RandomWalk(m, task, progress, walk).run();
  } else {
    ValueCount values(m.program(), *m.image().shapes);
    Reduction reduction(options_, m, how);
    PairTask pair{reduction.model(), task, progress, options_, reduction.on()};
    if (options_.profile) pair.each_state = [&](StateView state) { values.add(state); };
    pair.want_hashes = [&m](bool wanted) { m.want_hashes(wanted); };
    const bool any_order = how == "dfs" && !reduction.on() && order_is_free(m.program());
    // A reduced search finds successors on its stack by their hashes, and so do stores that a full one goes over to.
    m.want_hashes(!(finds_by_value(how, ran.store) || parallel(options_)) || reduction.on() ||
                  options_.when_full != plan::WhenFull::stop);
    for (uint64_t i = 1; i < options_.threads; ++i) {
      others.push_back(m.another());
      searching.also(*others.back());
      pair.others.push_back(others.back().get());
    }
    const std::string name = (parallel(options_) ? "parallel_" : "") + (any_order ? std::string("any_order") : how);
    PairResult result;
    try {
      result = options_.swarm                               ? run_swarm(pair)
               : options_.when_full == plan::WhenFull::stop ? find_pair(name, ran.store)(pair)
                                                            : run_when_full(pair, ran.store);
    } catch (const std::bad_alloc&) {  // before the search itself could begin, or between two
      result.outcome.ended = search::Ended::memory;
      give_back_freed();
    }
    // A state with more successors than the stack of a depth-first search can number: other orders have no stack.
    if (result.outcome.ended == search::Ended::too_wide && result.outcome.found.empty() && how == "dfs" &&
        !parallel(options_) && order_is_free(m.program())) {
      const PairTask whole{m, task, progress, options_, false, {}, {}, pair.want_hashes};
      result = find_pair("pseudo-dfs", ran.store)(whole);
    }
    for (const auto& other : others) m.add_executed(*other);
    ran.threads = result.threads;
    ran.outcome = std::move(result.outcome);
    ran.lossy = result.lossy;
    ran.note = std::move(result.note);
    if (!result.algorithm.empty()) ran.algorithm = std::move(result.algorithm);
    m.want_hashes(true);
    ran.reductions = reduction.told(ran.outcome.counts.in_part, ran.outcome.counts.left_out);
    if (merged_) tell_merging(*loaded_.program, m.program(), ran.reductions);
    if (options_.profile) profile_.values = values.take();
  }
  const auto& found = ran.outcome.found;
  const bool limited =
      std::any_of(found.begin(), found.end(), [](const auto& error) { return model::is_limit(error.kind); });
  ran.complete = ran.outcome.ended == search::Ended::complete && !ran.outcome.cut && !ran.lossy && !limited;
  return ran;
}

void Checker::confirm(const search::FoundError& error, report::Violation& v) {
  v.error = model::error_name(error.kind);
  v.count = error.count;
  if (!error.has_path) {
    put_failure(trace::describe_place(*machine_, error.kind, error.place), v);
    v.message += " (met, but no path to it was found)";
    return;
  }
  judge::ReplayResult replay = judge::replay(safety_machine(), error.path.choices, error.kind, error.place);
  if (replay.confirmed && merged_) {
    const auto choices = judge::retrace(replay.trace, *machine_);
    if (!choices) throw std::logic_error("a counterexample of the reduced program is none of the program itself");
    replay = judge::replay(*machine_, *choices, error.kind, error.place);
  }
  if (!replay.confirmed) {
    throw std::logic_error(fmt::format("a counterexample ({}) did not stand up to its replay: {}",
                                       model::error_name(error.kind), replay.why_not));
  }
  tell_trace(std::move(replay.trace), v);
}

void Checker::put_failure(const trace::Failure& failure, report::Violation& v) const {
  v.message = failure.message;
  v.location.file = failure.span.known() ? loaded_.sources->name(failure.span.file) : "";
  v.location.line = failure.span.line;
  v.location.column = failure.span.column;
  v.location.process = failure.process;
  v.location.pid = failure.pid;
}

std::string Checker::limit_text(model::ErrorKind kind, uint32_t place) const {
  report::Violation where;
  put_failure(trace::describe_place(*machine_, kind, place), where);
  std::string text = "what lies behind a limit of gyre is not known: ";
  if (!where.location.file.empty())
    text += fmt::format("{}:{}:{}: ", where.location.file, where.location.line, where.location.column);
  text += where.message;
  if (kind != model::ErrorKind::limit)
    text += fmt::format(" (--max-processes {} is the limit)", loaded_.program->max_processes);
  return text;
}

// Fills in what a trace tells about a violation.
void Checker::tell_trace(trace::Trace t, report::Violation& v) const {
  put_failure(t.failure, v);
  v.has_path = true;
  v.length = t.length;
  v.cycle_start = t.cycle_start;
  v.trace = std::make_shared<const trace::Trace>(std::move(t));
}

// At the memory budget: what filled up, and what to try.
std::string Checker::memory_advice(const Ran& ran) const {
  const search::Counts& c = ran.outcome.counts;
  const auto megabytes = [](uint64_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1048576); };
  std::string text = options_.memory ? "the memory budget was used up" : "there is no more memory";
  text += fmt::format(" (states {}, stacks {})", megabytes(c.store_bytes), megabytes(c.stack_bytes));
  if (ran.store == "none") return text;
  if (c.stack_bytes > c.store_bytes) {
    if (ran.algorithm == "dfs") text += ": the stack took most of it, try --search bfs --store tree";
  } else if (ran.store == "exact") {
    text += ": try --store tree, which needs about a third or less per state";
  } else if (ran.store == "tree" && (ran.algorithm == "dfs" || ran.algorithm == "pseudo-dfs")) {
    text +=
        ": try --store dfa, which as a rule is several times smaller and slower, or --store bitstate, which looks at "
        "more "
        "states but cannot say that all is well";
  }
  return text;
}

report::Property Checker::safety(const Ran& ran) {
  report::Property p;
  p.name = "safety";
  p.kind = "safety";
  p.searched = true;
  const search::Outcome& o = ran.outcome;
  std::vector<search::FoundError> errors, limits;
  for (const search::FoundError& found : o.found) (model::is_limit(found.kind) ? limits : errors).push_back(found);
  p.errors = o.errors;
  for (const search::FoundError& limit : limits) p.errors -= limit.count;
  report::SearchInfo& s = p.search;
  s.algorithm = ran.algorithm;
  s.store = ran.store;
  s.complete = ran.complete;
  s.lossy = ran.lossy;
  s.states = o.counts.states;
  s.matched = o.counts.matched;
  s.transitions = o.counts.transitions();
  s.atomic_steps = o.counts.atomic_steps;
  s.depth = o.counts.depth;
  s.vector_bytes = o.counts.vector_bytes;
  s.threads = ran.threads;
  s.revisited = o.counts.revisited;
  s.has_thesis = ran.has_thesis;
  s.thesis = ran.thesis;
  s.reductions = ran.reductions;
  for (const search::FoundError& error : errors) confirm(error, p.violations.emplace_back());
  for (const search::FoundError& limit : limits) confirm(limit, p.limits.emplace_back());
  std::string because;
  switch (o.ended) {
    case search::Ended::memory: because = memory_advice(ran); break;
    case search::Ended::too_wide:
      because = "a state has more successors than can be numbered (an atomic sequence with very many paths?)";
      break;
    case search::Ended::time: because = "the time budget was used up"; break;
    case search::Ended::interrupted: because = "it was interrupted"; break;
    case search::Ended::sampled: because = "random walks cannot show that nothing is wrong"; break;
    default: break;
  }
  if (!limits.empty() && errors.empty()) {
    p.verdict = report::Verdict::inconclusive;
    p.reason = "nothing found, but " + limit_text(limits[0].kind, limits[0].place);
    if (o.ended == search::Ended::error_limit) p.reason += "; the search stopped there (--errors 0 goes on)";
    if (!because.empty()) p.reason += "; " + because;
  } else if (!errors.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason = fmt::format("{} error{} found", p.errors, p.errors == 1 ? "" : "s");
    if (o.ended == search::Ended::error_limit)
      p.reason += fmt::format("; stopped after the {} one (--errors 0 goes on)",
                              options_.errors == 1 ? "first" : "last asked for");
    else if (!because.empty())
      p.reason += "; " + because;
  } else if (ran.complete) {
    p.verdict = report::Verdict::holds;
    p.reason = "all states were explored: no assertion fails, no deadlock, no run-time error";
    if (!options_.ignore.empty()) p.reason = "all states were explored; what --ignore names was not looked for";
  } else {
    p.verdict = report::Verdict::inconclusive;
    if (because.empty() && !o.cut) {
      because = options_.when_full == plan::WhenFull::stop
                    ? fmt::format("the {} store may have taken a new state for an old one", ran.store)
                    : "a new state may have been taken for an old one after the memory budget was reached";
    } else if (because.empty()) {
      because = ran.algorithm == "bounded" || ran.algorithm == "stateless"
                    ? fmt::format("the search is complete up to {} steps, but there are states beyond", options_.depth)
                    : fmt::format("the depth limit of {} cut the search off", options_.depth);
    }
    p.reason = "nothing found, but " + because;
  }
  if (!ran.note.empty()) p.reason += "; " + ran.note;
  return p;
}

// Statements none of whose edges was ever taken; a statement can be an edge of several control states.
void Checker::add_unreached(report::Report& r, bool complete) {
  if (options_.unreached == plan::Switch::off || (options_.unreached == plan::Switch::automatic && !complete)) return;
  r.has_unreached = true;
  const ir::Program& program = *loaded_.program;
  const std::vector<uint64_t>& executed = safety_machine().executed();
  uint32_t base = 0;
  for (const ir::Process& p : program.processes) {
    std::map<int32_t, uint64_t> by_id;
    for (uint32_t e = 0; e < p.edges.size(); ++e) by_id[p.edges[e].id] += executed[base + e];
    base += static_cast<uint32_t>(p.edges.size());
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    std::set<int32_t> listed;
    for (const ir::ControlState& s : p.states) {
      for (uint32_t index : s.edges) {
        const ir::Edge& e = p.edges[index];
        if (by_id[e.id] > 0 || !listed.insert(e.id).second) continue;
        const ir::Action& a = program.actions[static_cast<size_t>(e.action)];
        // joins and jumps are steps only sometimes: not worth a line
        if (a.kind == ir::ActionKind::skip && a.source != "skip") continue;
        r.unreached.push_back({p.name, a.span.line, a.source});
      }
    }
  }
}

void Checker::add_steps(report::Report& r) {
  if (!options_.profile) return;
  r.has_profile = true;
  const ir::Program& program = *loaded_.program;
  const std::vector<uint64_t>& executed = safety_machine().executed();
  uint32_t base = 0;
  for (const ir::Process& p : program.processes) {
    std::map<int32_t, std::pair<uint64_t, const ir::Action*>> by_id;
    for (uint32_t e = 0; e < p.edges.size(); ++e) {
      auto& entry = by_id[p.edges[e].id];
      entry.first += executed[base + e];
      entry.second = &program.actions[static_cast<size_t>(p.edges[e].action)];
    }
    base += static_cast<uint32_t>(p.edges.size());
    for (const auto& [id, entry] : by_id) {
      if (entry.first > 0)
        profile_.steps.push_back({p.name, entry.second->source, entry.second->span.line, entry.first});
    }
  }
  std::stable_sort(profile_.steps.begin(), profile_.steps.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  r.profile = profile_;
}

// A machine of its own for the safety search, if that uses another program.
void Checker::use_merged() {
  std::shared_ptr<const ir::Program> program = merged_for(options_, loaded_.program, search_name());
  if (program == program_) return;
  merged_ = std::make_unique<vm::Machine>(std::move(program));
  merged_native_ =
      std::make_unique<NativeEngine>(*merged_, engine_within(options_.engine, options_.memory.value_or(0)));
}

report::Report Checker::run(const std::atomic<bool>& interrupt, const search::Progress& progress) {
  const Clock::time_point start = Clock::now();
  refuse();
  report::Report r;
  r.version = kVersion;
  r.model = options_.model;
  r.language = loaded_.program->language;
  search::Task task = make_task(interrupt);
  machine_ = std::make_unique<vm::Machine>(loaded_.program);
  const std::vector<ClaimJob> jobs = claim_jobs(task);
  program_ = jobs.empty() ? loaded_.program : reduce::revealed(loaded_.program);
  if (program_ != loaded_.program) machine_ = std::make_unique<vm::Machine>(program_);
  const plan::Engine engine = engine_within(options_.engine, options_.memory.value_or(0));
  native_ = std::make_unique<NativeEngine>(*machine_, options_.thesis ? plan::Engine::vm : engine);
  if (checks_safety()) use_merged();
  if (options_.memory) task.memory_limit = left_for_search(*options_.memory, engine, options_.threads);
  if (parallel(options_) && !jobs.empty()) {
    throw Error(
        fmt::format("--threads is for safety only so far, and '{}' is more: say --safety, or leave --threads out",
                    jobs.front().name));
  }
  if (checks_safety()) safety_engine().prepare(interrupt);
  if (!jobs.empty()) native_->prepare(interrupt);
  r.time_compile = seconds_since(start);
  if (checks_safety()) {
    const Clock::time_point search_start = Clock::now();
    safety_machine().set_patience(patience(task));
    const Ran ran = search(task, progress);
    safety_machine().set_patience({});
    r.time_search = seconds_since(search_start);
    r.store_bytes = ran.outcome.counts.store_bytes;
    r.stack_bytes = ran.outcome.counts.stack_bytes;
    r.peak_bytes = ran.outcome.counts.peak_bytes;
    if (const search::Counts& c = ran.outcome.counts; c.frame_bytes > 0 && c.stack_peak > kFewFrames)
      r.bytes_per_frame = static_cast<double>(c.frame_bytes) / static_cast<double>(c.stack_peak);
    const uint64_t states = ran.outcome.counts.states;
    r.bytes_per_state =
        states > 0 && ran.store != "none" ? static_cast<double>(r.store_bytes) / static_cast<double>(states) : 0;
    add_steps(r);
    add_unreached(r, ran.complete);
    r.properties.push_back(safety(ran));
    r.options = {{"search", ran.algorithm}, {"store", ran.store}};
  }
  for (const ClaimJob& job : jobs) {
    report::Property p =
        job.kind == "ctl" ? check_ctl(*job.property, task, progress) : check_claim(job, task, progress);
    r.time_search += claim_seconds_;
    if (r.store_bytes == 0) {
      r.store_bytes = p.search.store_bytes;
      r.stack_bytes = p.search.stack_bytes;
      if (p.search.states > 0)
        r.bytes_per_state = static_cast<double>(r.store_bytes) / static_cast<double>(p.search.states);
    }
    r.properties.push_back(std::move(p));
  }
  const NativeEngine& native = jobs.empty() ? safety_engine() : *native_;
  const bool searched = !r.properties.empty();
  const report::Reductions none;
  const report::Reductions& reductions = searched ? r.properties[0].search.reductions : none;
  r.options.insert(r.options.end(), {{"por", reductions.partial_order ? "on" : "off"},
                                     {"merge", reductions.merging ? "on" : "off"},
                                     {"engine", native.used() ? "native" : "vm"},
                                     {"errors", std::to_string(options_.errors)},
                                     {"depth", std::to_string(options_.depth)},
                                     {"max_processes", std::to_string(options_.max_processes)}});
  for (auto& given : plan::given(options_)) {
    const auto same = [&](const auto& known) { return known.first == given.first; };
    if (std::none_of(r.options.begin(), r.options.end(), same)) r.options.push_back(std::move(given));
  }
  r.engine = native.sentence();
  if (options_.thesis && options_.engine == plan::Engine::native) r.engine = "--thesis counts on the abstract machine";
  r.time_native = native_->seconds() + (merged_native_ ? merged_native_->seconds() : 0);
  r.time_front_end = front_end_seconds_;
  r.time_total = front_end_seconds_ + seconds_since(start);
  if (r.peak_bytes == 0) r.peak_bytes = r.store_bytes + r.stack_bytes;
  r.peak_rss = peak_rss();
  return r;
}

}  // namespace gyre::engine
