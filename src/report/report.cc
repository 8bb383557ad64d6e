#include "report/report.h"

#include <algorithm>
#include <cassert>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "report/diagnostics_json.h"
#include "trace/lines.h"
#include "trace/trace.h"

namespace gyre::report {

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::violated: return "violated";
    case Verdict::inconclusive: return "inconclusive";
    case Verdict::not_checked: return "not-checked";
  }
  return "";
}

int Report::exit_status() const {
  int status = 0;
  for (const Property& p : properties) {
    if (p.verdict == Verdict::violated) return 1;
    if (p.verdict != Verdict::holds) status = 3;
  }
  return status;
}

namespace {

std::string count(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string bytes(uint64_t n) {
  if (n < 10 * 1024) return fmt::format("{} B", n);
  const double kilobytes = static_cast<double>(n) / 1024;
  if (n < 10 * 1024 * 1024) return fmt::format("{:.1f} kB", kilobytes);
  if (n < uint64_t{10} * 1024 * 1024 * 1024) return fmt::format("{:.1f} MB", kilobytes / 1024);
  return fmt::format("{:.1f} GB", kilobytes / 1024 / 1024);
}

void thesis_text(const Thesis& t, std::string& out) {
  out += "\nas the thesis counted\n";
  const std::pair<const char*, uint64_t> rows[] = {
      {"unique", t.unique},           {"revisits", t.revisits},     {"loops", t.loops},
      {"transitions", t.transitions}, {"depth", t.depth},           {"UpdateValue", t.update_value},
      {"SCC depth", t.scc_depth},     {"SCC number", t.scc_number}, {"SCC largest", t.scc_largest}};
  for (const auto& [name, value] : rows) out += fmt::format("  {:<12} {:>14}\n", name, count(value));
  if (t.bits > 0) out += fmt::format("  {:<12} {:>14}\n", "bits", count(t.bits));
  out += fmt::format("components of the graph: {}, the largest of {} states\n", count(t.exact_scc_number),
                     count(t.exact_scc_largest));
}

void structure_text(const Structure& s, uint64_t states, std::string& out) {
  const auto percent = [&](uint64_t n) { return 100.0 * static_cast<double>(n) / static_cast<double>(states); };
  out += fmt::format(
      "\ncomponents of the state graph: {}, of which {} without a cycle; the largest has {} states ({:.1f} %)\n",
      count(s.components), count(s.trivial), count(s.largest), percent(s.largest));
  out += fmt::format("  {} that cannot be left, with {} states ({:.1f} %); a path goes through {} at most\n",
                     count(s.terminal), count(s.terminal_states), percent(s.terminal_states), count(s.depth));
  for (size_t power = 0; power < s.sizes.size(); ++power) {
    if (s.sizes[power] == 0) continue;
    const uint64_t low = uint64_t{1} << power, high = 2 * low - 1;
    const std::string range = low == high ? "1" : fmt::format("{} to {}", count(low), count(high));
    out += fmt::format("  {:>25} state{} {:>14}\n", range, low == high ? " " : "s", count(s.sizes[power]));
  }
}

void evidence_text(const Report& r, const Evidence& e, size_t depth, std::string& out) {
  out += fmt::format("{:{}}{}", "", 2 * depth + 2, e.text);
  if (!e.trail.empty())
    out += fmt::format("\n{:{}}see it with: gyre replay {} {}", "", 2 * depth + 6, r.model, e.trail);
  out += "\n";
  for (const Evidence& c : e.children) evidence_text(r, c, depth + 1, out);
}

void satisfying_text(const Satisfying& s, std::string& out) {
  if (!s.why_unknown.empty()) {
    out += fmt::format("  in which states it is true is not known: {}\n", s.why_unknown);
    return;
  }
  for (size_t i = s.counts.size(); i-- > 0;)
    out +=
        fmt::format("  true in {} of {} states: {}\n", count(s.counts[i].states), count(s.states), s.counts[i].formula);
  for (const Satisfying::State& state : s.first) {
    out += "   ";
    for (const auto& [name, value] : state.variables) out += fmt::format(" {}={}", name, value);
    out += fmt::format("  {}\n", fmt::join(state.processes, ", "));
  }
}

void reductions_text(const Reductions& r, std::string& out) {
  if (!r.partial_order && r.why_not.empty()) return;
  out += "reduced   ";
  if (r.partial_order)
    out += fmt::format("partial order: {} steps left out in {} states", count(r.pruned), count(r.partially_expanded));
  else
    out += fmt::format("no partial order reduction: {}", r.why_not);
  if (r.merging)
    out += fmt::format("; merging: {} of {} statements go together with the next", count(r.joined), count(r.edges));
  if (!r.symmetry.empty()) out += fmt::format("; symmetry: {}", r.symmetry);
  if (!r.symmetry_why_not.empty()) out += fmt::format("; no symmetry: {}", r.symmetry_why_not);
  out += "\n";
}

void search_text(const Report& r, const SearchInfo& s, std::string& out) {
  assert(!r.properties.empty());
  const std::string threads = s.threads > 1 ? fmt::format(" by {} threads", s.threads) : "";
  const std::string store = s.store == "none" ? "without a store" : fmt::format("with the {} store", s.store);
  out +=
      fmt::format("\nsearch    {}{} {}, {}\n", s.algorithm, threads, store, s.complete ? "complete" : "not complete");
  out += fmt::format("states    {} stored, {} matched, {} transitions", count(s.states), count(s.matched),
                     count(s.transitions));
  if (s.stored > 0 && s.stored != s.states) out += fmt::format("; {} entries in the store", count(s.stored));
  if (s.atomic_steps > 0) out += fmt::format(", {} atomic steps", count(s.atomic_steps));
  if (s.revisited > 0) out += fmt::format(", {} explored again", count(s.revisited));
  out += fmt::format("\ndepth     {} steps; largest state {} bytes; the initial one compacted {} bits\n",
                     count(s.depth), s.vector_bytes, s.compacted_bits);
  reductions_text(s.reductions, out);
  if (s.states > 0) {
    const uint64_t memory = r.peak_bytes;
    // a small search is all minimum sizes: bytes per state would say nothing
    const std::string each = s.states >= 10000 ? fmt::format(" ({:.1f} bytes per state)", r.bytes_per_state) : "";
    out += fmt::format("memory    {}{}, {} for stacks; whole process {}\n", bytes(memory), each, bytes(r.stack_bytes),
                       bytes(r.peak_rss));
  }
  out += fmt::format("time      {:.3f} s in all, {:.3f} s search", r.time_total, r.time_search);
  if (const double seconds = r.properties[0].seconds; seconds > 0.05)
    out += fmt::format(", {} transitions per second",
                       count(static_cast<uint64_t>(static_cast<double>(s.transitions) / seconds)));
  out += "\n";
  if (!r.engine.empty()) out += fmt::format("engine    {}\n", r.engine);
}

void violation_text(const Report& r, const Violation& v, std::string& out) {
  out += "\n";
  if (!v.location.file.empty()) out += fmt::format("{}:{}:{}: ", v.location.file, v.location.line, v.location.column);
  // A deadlock is a list, with a line for each process.
  const bool listed = v.trace && v.trace->failure.is_list();
  out += listed ? v.trace->failure.headline : v.message;
  if (v.count > 1) out += fmt::format("  ({} times)", count(v.count));
  out += "\n";
  if (listed) {
    for (const std::string& line : v.trace->failure.blocked) {
      const std::vector<std::string> pieces = trace::broken(line, trace::kLine - 4, trace::kLine - 8);
      for (size_t i = 0; i < pieces.size(); ++i) out += fmt::format("{}{}\n", i == 0 ? "    " : "        ", pieces[i]);
    }
  }
  for (const Calls::Call& c : v.location.calls.list)
    out += fmt::format("  in inline {}, called at {}:{}:{}\n", c.name, c.file, c.line, c.column);
  if (!v.has_path) return;
  assert(!v.cycle_start || *v.cycle_start <= v.length);
  out += fmt::format("  {} step{}", v.length, v.length == 1 ? "" : "s");
  if (v.cycle_start) out += fmt::format(", the cycle begins after step {}", *v.cycle_start);
  if (!v.trail.empty()) out += fmt::format("; see it with: gyre replay {} {}", r.model, v.trail);
  out += "\n";
  for (const Counterexample& c : v.others) {
    out += fmt::format("  {} step{} to another state", c.length, c.length == 1 ? "" : "s");
    if (!c.trail.empty()) out += fmt::format(": {}", c.trail);
    out += "\n";
  }
  for (const CycleShare& c : v.cycle_shares) {
    out += fmt::format("  in the cycle {} ({}) ", c.process, c.pid);
    if (!c.moves.empty())
      out += fmt::format("moves {} time{}, first in step {}\n", c.moves.size(), c.moves.size() == 1 ? "" : "s",
                         c.moves[0]);
    else if (c.not_enabled_after >= 0)
      out += fmt::format("does not move; it cannot after step {}\n", c.not_enabled_after);
    else
      out += "does not move\n";
  }
}

// One line.
void summary_text(const Report& r, std::string& out) {
  uint64_t states = 0, transitions = 0, searches = 0;
  for (const Property& p : r.properties) {
    if (!p.searched) continue;
    ++searches;
    states += p.search.states;
    transitions += p.search.transitions;
  }
  if (searches == 0) return;
  out += fmt::format("\n{} state{}, {} transition{}{}, {:.3f} s; -v tells more\n", count(states),
                     states == 1 ? "" : "s", count(transitions), transitions == 1 ? "" : "s",
                     searches > 1 ? fmt::format(" in {} searches", searches) : "", r.time_total);
}

}  // namespace

std::string to_text(const Report& r, bool verbose) {
  std::string out;
  size_t width = 0;
  size_t verdict_width = 0;
  for (const Property& p : r.properties) {
    width = std::max(width, p.name.size());
    verdict_width = std::max(verdict_width, std::string_view(verdict_name(p.verdict)).size());
  }
  // First what everybody wants to know, line by line; then what there is to say about each.
  for (const Property& p : r.properties) {
    out += fmt::format("{:{}}  {:{}}  {}\n", p.name, width, verdict_name(p.verdict), verdict_width, p.reason);
    if (verbose && !p.details.empty()) {
      out += fmt::format("{:{}}  {}", "", width, p.details);
      // the first search is told about below, with more
      if (p.searched && &p != &r.properties[0])
        out += fmt::format("; {}, {} states in {} entries", p.search.algorithm, count(p.search.states),
                           count(p.search.stored));
      out += "\n";
    }
    if (p.certified_states > 0) {
      out += fmt::format("{:{}}  certificate of {} states{}: {}\n", "", width, count(p.certified_states),
                         p.certificate.empty() ? "" : fmt::format(" in {}", p.certificate),
                         p.confirmed ? "checked with code of its own, and the verdict is established"
                                     : fmt::format("gyre-certify {} checks it", p.certificate));
    }
    for (const Evidence& e : p.evidence) evidence_text(r, e, 0, out);
    if (p.satisfying) satisfying_text(*p.satisfying, out);
  }
  for (const Property& p : r.properties) {
    // evidence tells more than a violation
    if (p.evidence.empty()) {
      for (const Violation& v : p.violations) violation_text(r, v, out);
    }
    for (const Violation& v : p.limits) violation_text(r, v, out);
  }
  for (const Property& p : r.properties) {
    if (p.searched) {
      if (verbose) search_text(r, p.search, out);
      if (p.search.thesis) thesis_text(*p.search.thesis, out);
      if (p.search.structure) structure_text(*p.search.structure, p.search.states, out);
      break;
    }
  }
  if (!verbose) summary_text(r, out);
  if (r.has_profile) {
    out += "\nsteps by statement\n";
    for (const Profile::Steps& s : r.profile.steps)
      out += fmt::format("  {:>14}  {}:{}{}  {}\n", count(s.count), s.process, s.line, s.calls.text, s.statement);
    out += "distinct values by variable\n";
    for (const Profile::Values& v : r.profile.values)
      out += fmt::format("  {:>14}{}  {}\n", count(v.distinct), v.at_least ? "+" : "", v.variable);
  }
  if (r.has_unreached && !r.unreached.empty()) {
    out += "\nnever executed: no run comes to these statements (-end-: the process never ends)\n";
    std::string last;
    for (const Unreached& u : r.unreached) {
      if (u.process != last) out += fmt::format("  {}\n", u.process);
      last = u.process;
      out += fmt::format("    line {}{}: {}\n", u.line, u.calls.text, u.text);
    }
  }
  return out;
}

namespace {

nlohmann::ordered_json evidence_json(const Evidence& e) {
  nlohmann::ordered_json j;
  if (!e.formula.empty()) j["formula"] = e.formula;
  j["value"] = e.value;
  j["kind"] = e.kind;
  j["text"] = e.text;
  j["after"] = e.after;
  if (!e.trail.empty()) j["trail"] = e.trail;
  if (!e.spin_trail.empty()) j["spin_trail"] = e.spin_trail;
  if (e.length > 0) j["length"] = e.length;
  if (e.cycle_start) j["cycle_start"] = *e.cycle_start;
  for (const Evidence& c : e.children) j["evidence"].push_back(evidence_json(c));
  return j;
}

nlohmann::ordered_json satisfying_json(const Satisfying& s) {
  using nlohmann::ordered_json;
  if (!s.why_unknown.empty()) return {{"unknown", s.why_unknown}};
  ordered_json j;
  j["states"] = s.states;
  j["true_in"] = s.counts.back().states;
  j["subformulas"] = ordered_json::array();
  for (const Satisfying::Count& c : s.counts)
    j["subformulas"].push_back({{"formula", c.formula}, {"true_in", c.states}});
  j["first"] = ordered_json::array();
  for (const Satisfying::State& state : s.first) {
    ordered_json variables = ordered_json::object();
    for (const auto& [name, value] : state.variables) variables[name] = value;
    j["first"].push_back({{"processes", state.processes}, {"variables", variables}});
  }
  return j;
}

void add_calls(nlohmann::ordered_json& to, const Calls& calls) {
  for (const Calls::Call& c : calls.list)
    to["calls"].push_back({{"inline", c.name}, {"file", c.file}, {"line", c.line}, {"column", c.column}});
}

nlohmann::ordered_json violation_json(const Violation& v) {
  using nlohmann::ordered_json;
  ordered_json x;
  x["error"] = v.error;
  x["count"] = v.count;
  x["message"] = v.message;
  x["location"] = {{"file", v.location.file},
                   {"line", v.location.line},
                   {"column", v.location.column},
                   {"process", v.location.process},
                   {"pid", v.location.pid}};
  add_calls(x["location"], v.location.calls);
  if (!v.has_path) return x;
  ordered_json c;
  if (!v.trail.empty()) c["trail"] = v.trail;
  if (!v.spin_trail.empty()) c["spin_trail"] = v.spin_trail;
  c["length"] = v.length;
  if (v.cycle_start) c["cycle_start"] = *v.cycle_start;
  for (const CycleShare& share : v.cycle_shares) {
    ordered_json f{{"process", share.process}, {"pid", share.pid}, {"moves", share.moves}};
    if (share.not_enabled_after >= 0) f["not_enabled_after"] = share.not_enabled_after;
    c["cycle"].push_back(f);
  }
  x["counterexample"] = c;
  for (const Counterexample& other : v.others) {
    ordered_json o;
    if (!other.trail.empty()) o["trail"] = other.trail;
    if (!other.spin_trail.empty()) o["spin_trail"] = other.spin_trail;
    o["length"] = other.length;
    x["others"].push_back(std::move(o));
  }
  return x;
}

}  // namespace

std::string to_json(const Report& r) {
  using nlohmann::ordered_json;
  auto search = [&](const SearchInfo& s) {
    ordered_json j;
    j["algorithm"] = s.algorithm;
    j["store"] = s.store;
    j["complete"] = s.complete;
    j["lossy"] = s.lossy;
    j["states"] = s.states;
    j["matched"] = s.matched;
    j["transitions"] = s.transitions;
    j["atomic_steps"] = s.atomic_steps;
    j["depth"] = s.depth;
    j["vector_bytes"] = s.vector_bytes;
    j["compacted_bits"] = s.compacted_bits;
    j["threads"] = s.threads;
    if (s.revisited > 0) j["revisited"] = s.revisited;
    if (s.stored > 0) j["stored"] = s.stored;
    if (s.store_bytes > 0) j["store_bytes"] = s.store_bytes;
    if (s.reductions.partial_order || !s.reductions.why_not.empty()) {
      const Reductions& d = s.reductions;
      j["reduction"] = {{"por", d.partial_order}, {"partially_expanded", d.partially_expanded},
                        {"pruned", d.pruned},     {"merge", d.merging},
                        {"merged", d.joined},     {"edges", d.edges}};
      if (!d.why_not.empty()) j["reduction"]["why_not"] = d.why_not;
      if (!d.symmetry.empty()) j["reduction"]["symmetry"] = d.symmetry;
      if (!d.symmetry_why_not.empty()) j["reduction"]["symmetry_why_not"] = d.symmetry_why_not;
    }
    if (s.structure) {
      const Structure& t = *s.structure;
      j["components"] = {{"number", t.components},
                         {"trivial", t.trivial},
                         {"largest", t.largest},
                         {"terminal", t.terminal},
                         {"terminal_states", t.terminal_states},
                         {"depth", t.depth},
                         {"sizes", t.sizes}};
    }
    if (s.thesis) {
      const Thesis& t = *s.thesis;
      j["thesis"] = {{"unique", t.unique},
                     {"revisits", t.revisits},
                     {"loops", t.loops},
                     {"transitions", t.transitions},
                     {"depth", t.depth},
                     {"update_value", t.update_value},
                     {"scc_depth", t.scc_depth},
                     {"scc_number", t.scc_number},
                     {"scc_largest", t.scc_largest},
                     {"exact_scc_depth", t.exact_scc_depth},
                     {"exact_scc_number", t.exact_scc_number},
                     {"exact_scc_largest", t.exact_scc_largest},
                     {"visits", t.visits}};
      if (t.bits > 0) j["thesis"]["bits"] = t.bits;
    }
    return j;
  };
  ordered_json out;
  out["tool"] = "gyre";
  out["version"] = r.version;
  out["model"] = r.model;
  out["language"] = r.language;
  out["options"] = ordered_json::object();
  for (const auto& [name, value] : r.options) out["options"][name] = value;
  if (!r.warnings.empty()) out["warnings"] = r.warnings;
  if (!r.diagnostics.all().empty()) out["diagnostics"] = diagnostics_json(r.diagnostics, *r.sources);
  out["properties"] = ordered_json::array();
  bool have_search = false;
  ordered_json first_search;
  for (const Property& p : r.properties) {
    assert(p.evidence.size() <= 1);
    ordered_json j;
    j["name"] = p.name;
    j["kind"] = p.kind;
    if (!p.formula.empty()) j["formula"] = p.formula;
    j["verdict"] = verdict_name(p.verdict);
    j["reason"] = p.reason;
    if (!p.details.empty()) j["details"] = p.details;
    if (p.vacuous) j["vacuous"] = true;
    if (p.certified_states > 0) {
      j["certificate"] = {{"states", p.certified_states}, {"confirmed", p.confirmed}};
      if (!p.certificate.empty()) j["certificate"]["file"] = p.certificate;
    }
    j["errors"] = p.errors;
    j["violations"] = ordered_json::array();
    for (const Violation& v : p.violations) j["violations"].push_back(violation_json(v));
    for (const Violation& v : p.limits) j["limits"].push_back(violation_json(v));
    if (!p.evidence.empty()) j["evidence"] = evidence_json(p.evidence[0]);
    if (p.satisfying) j["satisfying"] = satisfying_json(*p.satisfying);
    if (p.searched) {
      j["time"] = p.seconds;
      j["search"] = search(p.search);
      if (!have_search) first_search = j["search"];
      have_search = true;
    }
    out["properties"].push_back(j);
  }
  if (have_search) out["search"] = first_search;
  out["time"] = {
      {"front_end", r.time_front_end}, {"compile", r.time_compile}, {"search", r.time_search}, {"total", r.time_total}};
  if (r.time_native > 0) out["time"]["native"] = r.time_native;
  if (!r.engine.empty()) out["engine"] = r.engine;
  out["memory"] = {{"peak_rss", r.peak_rss},
                   {"store_bytes", r.store_bytes},
                   {"stack_bytes", r.stack_bytes},
                   {"bytes_per_state", r.bytes_per_state}};
  out["memory"]["peak_bytes"] = r.peak_bytes;
  if (r.bytes_per_frame > 0) out["memory"]["bytes_per_frame"] = r.bytes_per_frame;
  if (r.has_unreached) {
    out["unreached"] = ordered_json::array();
    for (const Unreached& u : r.unreached) {
      out["unreached"].push_back({{"process", u.process}, {"line", u.line}, {"text", u.text}});
      add_calls(out["unreached"].back(), u.calls);
    }
  }
  if (r.has_profile) {
    ordered_json steps = ordered_json::array(), values = ordered_json::array();
    for (const Profile::Steps& s : r.profile.steps) {
      steps.push_back({{"process", s.process}, {"line", s.line}, {"statement", s.statement}, {"count", s.count}});
      add_calls(steps.back(), s.calls);
    }
    for (const Profile::Values& v : r.profile.values)
      values.push_back({{"variable", v.variable}, {"distinct", v.distinct}, {"at_least", v.at_least}});
    out["profile"] = {{"steps", steps}, {"values", values}};
  }
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace gyre::report
