#include "cli/trails.h"

#include <cstdio>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/output.h"
#include "trace/spin_trail.h"
#include "trace/trail_json.h"
#include "trace/write_file.h"

namespace gyre::cli {

namespace {

using report::Evidence;
using report::Violation;

std::string base_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

size_t count_traces(const Evidence& e) {
  size_t n = e.trace ? 1 : 0;
  for (const Evidence& c : e.children) n += count_traces(c);
  return n;
}

size_t count_trails(const report::Property& p) {
  size_t n = 0;
  for (const Evidence& e : p.evidence) n += count_traces(e);
  return n > 0 ? n : p.violations.size() + p.limits.size();
}

const Evidence* piece_of(const Evidence& e, const trace::Trace* trace) {
  if (e.trace.get() == trace) return &e;
  for (const Evidence& c : e.children) {
    if (const Evidence* found = piece_of(c, trace)) return found;
  }
  return nullptr;
}

// How many trails there are, of a property or of the whole run, and which of them is written.
struct Numbering {
  size_t total = 0;
  size_t number = 0;
};

// The trails of one property. Under a name of its own they are numbered by themselves, under a name that was given
// together with those of the other properties.
class Writer {
 public:
  Writer(const plan::Settings& settings, const report::Property& property, size_t total, Numbering& run,
         std::vector<std::string>& warnings)
      : settings_(settings), own_{total}, run_(run), warnings_(warnings) {
    const std::string middle = property.kind == "safety" ? "" : "." + property.name;
    name_ = settings.trail.empty() ? base_name(settings.model) + middle + ".trail.json" : settings.trail;
  }

  void write(Violation& v) {
    count();
    if (v.trace) write_files(v);
  }
  void write(Evidence& e) {
    if (e.trace) {
      count();
      write_files(e);
    }
    for (Evidence& c : e.children) write(c);
  }

 private:
  void count() {
    ++own_.number;
    ++run_.number;
  }
  template <class Shown>
  void write_files(Shown& shown) {
    if (settings_.trail != "none") {
      shown.trail =
          put(name_, settings_.trail.empty() ? own_ : run_, trace::write_trail(*shown.trace, settings_.model));
    }
    if (!settings_.spin_trail.empty())
      shown.spin_trail = put(settings_.spin_trail, run_, trace::write_spin_trail(*shown.trace));
  }
  std::string put(const std::string& name, const Numbering& among, const std::string& text) {
    const std::string file = among.total > 1 ? fmt::format("{}.{}", name, among.number) : name;
    try {
      trace::write_file_atomically(file, text);
      return file;
    } catch (const Error& e) {
      warnings_.push_back(fmt::format("the counterexample was not kept: {}", e.what()));
      return "";
    }
  }

  const plan::Settings& settings_;
  Numbering own_;
  Numbering& run_;
  std::vector<std::string>& warnings_;
  std::string name_;
};

}  // namespace

void write_trails(const plan::Settings& settings, report::Report& report) {
  Numbering run;
  for (const report::Property& p : report.properties) run.total += count_trails(p);
  for (report::Property& p : report.properties) {
    Writer writer(settings, p, count_trails(p), run, report.warnings);
    for (Evidence& e : p.evidence) writer.write(e);
    for (Violation& v : p.violations) {
      const Evidence* piece = nullptr;  // one that shows the violation is there already
      for (const Evidence& e : p.evidence) {
        if (!piece && v.trace) piece = piece_of(e, v.trace.get());
      }
      if (piece) {
        v.trail = piece->trail;
        v.spin_trail = piece->spin_trail;
      } else {
        writer.write(v);
      }
    }
    for (Violation& v : p.limits) writer.write(v);
  }
}

int write_json(const plan::Settings& settings, const report::Report& report) {
  const int status = report.exit_status();
  if (settings.json.empty()) return status;
  const std::string json = report::to_json(report);
  if (settings.json == "-") {
    put(json);
    return status;
  }
  try {
    trace::write_file_atomically(settings.json, json);
  } catch (const Error& e) {
    fmt::print(stderr, "gyre: the report was not kept: {}\n", e.what());
    constexpr int kViolated = 1, kRefused = 2;
    return status == kViolated ? status : kRefused;
  }
  return status;
}

}  // namespace gyre::cli
