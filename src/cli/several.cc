#include "cli/several.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "cli/choices.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/trails.h"

namespace gyre::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModels[] = {".pml", ".prom", ".promela", ".spin", ".esml"};

bool is_model(const fs::path& path) {
  const auto same = [&](const char* ending) { return path.extension() == ending; };
  return std::any_of(std::begin(kModels), std::end(kModels), same);
}

std::atomic<bool> interrupted{false};

void on_interrupt(int) { interrupted = true; }

// Two models of one name in different folders have different trails.
std::string trail_of(const std::string& model) {
  std::string out;
  for (const char c : model) out += c == '/' ? "_" : std::string(1, c);
  return out + ".trail.json";
}

std::string lines_of(const Checked& c, size_t width) {
  std::string out;
  const auto line = [&](const std::string& name, const char* verdict, const std::string& reason) {
    out += fmt::format("{:{}}  {:20}  {:12}  {}\n", c.model, width, name, verdict, reason);
  };
  if (c.report) {
    for (const Property& p : c.report->properties) line(p.name, verdict_name(p.verdict), p.reason);
    if (c.report->properties.empty()) line("-", "holds", "there is nothing to check");
  } else if (!c.refusal.empty()) {
    line("-", "refused", c.refusal);
  } else {
    line("-", "error", "the model has errors");
  }
  return out;
}

struct Totals {
  size_t models = 0, properties = 0, bad = 0;
  std::map<Verdict, size_t> verdicts;

  void add(const Checked& c) {
    ++models;
    if (!c.report) ++bad;
    if (!c.report) return;
    for (const Property& p : c.report->properties) {
      ++properties;
      ++verdicts[p.verdict];
    }
  }
  std::string text() const {
    const auto counted = [](size_t n, const char* one, const char* many) {
      return fmt::format("{} {}", n, n == 1 ? one : many);
    };
    std::string out =
        fmt::format("{}, {}:", counted(models, "model", "models"), counted(properties, "property", "properties"));
    for (const Verdict v : {Verdict::holds, Verdict::violated, Verdict::inconclusive, Verdict::not_checked}) {
      const auto at = verdicts.find(v);
      if (at != verdicts.end()) out += fmt::format(" {} {},", at->second, verdict_name(v));
    }
    if (bad > 0) out += fmt::format(" {} not checked at all,", counted(bad, "model", "models"));
    out.back() = '\n';
    return out;
  }
};

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<std::string> models_of(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    if (!is_folder(path)) {
      out.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    std::error_code error;
    for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
      if (at->is_regular_file() && is_model(at->path())) inside.push_back(at->path().string());
    }
    if (error) throw Error(fmt::format("{}: cannot read this folder: {}", path, error.message()));
    if (inside.empty())
      throw Error(fmt::format("{}: there is no model in this folder (.pml, .prom, .promela, .spin, .esml)", path));
    std::sort(inside.begin(), inside.end());
    out.insert(out.end(), inside.begin(), inside.end());
  }
  return out;
}

Checked check_one(const Arguments& arguments, const std::function<bool()>& stop) {
  Checked out;
  out.model = arguments.model;
  out.settings = arguments.settings;
  const auto start = std::chrono::steady_clock::now();
  try {
    out.loaded = Model::from_file(arguments.model, arguments.settings);
    if (out.loaded->ok()) {
      Run* running = nullptr;
      Run run(*out.loaded, arguments.settings, [&](const Progress&) {
        if (stop()) running->stop();
      });
      running = &run;
      out.report = run.wait();
      write_trails(arguments, *out.report);
    }
  } catch (const OutOfMemory&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const Error& e) {
    out.refusal = e.what();
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return out;
}

void in_parallel(size_t count, uint64_t threads, const std::function<void(size_t)>& work,
                 const std::function<void(size_t)>& then) {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> done(count, false);
  std::exception_ptr failure;
  std::atomic<size_t> next{0};
  const auto worker = [&] {
    for (size_t i = next++; i < count; i = next++) {
      std::exception_ptr mine;
      try {
        work(i);
      } catch (...) {
        mine = std::current_exception();
      }
      const std::lock_guard<std::mutex> lock(mutex);
      done[i] = true;
      if (mine && !failure) {
        failure = mine;
        next = count;
      }
      changed.notify_all();
    }
  };
  std::vector<std::thread> team;
  for (uint64_t t = 0; t < std::min<uint64_t>(threads, count); ++t) team.emplace_back(worker);
  for (size_t i = 0; i < count; ++i) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return done[i] || failure; });
    if (failure) break;
    lock.unlock();
    try {
      then(i);
    } catch (...) {
      lock.lock();
      failure = std::current_exception();
      next = count;
      break;
    }
  }
  for (std::thread& t : team) t.join();
  if (failure) std::rethrow_exception(failure);
}

void refuse_two_outputs(const Arguments& arguments) {
  std::string first;
  for (const char* name : {"json", "sarif", "junit"}) {
    if (arguments.text(name) != "-") continue;
    if (!first.empty())
      throw Error(fmt::format("--{} - and --{} - both write to standard output: give one of them a file", first, name));
    first = name;
  }
}

void write_reports(const Arguments& arguments, const std::vector<Checked>& all, const std::string& json) {
  const auto write = [&](const char* name, const std::function<std::string()>& text) {
    const std::string file = arguments.text(name);
    if (file.empty()) return;
    if (file == "-")
      put(text());
    else
      write_file_atomically(file, text());
  };
  if (!json.empty()) write("json", [&] { return json; });
  write("sarif", [&] { return sarif(all); });
  write("junit", [&] { return junit(all); });
}

int check_several(const Arguments& arguments, const std::vector<std::string>& models) {
  refuse_two_outputs(arguments);
  const std::string trail = arguments.text("trail");
  if (!trail.empty() && trail != "none")
    throw Error("--trail names the file of one model: of several models each has its own, or none (--trail none)");
  if (arguments.has("spin-trail")) throw Error("--spin-trail names the file of one model, and there are several");
  for (const char* option : {"certificate", "confirm"}) {
    if (arguments.has(option))
      throw Error(fmt::format("--{}: a certificate is of one model, and there are several", option));
  }
  bool quiet = arguments.has("quiet");
  for (const char* name : {"json", "sarif", "junit"}) quiet |= arguments.text(name) == "-";
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);

  std::map<std::string, size_t> names;
  size_t width = 0;
  for (const std::string& m : models) {
    ++names[m.substr(m.rfind('/') + 1)];
    width = std::max(width, m.size());
  }
  std::vector<Checked> all(models.size());
  Totals totals;
  const auto work = [&](size_t i) {
    Arguments one = arguments;
    one.model = models[i];
    one.others.clear();
    if (trail.empty() && names[models[i].substr(models[i].rfind('/') + 1)] > 1)
      one.settings.keep("trail", trail_of(models[i]));
    if (interrupted) {
      all[i].model = models[i];
      all[i].refusal = "interrupted";
    } else {
      all[i] = check_one(one, [] { return interrupted.load(); });
    }
  };
  in_parallel(models.size(), arguments.number("jobs"), work, [&](size_t i) {
    totals.add(all[i]);
    if (quiet) return;
    // Diagnostics and annotations are for editors and servers, the table is for people.
    if (all[i].loaded) fmt::print(stderr, "{}", all[i].loaded->diagnostics_text());
    put(lines_of(all[i], width));
    put(annotations(all[i]));
    flush();
  });
  if (!quiet) put("\n" + totals.text());
  write_reports(arguments, all, json(all));
  return exit_status(all);
}

}  // namespace gyre::cli
