#include "report/junit.h"

#include <fmt/format.h>

#include "trace/print.h"
#include "trace/trace.h"

namespace gyre::report {

namespace {

// As the value of an attribute or as text; what XML 1.0 cannot say is a question mark.
std::string xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default: out += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    }
  }
  return out;
}

// As text between tags, where lines are lines.
std::string xml_lines(const std::string& text) {
  std::string out;
  size_t at = 0;
  while (at <= text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += xml(text.substr(at, end - at));
    if (end < text.size()) out += "\n";
    at = end + 1;
  }
  return out;
}

struct Counts {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  void add(const Counts& c) {
    tests += c.tests;
    failures += c.failures;
    errors += c.errors;
    skipped += c.skipped;
  }
  std::string text(double seconds) const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"", tests, failures,
                       errors, skipped, seconds);
  }
};

std::string violation_lines(const Violation& v) {
  std::string out;
  if (!v.location.file.empty()) out += fmt::format("{}:{}:{}: ", v.location.file, v.location.line, v.location.column);
  out += v.message + "\n";
  if (!v.trace) return out;
  // A counterexample that nobody reads in a window of a server is left to `gyre replay`.
  constexpr size_t kMostSteps = 500;
  if (v.trace->steps.size() <= kMostSteps) return out + "\n" + trace::print(*v.trace);
  return out + fmt::format("the counterexample has {} steps\n", v.trace->steps.size());
}

void add_case(const Entry& e, const Property& p, Counts& counts, std::string& out) {
  ++counts.tests;
  out +=
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml(e.model), xml(p.name), p.seconds);
  const auto with = [&](const char* tag, const std::string& message, const std::string& text) {
    out += fmt::format(">\n      <{} message=\"{}\" type=\"{}\">{}</{}>\n    </testcase>\n", tag, xml(message),
                       verdict_name(p.verdict), xml_lines(text), tag);
  };
  switch (p.verdict) {
    case Verdict::holds: out += "/>\n"; return;
    case Verdict::violated: {
      ++counts.failures;
      std::string text;
      for (const Violation& v : p.violations) text += violation_lines(v);
      return with("failure", p.violations.empty() ? p.reason : p.violations[0].message, text);
    }
    case Verdict::inconclusive: ++counts.errors; return with("error", p.reason, "");
    case Verdict::not_checked:
      ++counts.skipped;
      out += fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", xml(p.reason));
      return;
  }
}

}  // namespace

std::string to_junit(const std::vector<Entry>& entries) {
  Counts all;
  double seconds = 0;
  std::string suites;
  for (const Entry& e : entries) {
    Counts counts;
    std::string cases;
    if (e.report != nullptr) {
      for (const Property& p : e.report->properties) add_case(e, p, counts, cases);
    } else {
      ++counts.tests;
      ++counts.errors;
      std::string text = e.refusal;
      if (text.empty() && e.diagnostics != nullptr) text = e.diagnostics->format(*e.sources);
      cases += fmt::format(
          "    <testcase classname=\"{}\" name=\"the model\" time=\"0\">\n      <error message=\"{}\" "
          "type=\"error\">{}</error>\n    </testcase>\n",
          xml(e.model), e.refusal.empty() ? "the model cannot be read" : xml(e.refusal), xml_lines(text));
    }
    suites +=
        fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml(e.model), counts.text(e.seconds), cases);
    all.add(counts);
    seconds += e.seconds;
  }
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gyre\" {}>\n{}</testsuites>\n",
                     all.text(seconds), suites);
}

}  // namespace gyre::report
