#include "cli/pan_search.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include <fmt/format.h>

#include <gyre/reports.h>
#include <gyre/spin.h>

#include "cli/files.h"
#include "cli/output.h"
#include "cli/show.h"
#include "cli/spin.h"

namespace gyre::cli {

namespace {

constexpr const char* kEachError = "1000";  // as many trails as anybody looks at
constexpr const char* kSearches = "10";     // of -swarm, as SPIN has it

void note(const std::string& text) { fmt::print(stderr, "pan: note: {}\n", text); }

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// A setting that says how to search, and not what for: without it the verdict is the same, or more certain.
using Tuning = std::vector<std::pair<std::string, std::string>>;

class Search {
 public:
  Search(const PanOptions& options, const Arguments& arguments, const Model& model)
      : options_(options), arguments_(arguments), model_(model), limit_(std::stoull(options.errors)) {
    if (options.each_error) limit_ = 0;
  }

  void run() {
    choose_claim();
    const bool cycles = options_.non_progress ? options_.cycles : claim_.empty() && options_.acceptance;
    claims_ = !claim_.empty() || options_.non_progress;
    check_safety();
    if (limit_ != 0 && errors_ >= limit_) return;
    if (!claim_.empty())
      check_claim();
    else if (cycles)
      check_cycles();
  }

  const std::vector<PanStage>& stages() const { return stages_; }
  std::vector<PanStage>& stages() { return stages_; }
  uint64_t errors() const { return errors_; }
  uint64_t limit() const { return limit_; }
  bool claims() const { return claims_; }

 private:
  // As in pan the first claim always takes part, unless there is another way.
  void choose_claim() {
    std::vector<StatedProperty> claims;
    for (const StatedProperty& p : model_.properties()) {
      if (p.kind == "ltl" || p.kind == "claim") claims.push_back(p);
    }
    if (options_.no_claim || options_.non_progress || claims.empty()) {
      if (!options_.claim.empty() && !options_.no_claim)
        throw PanUsage(claims.empty() ? "the model has no claim, -N ignored" : "-N does not go with -DNP");
      return;
    }
    claim_ = claims[0].name;
    kind_ = claims[0].kind;
    if (options_.claim.empty()) {
      if (claims.size() > 1) {
        std::string names;
        for (const StatedProperty& p : claims) names += (names.empty() ? "" : ", ") + p.name;
        put(
            fmt::format("  the model contains {} never claims: {}\n  one of them is verified in a run: {}\n"
                        "  choose another one with ./pan -a -N name\n",
                        claims.size(), names, claim_));
      }
    } else {
      const auto is_it = [&](const StatedProperty& p) { return p.name == options_.claim; };
      auto at = std::find_if(claims.begin(), claims.end(), is_it);
      if (at == claims.end() && options_.claim.find_first_not_of("0123456789") == std::string::npos &&
          std::stoull(options_.claim) < claims.size())
        at = claims.begin() + static_cast<std::ptrdiff_t>(std::stoull(options_.claim));
      if (at == claims.end()) throw PanUsage(fmt::format("there is no claim '{}'", options_.claim));
      claim_ = at->name;
      kind_ = at->kind;
    }
    if (kind_ == "ltl") put(fmt::format("pan: ltl formula {}\n", claim_));
    if (!options_.acceptance) put("warning: never claim + accept labels requires -a flag to fully verify\n");
  }

  Settings common() const {
    Settings s = arguments_.settings;
    if (options_.inner_unless) s.keep("unless-order", "inner");
    s.keep("errors", std::to_string(limit_));
    if (!options_.minutes.empty() && options_.minutes != "0") {
      const double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
      s.keep("time", fmt::format("{:.3f}s", std::max(60 * std::stod(options_.minutes) - used, 0.001)));
    }
    if (!options_.memory.empty()) s.keep("memory", options_.memory + "M");
    return s;
  }

  Tuning tuning() const {
    Tuning out;
    if (options_.no_reduction) out.emplace_back("por", "off");
    if (options_.shorten) out.emplace_back("shorten", "");
    if (!options_.depth.empty() && options_.depth != "0") out.emplace_back("depth", options_.depth);
    if (!options_.swarm.empty()) out.emplace_back("swarm", options_.swarm == "default" ? kSearches : options_.swarm);
    const bool bits = options_.bitstate || !options_.swarm.empty();
    if (options_.bitstate && options_.swarm.empty()) out.emplace_back("store", "bitstate");
    if (bits && !options_.bits.empty()) out.emplace_back("bits", options_.bits);
    if (bits && !options_.hashes.empty()) out.emplace_back("hash-functions", options_.hashes);
    if (options_.collapse) out.emplace_back("store", "collapse");
    if (!options_.automaton.empty()) out.emplace_back("store", "dfa");
    if (!options_.hash_compact.empty()) out.emplace_back("store", "hash-compact");
    if (!options_.cores.empty() && options_.cores != "1") out.emplace_back("threads", options_.cores);
    return out;
  }

  // Checks with as much of the tuning as goes together; what does not is told.
  Report check_with(const Settings& s, Tuning tuning) {
    const auto with = [&](const Tuning& t) {
      Settings all = s;
      for (const auto& [name, value] : t) all.keep(name, value);
      return all;
    };
    std::string refusal = model_.plan(with(tuning)).refusal;
    while (!refusal.empty() && !tuning.empty()) {
      // One whose absence helps, or else the last one.
      size_t out = tuning.size() - 1;
      for (size_t i = 0; i < tuning.size(); ++i) {
        Tuning fewer = tuning;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (model_.plan(with(fewer)).refusal.empty()) out = i;
      }
      if (tuning[out].first != "search") {
        note(fmt::format("{}{}{} is left out: {}", tuning[out].first, tuning[out].second.empty() ? "" : " ",
                         tuning[out].second, refusal));
      }
      tuning.erase(tuning.begin() + static_cast<std::ptrdiff_t>(out));
      refusal = model_.plan(with(tuning)).refusal;
    }
    if (!refusal.empty()) throw Error(refusal);
    return check(model_, with(tuning));
  }

  void add(Report report, const std::string& claim) {
    for (const Property& p : report.properties) errors_ += p.errors;
    stages_.push_back({std::move(report), claim});
  }

  void check_safety() {
    Settings s = common();
    s.keep("safety");
    if (options_.each_error) s.keep("trails", kEachError);
    if (options_.no_deadlocks || claims_) s.keep("ignore", "deadlock");
    if (options_.no_assertions) s.keep("ignore", "assertion");
    if (options_.no_bounds) s.keep("ignore", "index");
    Tuning t = tuning();
    if (options_.bfs) {
      t.emplace_back("search", "bfs");
    } else if (options_.swarm.empty() && !options_.shorten && options_.cores.empty()) {
      // Compiled with REACH pan goes on behind a state that it met before on a longer way: complete up to the bound.
      const bool bounded = options_.reach && !options_.depth.empty() && options_.depth != "0";
      t.emplace_back("search", bounded ? "bounded" : "dfs");  // the depth is part of what is printed
    }
    add(check_with(s, t), "");
  }

  void check_claim() {
    Settings s = common();
    s.keep("property", claim_);
    if (options_.acceptance) {
      if (options_.fair) s.keep("fairness", "weak");
    } else {
      s.keep("search", "reachability");
    }
    add(check_with(s, tuning()), claim_);
  }

  void check_cycles() {
    Settings s = common();
    s.keep(options_.non_progress ? "non-progress" : "acceptance");
    if (options_.fair) s.keep("fairness", "weak");
    Report report = check_with(s, tuning());
    for (const Property& p : report.properties) {
      if (p.kind == "acceptance" && !p.searched && p.verdict == Verdict::holds && !options_.if_labels)
        put("warning: no accept labels are defined, so option -a has no effect (ignored)\n");
    }
    add(std::move(report), options_.non_progress ? ":np_:" : "");
  }

  const PanOptions& options_;
  const Arguments& arguments_;
  const Model& model_;
  uint64_t limit_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string claim_, kind_;
  bool claims_ = false;
  std::vector<PanStage> stages_;
  uint64_t errors_ = 0;
};

// The trails under pan's names, and its lines about them. `errors` is where pan stops.
class Trails {
 public:
  Trails(const PanOptions& options, const Model& model) : options_(options), model_(model) {}

  void write(std::vector<PanStage>& stages, uint64_t limit, uint64_t errors) {
    size_t all = 0, now = 0;
    each(stages, [&](Violation&, std::string&, const Trace*) { ++all; });
    const bool reached = limit != 0 && errors >= limit;
    const Violation* told = nullptr;
    each(stages, [&](Violation& v, std::string& file, const Trace* trace) {
      ++now;
      const size_t steps = trace != nullptr ? trace->size() : 0;
      if (told != &v)
        put(fmt::format("pan:{}: {} (at depth {})\n", now, pan_message(model_, v), steps > 0 ? steps - 1 : 0));
      told = &v;
      if (trace == nullptr) return;
      // Without -e pan keeps the trail of the error at which it stops.
      if (options_.each_error)
        put_file(file, std::to_string(now), *trace);
      else if (reached && now == all)
        put_file(file, "", *trace);
    });
  }

 private:
  template <class F>
  void each(std::vector<PanStage>& stages, F&& f) {
    for (PanStage& stage : stages) {
      for (Property& p : stage.report.properties) {
        for (Violation& v : p.violations) {
          f(v, v.spin_trail, v.trace ? &*v.trace : nullptr);
          for (Counterexample& c : v.others) f(v, c.spin_trail, &c.trace);
        }
      }
    }
  }

  void put_file(std::string& file, const std::string& number, const Trace& trace) {
    const std::string name = fmt::format("{}{}.{}", base_name(model_.name()), number, options_.suffix);
    if (options_.keep_trail && ::access(name.c_str(), F_OK) == 0) {
      put(fmt::format("pan: {} exists, and is not overwritten\n", name));
      return;
    }
    write_file_atomically(name, trace.spin_trail());
    constexpr mode_t kReadOnly = 0444;
    if (options_.read_only) ::chmod(name.c_str(), kReadOnly);
    file = name;
    put(fmt::format("pan: wrote {}\n", name));
  }

  const PanOptions& options_;
  const Model& model_;
};

int search(const Arguments& arguments, const PanOptions& options, const Model& model) {
  Search search(options, arguments, model);
  search.run();
  for (const PanStage& stage : search.stages()) {
    for (const std::string& warning : stage.report.warnings) fmt::print(stderr, "gyre: {}\n", warning);
    for (const Property& p : stage.report.properties) {
      if (p.searched && !p.complete && p.violations.empty()) put(fmt::format("error: {}\n", p.reason));
      if (!p.searched && p.verdict != Verdict::holds)
        put(fmt::format("error: '{}' was not checked: {}\n", p.name, p.reason));
    }
  }
  Trails(options, model).write(search.stages(), search.limit(), search.errors());
  uint64_t errors = search.errors();
  const auto cut = [](const Property& p) { return p.searched && !p.complete; };
  const auto& first = search.stages().front().report.properties;
  if (errors == 0 && options.depth_is_error && !options.depth.empty() && std::any_of(first.begin(), first.end(), cut)) {
    put("pan:1: depth limit reached; there is no trail of it\n");
    errors = 1;
  }
  put(pan_text({options, model, search.stages(), errors, search.claims()}));
  int status = 0;
  for (const PanStage& stage : search.stages()) {
    const int own = stage.report.exit_status;
    if (own == 1 || status == 0) status = own;
  }
  constexpr int kViolated = 1;
  if (errors > 0) status = kViolated;
  if (const std::string file = arguments.text("json"); !file.empty()) {
    std::vector<Checked> checks;
    for (const PanStage& stage : search.stages()) {
      Checked& c = checks.emplace_back();
      c.model = model.name();
      c.report = stage.report;
    }
    const std::string json = checks.size() == 1 ? checks[0].report->json() : gyre::json(checks);
    if (file == "-")
      put(json);
    else
      write_file_atomically(file, json);
  }
  return status;
}

}  // namespace

int pan(const PanCall& call) {
  PanOptions options = pan_options(call.macros, call.options);
  options.swarm = call.swarm;
  if (call.by_spin && !options.acceptance && !options.safety_only && !options.non_progress)
    options.acceptance = options.if_labels = true;
  if (options.does == PanOptions::Does::version) {
    put(fmt::format("Generated by Spin Version {} -- as gyre {} understands it; this is not SPIN\n", kSpinVersion,
                    version()));
    return 0;
  }
  for (const std::string& n : options.notes) note(n);
  if (!options.bitstate && options.swarm.empty()) {
    if (!options.bits.empty()) note(fmt::format("-w{} has no meaning without -bitstate: tables grow", options.bits));
    if (!options.hashes.empty()) note(fmt::format("-k{} has no meaning without -bitstate", options.hashes));
  }
  Arguments arguments = call.arguments;
  if (options.inner_unless) arguments.settings.keep("unless-order", "inner");
  const Model model = load_or_throw(arguments);
  if (!call.fingerprint.empty() && call.fingerprint != fingerprint(model)) {
    throw Error(fmt::format("{} has changed since 'gyre spin -a {}': call it again, and compile pan.c", arguments.model,
                            arguments.model));
  }
  switch (options.does) {
    case PanOptions::Does::tables: put(pan_tables(model)); return 0;
    case PanOptions::Does::dot: put(pan_dot(model)); return 0;
    case PanOptions::Does::replay: return spin_replay(arguments, options.replayed, options);
    case PanOptions::Does::version:
    case PanOptions::Does::search: break;
  }
  return search(arguments, options, model);
}

}  // namespace gyre::cli
