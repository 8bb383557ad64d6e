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

const Evidence* piece_of(const Evidence& e, const trace::Trace* trace) {
  if (e.trace.get() == trace) return &e;
  for (const Evidence& c : e.children) {
    if (const Evidence* found = piece_of(c, trace)) return found;
  }
  return nullptr;
}

// The trails of one property.
class Writer {
 public:
  Writer(const plan::Settings& settings, const report::Property& property, size_t total,
         std::vector<std::string>& warnings)
      : settings_(settings), total_(total), warnings_(warnings) {
    const std::string middle = property.kind == "safety" ? "" : "." + property.name;
    name_ = settings.trail.empty() ? base_name(settings.model) + middle + ".trail.json" : settings.trail;
  }

  void write(Violation& v) {
    ++number_;
    if (v.trace) write_files(v);
  }
  void write(Evidence& e) {
    if (e.trace) {
      ++number_;
      write_files(e);
    }
    for (Evidence& c : e.children) write(c);
  }

 private:
  template <class Shown>
  void write_files(Shown& shown) {
    if (settings_.trail != "none") shown.trail = put(name_, trace::write_trail(*shown.trace, settings_.model));
    if (!settings_.spin_trail.empty())
      shown.spin_trail = put(settings_.spin_trail, trace::write_spin_trail(*shown.trace));
  }
  std::string put(const std::string& name, const std::string& text) {
    const std::string file = total_ > 1 ? fmt::format("{}.{}", name, number_) : name;
    try {
      trace::write_file_atomically(file, text);
      return file;
    } catch (const Error& e) {
      warnings_.push_back(fmt::format("the counterexample was not kept: {}", e.what()));
      return "";
    }
  }

  const plan::Settings& settings_;
  size_t total_;
  std::vector<std::string>& warnings_;
  std::string name_;
  size_t number_ = 0;
};

}  // namespace

void write_trails(const plan::Settings& settings, report::Report& report) {
  for (report::Property& p : report.properties) {
    size_t total = 0;
    for (const Evidence& e : p.evidence) total += count_traces(e);
    if (total == 0) total = p.violations.size() + p.limits.size();
    Writer writer(settings, p, total, report.warnings);
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
