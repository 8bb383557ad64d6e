#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "api/check.h"
#include "api/version.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/trails.h"
#include "report/refused.h"
#include "trace/write_file.h"

namespace gyre::cli {

namespace {

std::atomic<bool> interrupted{false};

// The first Ctrl-C (or SIGTERM, or the end of the terminal) ends the search in order; the second one ends the program.
void on_interrupt(int) {
  if (interrupted.exchange(true)) _exit(130);
}

std::string short_count(double n) {
  if (n < 1e4) return fmt::format("{:.0f}", n);
  if (n < 1e6) return fmt::format("{:.1f}k", n / 1e3);
  if (n < 1e9) return fmt::format("{:.2f}M", n / 1e6);
  return fmt::format("{:.2f}G", n / 1e9);
}

// A line on standard error for runs over two seconds: rewritten in place on a terminal, every ten seconds elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(plan::Progress mode) : mode_(mode), terminal_(isatty(STDERR_FILENO) != 0) {}
  ~ProgressLine() {
    if (shown_ && terminal_ && mode_ == plan::Progress::automatic) std::fputs("\r\033[K", stderr);
  }

  void operator()(const run::JobProgress& job) {
    const search::Counts& c = job.counts;
    const auto now = std::chrono::steady_clock::now();
    const double t = std::chrono::duration<double>(now - start_).count();
    const double every = mode_ == plan::Progress::json ? 1.0 : terminal_ ? 0.2 : 10.0;
    if (mode_ == plan::Progress::off || t < 2.0 || std::chrono::duration<double>(now - last_).count() < every) return;
    const double rate = static_cast<double>(c.transitions()) / std::max(job.seconds, 1e-3);
    const double memory = static_cast<double>(c.store_bytes + c.stack_bytes);
    if (mode_ == plan::Progress::json) {
      fmt::print(stderr,
                 "{{\"property\":\"{}\",\"seconds\":{:.1f},\"states\":{},\"transitions\":{},\"depth\":{},\"memory\":{},"
                 "\"table_fill\":{:.3f}}}\n",
                 job.property, t, c.states, c.transitions(), c.depth, static_cast<uint64_t>(memory), c.table_fill);
    } else {
      fmt::print(stderr, "{}{:.0f} s  {}: {} states  {} transitions/s  depth {}  {:.0f} MB  table {:.0f}% full{}",
                 terminal_ ? "\r\033[K" : "", t, job.property, short_count(static_cast<double>(c.states)),
                 short_count(rate), short_count(static_cast<double>(c.depth)), memory / 1048576, c.table_fill * 100,
                 terminal_ ? "" : "\n");
    }
    std::fflush(stderr);
    shown_ = true;
    last_ = now;
  }

 private:
  plan::Progress mode_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace

void put_out(const plan::Settings& options, const std::string& text) {
  if (options.output.empty() || options.output == "-")
    put(text);
  else
    trace::write_file_atomically(options.output, text);
}

namespace {

void put_json(const plan::Settings& options, const std::string& json) {
  if (options.json == "-")
    put(json);
  else if (!options.json.empty())
    trace::write_file_atomically(options.json, json);
}

report::Refused refused(const plan::Settings& options) {
  return {api::kVersion, options.model, api::language_of(options)};
}

// What is refused is told to who reads the JSON, too; a report of an earlier run does not stay there.
template <class Work>
auto or_tell(const plan::Settings& options, Work&& work) {
  try {
    return work();
  } catch (const Error& e) {
    put_json(options, report::to_json(refused(options), e.what()));
    throw;
  }
}

}  // namespace

int check(const plan::Settings& options) {
  const auto start = std::chrono::steady_clock::now();
  api::Loaded loaded = or_tell(options, [&] { return api::load(options); });
  if (!loaded.diagnostics.all().empty() && !(options.quiet && loaded.program)) {
    std::fputs(loaded.diagnostics.format(*loaded.sources).c_str(), stderr);
  }
  if (!loaded.program) {
    put_json(options, report::to_json(refused(options), loaded.diagnostics, *loaded.sources));
    return 2;
  }
  const double front_end = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  report::Report report;
  {
    ProgressLine line(options.progress);
    report = or_tell(options, [&] { return api::check(options, loaded, front_end, interrupted, std::ref(line)); });
  }
  write_trails(options, report);
  for (const std::string& warning : report.warnings) fmt::print(stderr, "gyre: {}\n", warning);
  // Each is there even if there is no place for the other.
  std::exception_ptr lost;
  try {
    if (!options.quiet && options.json != "-") {
      put(report::to_text(report, options.verbose));
      flush();
    }
  } catch (const OutputLost&) {
    lost = std::current_exception();
  }
  const int status = write_json(options, report);
  if (lost) std::rethrow_exception(lost);
  return status;
}

int compile(const plan::Settings& options) {
  put(api::dump(options));
  return 0;
}

}  // namespace gyre::cli
