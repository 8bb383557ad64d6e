#include "cli/trails.h"

#include <cstdio>

#include <fmt/format.h>

#include "cli/files.h"
#include "cli/output.h"

namespace gyre::cli {

namespace {

std::string base_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

size_t count_traces(const Evidence& e) {
  size_t n = e.trace ? 1 : 0;
  for (const Evidence& c : e.children) n += count_traces(c);
  return n;
}

size_t count_trails(const Property& p) {
  size_t n = 0;
  for (const Evidence& e : p.evidence) n += count_traces(e);
  if (n > 0) return n;
  for (const Violation& v : p.violations) n += 1 + v.others.size();
  for (const Violation& v : p.limits) n += 1 + v.others.size();
  return n;
}

const Evidence* piece_of(const Evidence& e, const Trace& trace) {
  if (e.trace && *e.trace == trace) return &e;
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
  Writer(const Arguments& arguments, const Property& property, size_t total, Numbering& run,
         std::vector<std::string>& warnings)
      : model_(arguments.model),
        trail_(arguments.text("trail")),
        spin_trail_(arguments.text("spin-trail")),
        own_{total},
        run_(run),
        warnings_(warnings) {
    const std::string middle = property.kind == "safety" ? "" : "." + property.name;
    name_ = trail_.empty() ? base_name(model_) + middle + ".trail.json" : trail_;
  }

  void write(Violation& v) {
    count();
    if (v.trace) write_files(v);
  }
  void write(Counterexample& c) {
    count();
    write_files(c.trail, c.spin_trail, c.trace);
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
    write_files(shown.trail, shown.spin_trail, *shown.trace);
  }
  void write_files(std::string& trail, std::string& spin_trail, const Trace& trace) {
    if (trail_ != "none") trail = put(name_, trail_.empty() ? own_ : run_, trace.json(model_));
    if (!spin_trail_.empty()) spin_trail = put(spin_trail_, run_, trace.spin_trail());
  }
  std::string put(const std::string& name, const Numbering& among, const std::string& text) {
    const std::string file = among.total > 1 ? fmt::format("{}.{}", name, among.number) : name;
    try {
      write_file_atomically(file, text);
      return file;
    } catch (const Error& e) {
      warnings_.push_back(fmt::format("the counterexample was not kept: {}", e.what()));
      return "";
    }
  }

  const std::string model_, trail_, spin_trail_;
  Numbering own_;
  Numbering& run_;
  std::vector<std::string>& warnings_;
  std::string name_;
};

}  // namespace

void write_trails(const Arguments& arguments, Report& report) {
  Numbering run;
  for (const Property& p : report.properties) run.total += count_trails(p);
  for (Property& p : report.properties) {
    Writer writer(arguments, p, count_trails(p), run, report.warnings);
    for (Evidence& e : p.evidence) writer.write(e);
    for (Violation& v : p.violations) {
      const Evidence* piece = nullptr;  // one that shows the violation is there already
      for (const Evidence& e : p.evidence) {
        if (!piece && v.trace) piece = piece_of(e, *v.trace);
      }
      if (piece) {
        v.trail = piece->trail;
        v.spin_trail = piece->spin_trail;
      } else {
        writer.write(v);
      }
    }
    for (Violation& v : p.limits) writer.write(v);
    // Behind one of each violation, so that these have the small numbers.
    for (Violation& v : p.violations) {
      for (Counterexample& c : v.others) writer.write(c);
    }
    for (Violation& v : p.limits) {
      for (Counterexample& c : v.others) writer.write(c);
    }
  }
}

int write_json(const Arguments& arguments, const Report& report) {
  const int status = report.exit_status;
  const std::string file = arguments.text("json");
  if (file.empty()) return status;
  const std::string json = report.json();
  if (file == "-") {
    put(json);
    return status;
  }
  try {
    write_file_atomically(file, json);
  } catch (const Error& e) {
    fmt::print(stderr, "gyre: the report was not kept: {}\n", e.what());
    constexpr int kViolated = 1, kRefused = 2;
    return status == kViolated ? status : kRefused;
  }
  return status;
}

}  // namespace gyre::cli
