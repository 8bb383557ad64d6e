#include "serve/runs.h"

#include <chrono>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "serve/encode.h"

namespace gyre::serve {

namespace {

enum class State { running, done, stopped, failed };

const char* state_name(State state) {
  switch (state) {
    case State::running: return "running";
    case State::done: return "done";
    case State::stopped: return "stopped";
    case State::failed: return "failed";
  }
  __builtin_unreachable();
}

constexpr int64_t kLongest = 7 * 24 * 3600;  // seconds
constexpr int64_t kLargest = int64_t{1} << 44;

double seconds_of(const Json& options, double otherwise) {
  const auto time = options.find("time");
  if (time == options.end() || time->is_null()) return otherwise;
  if (!time->is_number() || !(time->get<double>() >= 0.001 && time->get<double>() <= kLongest))
    throw Refusal(400, fmt::format("`time` must be a number of seconds, up to {}", kLongest));
  return time->get<double>();
}

// The settings that the page asks for; unknown members are refused, for they would be ignored.
Settings settings_of(const Json& options, const Settings& model, const Budget& budget) {
  static constexpr const char* kTexts[] = {"property", "ltl", "ctl", "fairness", "por"};
  static constexpr std::pair<const char*, const char*> kFlags[] = {
      {"shortest", "shortest"}, {"safety", "safety"}, {"acceptance", "acceptance"}, {"nonProgress", "non-progress"}};
  for (const auto& [name, value] : options.items()) {
    const auto is = [&name = name](const auto& known) { return name == known; };
    const auto is_flag = [&name = name](const auto& known) { return name == known.first; };
    if (name != "time" && name != "memory" && std::none_of(std::begin(kTexts), std::end(kTexts), is) &&
        std::none_of(std::begin(kFlags), std::end(kFlags), is_flag))
      throw Refusal(400, fmt::format("a check has no option `{}`", name));
  }
  Settings out = model;
  for (const char* name : kTexts) {
    if (const std::string text = text_or(options, name, ""); !text.empty()) out.set(name, text);
  }
  for (const auto& [name, setting] : kFlags) {
    if (flag_or(options, name, false)) out.set(setting);
  }
  out.set("time", fmt::format("{}s", seconds_of(options, budget.seconds)));
  out.set("memory", fmt::to_string(number_or(options, "memory", static_cast<int64_t>(budget.memory), 1, kLargest)));
  return out;
}

// Every interleaving, and all of it: what is not executed then is dead, as far as the budgets reach.
void ask_for_coverage(Settings& settings) {
  settings.set("safety").set("profile").set("unreached", "on").set("por", "off").set("merge", "off").set("errors", "0");
}

Model model_of(const ModelFile& file, const std::string& text, const Settings& settings) {
  Model model = file.model(text, settings);
  if (model.ok()) return model;
  Json diagnostics = Json::array();
  std::string first;
  for (const Diagnostic& d : model.diagnostics()) {
    if (first.empty() && d.severity == Severity::error)
      first = d.location.line == 0 ? d.message : fmt::format("line {}: {}", d.location.line, d.message);
    diagnostics.push_back(diagnostic_json(d));
  }
  throw Refusal(400, first, {{"diagnostics", std::move(diagnostics)}});
}

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace

struct Runs::Entry {
  Entry(Model m, const Settings& settings) : model(std::move(m)), run(model, settings) {}

  const Model model;
  Run run;
  Snapshot source;
  Json options;
  bool coverage = false;
  std::string when = time_now();
  std::thread thread;

  mutable std::mutex mutex;  // of what follows
  State state = State::running;
  Progress last;  // of a run that has ended
  bool stop_wanted = false;
  std::string error;
  Json report;
};

Runs::~Runs() {
  for (auto& [id, entry] : entries_) entry->run.stop();
  for (auto& [id, entry] : entries_) entry->thread.join();
}

int64_t Runs::start(const Json& options) { return begin(options, false); }
int64_t Runs::start_coverage(const Json& options) { return begin(options, true); }

int64_t Runs::begin(const Json& options, bool coverage) {
  const Snapshot source = file_.now();
  if (source.version.empty()) throw Refusal(400, fmt::format("{} is gone", file_.name()));
  Settings settings = settings_of(options, file_.settings(), budget_);
  if (coverage) ask_for_coverage(settings);
  auto entry = std::make_shared<Entry>(model_of(file_, source.text, settings), settings);
  entry->source = source;
  entry->options = options;
  entry->coverage = coverage;
  const std::scoped_lock lock(mutex_);
  make_room();
  // The thread belongs to the entry, and is joined before that goes.
  entry->thread = std::thread([&traces = traces_, e = entry.get()] { finish(traces, *e); });
  entries_.emplace(next_, std::move(entry));
  return next_++;
}

// Drops the oldest that has ended. The lock is held.
void Runs::make_room() {
  size_t running = 0;
  for (const auto& [id, entry] : entries_) {
    const std::scoped_lock lock(entry->mutex);
    running += entry->state == State::running;
  }
  if (running >= kMostAtOnce)
    throw Refusal(429, fmt::format("{} checks are running already: stop one, or wait", running));
  for (auto it = entries_.begin(); it != entries_.end() && entries_.size() >= kMost;) {
    {
      const std::scoped_lock lock(it->second->mutex);
      if (it->second->state == State::running) {
        ++it;
        continue;
      }
    }
    it->second->thread.join();
    it = entries_.erase(it);
  }
}

void Runs::finish(Traces& traces, Entry& entry) {
  State state = State::done;
  std::string error;
  Json report;
  Progress last;
  try {
    const Report found = entry.run.wait();
    for (const Property& p : found.properties) {
      if (p.searched) last = {p.name, p.states, p.transitions, p.depth, 0, 0, p.seconds};
    }
    report = report_json(found, [&](const Trace& trace, const std::string& title) -> Json {
      return traces.put({trace, entry.model, entry.source, title});
    });
  } catch (const std::exception& e) {
    state = State::failed;
    error = e.what();
  }
  const std::scoped_lock lock(entry.mutex);
  entry.state = state == State::done && entry.stop_wanted ? State::stopped : state;
  entry.last = last;
  entry.error = std::move(error);
  entry.report = std::move(report);
}

std::shared_ptr<Runs::Entry> Runs::find(int64_t id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found != entries_.end()) return found->second;
  if (id >= 1 && id < next_) throw Refusal(410, fmt::format("run {} is gone: only the last {} are kept", id, kMost));
  throw Refusal(404, fmt::format("there is no run {}", id));
}

Json Runs::history() const {
  const std::scoped_lock lock(mutex_);
  Json out = Json::array();
  for (auto it = entries_.rbegin(); it != entries_.rend(); ++it) {
    const Entry& e = *it->second;
    const std::scoped_lock entry_lock(e.mutex);
    Json verdicts = Json::array();
    if (e.report.is_object()) {
      for (const Json& p : e.report["properties"]) verdicts.push_back({{"name", p["name"]}, {"verdict", p["verdict"]}});
    }
    out.push_back({{"run", it->first},
                   {"when", e.when},
                   {"version", e.source.version},
                   {"options", e.options},
                   {"coverage", e.coverage},
                   {"state", state_name(e.state)},
                   {"verdicts", std::move(verdicts)}});
  }
  return out;
}

Json Runs::get(int64_t id) const {
  const std::shared_ptr<Entry> e = find(id);
  const std::scoped_lock lock(e->mutex);
  Json out{{"run", id},
           {"when", e->when},
           {"version", e->source.version},
           {"options", e->options},
           {"state", state_name(e->state)},
           {"progress", progress_json(e->state == State::running ? e->run.progress() : e->last)},
           {"report", e->report}};
  if (!e->error.empty()) out["error"] = e->error;
  return out;
}

void Runs::stop(int64_t id) {
  const std::shared_ptr<Entry> e = find(id);
  {
    const std::scoped_lock lock(e->mutex);
    if (e->state == State::running) e->stop_wanted = true;
  }
  e->run.stop();
}

}  // namespace gyre::serve
