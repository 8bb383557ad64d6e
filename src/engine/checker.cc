#include "engine/checker.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <unordered_set>

#include <fmt/format.h>

#include "base/bits.h"
#include "engine/version.h"
#include "ir/dump.h"
#include "ir/layout.h"
#include "search/bfs.h"
#include "search/bounded.h"
#include "search/dfs.h"
#include "search/random_walk.h"
#include "search/shortening.h"
#include "search/shortest.h"
#include "search/stateless.h"
#include "store/exact.h"
#include "trace/spin_trail.h"
#include "trace/trace.h"
#include "trace/trail_json.h"
#include "trace/write_file.h"

namespace gyre::engine {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

uint64_t peak_rss() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

std::string base_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
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
  if ((o.shortest || o.shorten) && o.search != "auto" && !(o.shortest && o.search == "bfs") &&
      !(o.shorten && o.search == "bounded")) {
    throw Error(fmt::format("{} has its own search and cannot be combined with --search {}",
                            o.shortest ? "--shortest" : "--shorten", o.search));
  }
  if ((o.shorten) && o.errors != 1)
    throw Error("--shorten finds one shortest error: it cannot be combined with --errors");
  if (o.search == "bounded" && o.depth == 0) throw Error("--search bounded needs a bound: say --depth N");
  if (o.profile && (o.search == "stateless" || o.search == "random"))
    throw Error("--profile needs a search that stores states");
  for (const std::string& name : o.property) {
    bool known = name == "safety";
    for (const ir::Property& p : loaded_.program->properties) known |= p.name == name;
    if (!known) throw Error(fmt::format("the model has no property '{}'", name));
  }
}

search::Task Checker::make_task(const std::atomic<bool>& interrupt) const {
  search::Task task;
  if (options_.depth > 0) task.depth_limit = options_.depth;
  if (options_.memory > 0) task.memory_limit = options_.memory;
  task.time_limit = options_.time;
  task.max_errors = options_.errors;
  task.interrupt = &interrupt;
  for (const std::string& name : options_.ignore) {
    const std::string wanted = name == "assert" ? "assertion" : name;
    bool known = false;
    for (unsigned k = 1; k < 64; ++k) {
      const auto kind = static_cast<model::ErrorKind>(k);
      if (wanted != model::error_name(kind)) continue;
      task.ignored |= uint64_t{1} << k;
      known = true;
    }
    if (!known) throw Error(fmt::format("--ignore: there is no kind of error '{}'", name));
  }
  return task;
}

// How many different values each variable takes, over all stored states (counting stops at a few thousand).
template <class StoreT>
void Checker::note_values(const StoreT& store) {
  if (!options_.profile) return;
  constexpr size_t kMost = 4096;
  const ir::Program& program = *loaded_.program;
  struct Seen {
    std::string name;
    std::unordered_set<int32_t> values;
  };
  std::vector<Seen> seen(program.variables.size());
  std::vector<Seen> control(program.processes.size());
  const ir::ShapeTable& shapes = *machine_->image().shapes;
  store.for_each([&](store::StateId id) {
    const StateView state = store.get(id);
    uint32_t number;
    std::memcpy(&number, state.data, 4);
    const ir::Shape& shape = shapes.get(number);
    auto add = [&](ir::VarId var, const uint8_t* base) {
      const ir::Variable& v = program.variables[static_cast<size_t>(var)];
      auto& values = seen[static_cast<size_t>(var)].values;
      for (uint32_t i = 0; i < v.count && values.size() < kMost; ++i) {
        values.insert(load_bits(base, v.bit_offset + i * v.type.width, v.type.width, v.type.is_signed));
      }
    };
    for (ir::VarId var : program.globals) {
      if (program.variables[static_cast<size_t>(var)].scope == ir::Scope::global)
        add(var, state.data + ir::kGlobalsOffset);
    }
    for (const ir::FrameRef& f : shape.processes) {
      const ir::Process& p = program.processes[static_cast<size_t>(f.type)];
      control[static_cast<size_t>(f.type)].values.insert(
          load_bits(state.data + f.offset, p.pc_offset, p.pc_bits, false));
      for (ir::VarId var : p.variables) add(var, state.data + f.offset);
    }
  });
  for (size_t i = 0; i < seen.size(); ++i) {
    const ir::Variable& v = program.variables[i];
    if (seen[i].values.empty() || v.internal) continue;
    std::string name = v.name;
    for (const ir::Process& p : program.processes) {
      if (std::find(p.variables.begin(), p.variables.end(), static_cast<ir::VarId>(i)) != p.variables.end())
        name = p.name + ":" + name;
    }
    profile_.values.push_back({name, seen[i].values.size(), seen[i].values.size() >= kMost});
  }
  for (size_t i = 0; i < control.size(); ++i) {
    if (!control[i].values.empty())
      profile_.values.push_back({program.processes[i].name + " (control states)", control[i].values.size(), false});
  }
  std::stable_sort(profile_.values.begin(), profile_.values.end(),
                   [](const auto& a, const auto& b) { return a.distinct > b.distinct; });
}

Checker::Ran Checker::search(const search::Task& task, const search::Progress& progress) {
  Ran ran;
  ran.store = "exact";
  vm::Machine& m = *machine_;
  const NativeEngine::Searching searching(*native_);
  std::string how = options_.search;
  if (options_.shortest)
    how = "shortest";
  else if (options_.shorten)
    how = "shorten";
  else if (how == "auto" || how == "nested")
    how = "dfs";
  if (how == "dfs") {
    store::Exact<store::Nothing> store;
    ran.algorithm = "dfs";
    ran.outcome = search::DepthFirst(m, store, task, progress).run();
    note_values(store);
  } else if (how == "bfs") {
    store::Exact<search::ParentLink> store;
    ran.algorithm = "bfs";
    ran.outcome = search::breadth_first(m, store, task, progress);
    note_values(store);
  } else if (how == "shortest") {
    store::Exact<search::DistanceLink> store;
    ran.algorithm = "bfs";
    ran.note = "counterexamples are of the smallest length";
    ran.outcome = search::shortest_first(m, store, task, progress);
    note_values(store);
  } else if (how == "bounded") {
    store::Exact<search::StoredDepth> store;
    ran.algorithm = "bounded";
    ran.outcome = search::bounded_depth_first(m, store, task, progress);
    note_values(store);
  } else if (how == "shorten") {
    store::Exact<search::StoredDepth> store;
    ran.algorithm = "bounded";
    search::Shortening s = search::iterative_shortening(m, store, task, progress);
    ran.outcome = std::move(s.outcome);
    if (!s.lengths.empty()) {
      std::string lengths;
      for (uint64_t l : s.lengths) lengths += (lengths.empty() ? "" : ", ") + std::to_string(l);
      ran.note = fmt::format("lengths of the counterexamples found on the way: {}", lengths);
    }
    note_values(store);
  } else if (how == "stateless") {
    ran.algorithm = "stateless";
    ran.store = "none";
    ran.outcome = search::Stateless(m, task, progress).run();
  } else {
    ran.algorithm = "random";
    ran.store = "none";
    search::RandomWalkOptions walk;
    walk.seed = options_.seed;
    if (options_.time > 0) walk.transitions = search::kUnlimited;
    ran.outcome = search::RandomWalk(m, task, progress, walk).run();
  }
  ran.complete = ran.outcome.ended == search::Ended::complete && !ran.outcome.cut;
  return ran;
}

void Checker::write_trails(const search::FoundError& error, size_t number, size_t total, report::Violation& v) {
  trace::ReplayResult replay = trace::replay(*machine_, error.path.choices, error.kind, error.place);
  if (!replay.confirmed) {
    throw std::logic_error(fmt::format("a counterexample ({}) did not stand up to its replay: {}",
                                       model::error_name(error.kind), replay.why_not));
  }
  v.error = model::error_name(error.kind);
  v.count = error.count;
  auto numbered = [&](const std::string& name) { return total > 1 ? fmt::format("{}.{}", name, number + 1) : name; };
  put_trails(replay.trace,
             numbered(options_.trail.empty() ? base_name(options_.model) + ".trail.json" : options_.trail),
             numbered(options_.spin_trail), v);
}

// Fills in what a trace tells about a violation and writes the trails that are wanted.
void Checker::put_trails(const trace::Trace& t, const std::string& name, const std::string& spin_name,
                         report::Violation& v) {
  v.message = t.failure.message;
  v.length = t.length;
  v.cycle_start = t.cycle_start;
  v.location.file = t.failure.span.known() ? loaded_.sources->name(t.failure.span.file) : "";
  v.location.line = t.failure.span.line;
  v.location.column = t.failure.span.column;
  v.location.process = t.failure.process;
  v.location.pid = t.failure.pid;
  if (options_.trail != "none") {
    trace::write_file_atomically(name, trace::write_trail(t, options_.model));
    v.trail = name;
  }
  if (!options_.spin_trail.empty()) {
    trace::write_file_atomically(spin_name, trace::write_spin_trail(t));
    v.spin_trail = spin_name;
  }
}

report::Property Checker::safety(const Ran& ran) {
  report::Property p;
  p.name = "safety";
  p.kind = "safety";
  p.searched = true;
  const search::Outcome& o = ran.outcome;
  p.errors = o.errors;
  report::SearchInfo& s = p.search;
  s.algorithm = ran.algorithm;
  s.store = ran.store;
  s.complete = ran.complete;
  s.states = o.counts.states;
  s.matched = o.counts.matched;
  s.transitions = o.counts.transitions();
  s.atomic_steps = o.counts.atomic_steps;
  s.depth = o.counts.depth;
  s.vector_bytes = o.counts.vector_bytes;
  s.revisited = o.counts.revisited;
  for (size_t i = 0; i < o.found.size(); ++i) {
    report::Violation v;
    write_trails(o.found[i], i, o.found.size(), v);
    p.violations.push_back(std::move(v));
  }
  std::string because;
  switch (o.ended) {
    case search::Ended::memory: because = "the memory budget was used up"; break;
    case search::Ended::time: because = "the time budget was used up"; break;
    case search::Ended::interrupted: because = "it was interrupted"; break;
    case search::Ended::sampled: because = "random walks cannot show that nothing is wrong"; break;
    default: break;
  }
  if (!o.found.empty()) {
    p.verdict = report::Verdict::violated;
    p.reason = fmt::format("{} error{} found", o.errors, o.errors == 1 ? "" : "s");
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
    if (because.empty()) {
      because = ran.algorithm == "bounded" || ran.algorithm == "stateless"
                    ? fmt::format("the search is complete up to {} steps, but there are states beyond", options_.depth)
                    : fmt::format("the depth limit of {} cut the search off", options_.depth);
    }
    p.reason = "nothing found, but " + because;
  }
  if (!ran.note.empty()) p.reason += "; " + ran.note;
  return p;
}

void Checker::add_trace_assertions(report::Report& r) {
  if (only_some() || !options_.property.empty()) return;
  for (const ir::Process& p : loaded_.program->processes) {
    if (p.kind != ir::ProcessKind::trace && p.kind != ir::ProcessKind::notrace) continue;
    report::Property out;
    out.name = p.kind == ir::ProcessKind::trace ? "trace" : "notrace";
    out.kind = "claim";
    out.reason = "trace assertions cannot be checked yet (--safety leaves them out)";
    r.properties.push_back(std::move(out));
  }
}

// Statements none of whose edges was ever taken; a statement can be an edge of several control states.
void Checker::add_unreached(report::Report& r, bool complete) {
  if (options_.unreached == "off" || (options_.unreached == "auto" && !complete)) return;
  r.has_unreached = true;
  const ir::Program& program = *loaded_.program;
  const std::vector<uint64_t>& executed = machine_->executed();
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
  const std::vector<uint64_t>& executed = machine_->executed();
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

report::Report Checker::run(const std::atomic<bool>& interrupt, const search::Progress& progress) {
  const Clock::time_point start = Clock::now();
  refuse();
  report::Report r;
  r.version = kVersion;
  r.model = options_.model;
  r.language = loaded_.program->language;
  const search::Task task = make_task(interrupt);
  machine_ = std::make_unique<vm::Machine>(loaded_.program);
  native_ = std::make_unique<NativeEngine>(*machine_, options_.engine);
  r.time_compile = seconds_since(start);
  if (options_.safety || (asked_for("safety") && !only_some())) {
    const Clock::time_point search_start = Clock::now();
    const Ran ran = search(task, progress);
    r.time_search = seconds_since(search_start);
    r.store_bytes = ran.outcome.counts.store_bytes;
    r.stack_bytes = ran.outcome.counts.stack_bytes;
    const uint64_t states = ran.outcome.counts.states;
    r.bytes_per_state =
        states > 0 && ran.store != "none" ? static_cast<double>(r.store_bytes) / static_cast<double>(states) : 0;
    add_steps(r);
    add_unreached(r, ran.complete);
    r.properties.push_back(safety(ran));
    r.options = {{"search", ran.algorithm}, {"store", ran.store}};
  }
  add_claims(r, task, progress);
  add_trace_assertions(r);
  r.options.insert(r.options.end(), {{"por", options_.por},
                                     {"merge", options_.merge},
                                     {"engine", native_->used() ? "native" : "vm"},
                                     {"errors", std::to_string(options_.errors)},
                                     {"depth", std::to_string(options_.depth)},
                                     {"max_processes", std::to_string(options_.max_processes)}});
  r.engine = native_->sentence();
  r.time_native = native_->seconds();
  r.time_front_end = front_end_seconds_;
  r.time_total = front_end_seconds_ + seconds_since(start);
  r.peak_rss = peak_rss();
  return r;
}

}  // namespace gyre::engine
