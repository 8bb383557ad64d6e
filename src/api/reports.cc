// Several models: include/gyre/reports.h.
#include <gyre/reports.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "api/library.h"
#include "api/version.h"
#include "report/junit.h"
#include "report/sarif.h"

namespace gyre {

namespace {

constexpr int kNoReport = 2;

// Entries, and the reports with names of files that they point to.
struct Entries {
  std::vector<report::Report> reports;
  std::vector<report::Entry> list;

  explicit Entries(const std::vector<Checked>& all) {
    reports.reserve(all.size());
    for (const Checked& c : all) {
      report::Entry& e = list.emplace_back();
      e.model = c.model;
      e.refusal = c.refusal;
      e.seconds = c.seconds;
      if (c.loaded) {
        e.diagnostics = &c.loaded->impl().loaded.diagnostics;
        e.sources = c.loaded->impl().loaded.sources.get();
      }
      if (c.report) e.report = &reports.emplace_back(api::with_names(*c.report));
    }
  }
};

}  // namespace

int Checked::exit_status() const { return report ? report->exit_status : kNoReport; }

int exit_status(const std::vector<Checked>& all) {
  constexpr int kWorstFirst[] = {1, kNoReport, 3};
  for (const int status : kWorstFirst) {
    if (std::any_of(all.begin(), all.end(), [&](const Checked& c) { return c.exit_status() == status; })) return status;
  }
  return 0;
}

std::string json(const Checked& one) {
  if (one.report) return one.report->json();
  if (one.loaded && !one.loaded->ok()) return one.loaded->diagnostics_json();
  return refusal_json(one.model, one.settings, one.refusal);
}

std::string json(const std::vector<Checked>& all) {
  return api::as_errors([&] {
    using nlohmann::ordered_json;
    ordered_json out = {{"tool", "gyre"}, {"version", api::kVersion}, {"models", ordered_json::array()}};
    for (const Checked& c : all) out["models"].push_back(ordered_json::parse(json(c)));
    return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  });
}

std::string sarif(const std::vector<Checked>& all) {
  return api::as_errors([&] { return report::to_sarif(Entries(all).list, api::kVersion); });
}

std::string junit(const std::vector<Checked>& all) {
  return api::as_errors([&] { return report::to_junit(Entries(all).list); });
}

std::string annotations(const Checked& one) {
  if (!one.report) return one.refusal.empty() ? "" : fmt::format("{}: error: {}\n", one.model, one.refusal);
  std::string out;
  for (const Property& p : one.report->properties) {
    for (const Violation& v : p.violations) {
      const Location& at = v.location;
      out += at.file.empty() ? one.model : fmt::format("{}:{}:{}", at.file, at.line, at.column);
      out += fmt::format(": error: {}: {}\n", p.name, v.message);
    }
    if (p.verdict == Verdict::violated && p.violations.empty())
      out += fmt::format("{}: error: {}: {}\n", one.model, p.name, p.reason);
    if (p.verdict == Verdict::inconclusive || p.verdict == Verdict::not_checked)
      out += fmt::format("{}: warning: {}: {}: {}\n", one.model, p.name, verdict_name(p.verdict), p.reason);
  }
  return out;
}

}  // namespace gyre
