#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include <gyre/check.h>

#include "cli/certificate.h"
#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/several.h"
#include "cli/trails.h"

namespace gyre::cli {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<Run*> running{nullptr};

// The first Ctrl-C (or SIGTERM, or the end of the terminal) ends the search in order; the second one ends the program.
void on_interrupt(int) {
  if (interrupted.exchange(true)) _exit(130);
  if (Run* run = running.load()) run->stop();
}

// While it lives signals end this run.
class Interruptible {
 public:
  explicit Interruptible(Run& run) {
    running = &run;
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  }
  ~Interruptible() { running = nullptr; }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;
};

std::string short_count(double n) {
  if (n < 1e4) return fmt::format("{:.0f}", n);
  if (n < 1e6) return fmt::format("{:.1f}k", n / 1e3);
  if (n < 1e9) return fmt::format("{:.2f}M", n / 1e6);
  return fmt::format("{:.2f}G", n / 1e9);
}

// A line on standard error for runs over two seconds: rewritten in place on a terminal, every ten seconds elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(Reported how)
      : json_(how == Reported::json), off_(how == Reported::off), terminal_(isatty(STDERR_FILENO) != 0) {}
  ~ProgressLine() {
    if (shown_ && terminal_ && !json_) std::fputs("\r\033[K", stderr);
  }

  void operator()(const Progress& p) {
    const auto now = std::chrono::steady_clock::now();
    const double t = std::chrono::duration<double>(now - start_).count();
    const double every = json_ ? 1.0 : terminal_ ? 0.2 : 10.0;
    if (off_ || t < 2.0 || std::chrono::duration<double>(now - last_).count() < every) return;
    if (json_) {
      fmt::print(stderr,
                 "{{\"property\":\"{}\",\"seconds\":{:.1f},\"states\":{},\"transitions\":{},\"depth\":{},\"memory\":{},"
                 "\"table_fill\":{:.3f}}}\n",
                 p.property, t, p.states, p.transitions, p.depth, p.memory, p.table_fill);
    } else {
      fmt::print(stderr, "{}{:.0f} s  {}: {} states  {} transitions/s  depth {}  {:.0f} MB  table {:.0f}% full{}",
                 terminal_ ? "\r\033[K" : "", t, p.property, short_count(static_cast<double>(p.states)),
                 short_count(static_cast<double>(p.transitions) / std::max(p.seconds, 1e-3)),
                 short_count(static_cast<double>(p.depth)), static_cast<double>(p.memory) / 1048576, p.table_fill * 100,
                 terminal_ ? "" : "\n");
    }
    std::fflush(stderr);
    shown_ = true;
    last_ = now;
  }

 private:
  bool json_, off_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace

void put_out(const Arguments& arguments, const std::string& text) {
  const std::string file = arguments.text("output");
  if (file.empty() || file == "-")
    put(text);
  else
    write_file_atomically(file, text);
}

namespace {

void put_json(const Arguments& arguments, const std::string& json) {
  const std::string file = arguments.text("json");
  if (file == "-")
    put(json);
  else if (!file.empty())
    write_file_atomically(file, json);
}

// What is refused is told to who reads the JSON, too; a report of an earlier run does not stay there.
template <class Work>
auto or_tell(const Arguments& arguments, Work&& work) {
  try {
    return work();
  } catch (const OutOfMemory&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const Error& e) {
    put_json(arguments, refusal_json(arguments.model, arguments.settings, e.what()));
    Checked refused;
    refused.model = arguments.model;
    refused.refusal = e.what();
    write_reports(arguments, {refused}, "");
    throw;
  }
}

}  // namespace

int check(const Arguments& arguments) {
  std::vector<std::string> paths = {arguments.model};
  paths.insert(paths.end(), arguments.others.begin(), arguments.others.end());
  if (paths.size() > 1 || is_folder(arguments.model)) return check_several(arguments, models_of(paths));
  refuse_two_outputs(arguments);
  const bool quiet = arguments.has("quiet") || arguments.text("sarif") == "-" || arguments.text("junit") == "-";
  Checked checked;
  checked.model = arguments.model;
  const Model model = or_tell(arguments, [&] { return Model::from_file(arguments.model, arguments.settings); });
  if (!(quiet && model.ok())) std::fputs(model.diagnostics_text().c_str(), stderr);
  if (!model.ok()) {
    put_json(arguments, model.diagnostics_json());
    checked.loaded = model;
    write_reports(arguments, {checked}, "");
    return 2;
  }
  or_tell(arguments, [&] { refuse_certificate(arguments, model); });
  Report report;
  const auto start = std::chrono::steady_clock::now();
  // Each is there even if there is no place for the other.
  std::exception_ptr lost;
  {
    ProgressLine line(chosen<Reported>(arguments));
    Run run(model, arguments.settings, std::ref(line));
    const Interruptible interruptible(run);
    report = or_tell(arguments, [&] { return run.wait(); });
    try {
      certify_report(arguments, model, report, [] { return interrupted.load(); });
    } catch (const OutputLost&) {
      lost = std::current_exception();
    }
  }
  write_trails(arguments, report);
  for (const std::string& warning : report.warnings) fmt::print(stderr, "gyre: {}\n", warning);
  try {
    if (!quiet && arguments.text("json") != "-") {
      put(report.text(arguments.has("verbose")));
      flush();
    }
  } catch (const OutputLost&) {
    if (!lost) lost = std::current_exception();
  }
  const int status = write_json(arguments, report);
  if (arguments.has("sarif") || arguments.has("junit")) {
    checked.loaded = model;
    checked.report = report;
    checked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    write_reports(arguments, {checked}, "");
  }
  if (lost) std::rethrow_exception(lost);
  return status;
}

int compile(const Arguments& arguments) {
  put(listing(arguments.model, arguments.text("dump"), arguments.settings, arguments.has("improved")));
  return 0;
}

}  // namespace gyre::cli
