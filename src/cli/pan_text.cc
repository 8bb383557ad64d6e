// What pan prints, in its own form: scripts and graphical interfaces read these lines.
#include <algorithm>

#include <fmt/format.h>

#include <gyre/spin.h>

#include "cli/pan_search.h"
#include "cli/spin.h"

namespace gyre::cli {

namespace {

struct Searched {
  const Property* last = nullptr;  // whose numbers are shown
  bool complete = true;
  bool cycles = false, non_progress = false;
  double seconds = 0;
  uint64_t store = 0, stack = 0;
};

Searched searched(const PanOutcome& o) {
  Searched out;
  for (const PanStage& stage : o.stages) {
    for (const Property& p : stage.report.properties) {
      if (!p.searched) continue;
      out.last = &p;
      // Lossy stores are complete for pan.
      const bool lossy = p.store == "bitstate" || p.store == "hash-compact";
      out.complete &= p.complete || (lossy && p.errors == 0);
      out.seconds += p.seconds;
      if (p.kind != "safety") out.cycles = true;
      if (p.kind == "non-progress") out.non_progress = true;
    }
    out.store = std::max(out.store, stage.report.store_bytes);
    out.stack = std::max(out.stack, stage.report.stack_bytes);
  }
  return out;
}

// The line that names the way in which states are kept.
std::string kept(const PanOptions& o, const std::string& store) {
  if (store == "bitstate") return "Bit statespace search for:";
  if (store == "hash-compact")
    return o.hash_compact.empty() ? "Hash-Compact search for:"
                                  : fmt::format("Hash-Compact {} search for:", o.hash_compact);
  return "Full statespace search for:";
}

std::string cycles_line(const PanOutcome& o, const Searched& s) {
  if (o.options.safety_only) return "cycle checks       \t- (disabled by -DSAFETY)";
  const char* fairness = o.options.fair ? "+ (fairness enabled)" : "+ (fairness disabled)";
  const char* which = o.options.non_progress ? "non-progress cycles " : "acceptance   cycles ";
  const bool asked = s.cycles && (o.options.acceptance || o.options.cycles);
  return fmt::format("{}\t{}", which, asked ? fairness : "- (not selected)");
}

std::string claim_line(const PanOutcome& o) {
  std::string claim = o.options.non_progress ? ":np_:" : "";
  for (const PanStage& stage : o.stages) {
    if (!stage.claim.empty()) claim = stage.claim;
  }
  if (claim.empty() && o.claims) claim = "not reached: there was an error before";
  return claim.empty() ? "- (none specified)" : fmt::format("+ ({})", claim);
}

std::string head(const PanOutcome& o, const Searched& s) {
  std::string out = fmt::format("\n(Spin Version {} -- gyre {})\n", kSpinVersion, version());
  if (!s.complete) out += "Warning: Search not completed\n";
  if (o.options.bfs) out += "\t+ Breadth-First Search\n";
  if (!o.options.no_reduction) out += "\t+ Partial Order Reduction\n";
  if (s.last->store == "collapse") out += "\t+ Compression\n";
  if (s.last->store == "dfa") out += fmt::format("\t+ Graph Encoding (-DMA={})\n", o.options.automaton);
  const std::string assertions = o.options.no_assertions ? "- (disabled by -A flag)"
                                 : o.claims              ? "+ (if within scope of claim)"
                                                         : "+";
  const std::string ends = o.claims                 ? "- (disabled by never claim)"
                           : o.options.no_deadlocks ? "- (disabled by -E flag)"
                                                    : "+";
  return out +
         fmt::format("\n{}\n\tnever claim         \t{}\n\tassertion violations\t{}\n\t{}\n\tinvalid end states\t{}\n\n",
                     kept(o.options, s.last->store), claim_line(o), assertions, cycles_line(o, s), ends);
}

std::string numbers(const PanOutcome& o, const Searched& s) {
  const Property& p = *s.last;
  std::string out =
      fmt::format("State-vector {} byte, depth reached {}, errors: {}\n", p.vector_bytes, p.depth, o.errors);
  out += fmt::format(
      "{:>9} states, stored\n{:>9} states, matched\n{:>9} transitions (= stored+matched)\n{:>9} atomic steps\n"
      "hash conflicts: {:>9} (resolved)\n\n",
      p.states, p.matched, p.transitions, p.atomic_steps, 0);
  const auto megabytes = [](double bytes) { return bytes / 1048576; };
  const double equivalent = static_cast<double>(p.states) * static_cast<double>(p.vector_bytes + 16);
  out += fmt::format(
      "Stats on memory usage (in Megabytes):\n{:>9.3f}\tequivalent memory usage for states (stored*(State-vector + "
      "overhead))\n{:>9.3f}\tactual memory usage for states\n{:>9.3f}\tmemory used for DFS stack\n{:>9.3f}\ttotal "
      "actual memory usage\n\n",
      megabytes(equivalent), megabytes(static_cast<double>(s.store)), megabytes(static_cast<double>(s.stack)),
      megabytes(static_cast<double>(s.store + s.stack)));
  return out;
}

std::string unreached(const PanOutcome& o) {
  const Report& report = o.stages.front().report;
  if (o.options.no_unreached || o.errors > 0 || !report.unreached) return "";
  std::string out = "\n";
  for (const SpinProcess& p : spin_processes(o.model)) {
    if (p.claim) continue;
    const bool init = p.name == ":init:";
    out += fmt::format("unreached in {}{}\n", init ? "init" : "proctype ", init ? "" : p.name);
    size_t count = 0;
    for (const Unreached& u : *report.unreached) {
      if (u.process != p.name) continue;
      out += fmt::format("\t{}:{}, state {}, \"{}\"\n", u.location.file, u.location.line, u.state, u.as_spin);
      ++count;
    }
    out += fmt::format("\t({} of {} states)\n", count, p.states);
  }
  return out;
}

bool same_place(const Location& a, const Location& b) {
  return a.line == b.line && a.column == b.column && a.file == b.file;
}

}  // namespace

std::string pan_message(const Model& model, const Violation& v) {
  if (v.error == "deadlock") return "invalid end state";
  if (v.error == "acceptance-cycle") return "acceptance cycle";
  if (v.error == "non-progress-cycle") return "non-progress cycle";
  if (v.error == "claim-completed") return "end state in claim reached";
  if (v.error != "assertion") return v.message;
  constexpr std::string_view kAssert = "assert";
  for (const SpinProcess& p : spin_processes(model)) {
    for (const SpinTransition& t : p.transitions) {
      if (same_place(t.location, v.location) && t.text.starts_with(kAssert))
        return "assertion violated " + t.text.substr(kAssert.size() + 1, t.text.size() - kAssert.size() - 2);
    }
  }
  return v.message;
}

std::string pan_usage() {
  return fmt::format(
      "Spin Version {} -- gyre {}\nValid Options are:\n"
      "\t-a  look for acceptance cycles\n\t-A  ignore assertions\n\t-b  the depth limit is an error\n"
      "\t-cN  stop at the Nth error (-c1; -c0: never)\n\t-d, -D  print the automata of the processes, for dot (-D)\n"
      "\t-e  a trail of each error\n\t-E  ignore invalid end states\n\t-f  weak fairness (with -a or -l)\n"
      "\t-i, -I  a shortest error\n\t-J  the other order of nested unless\n"
      "\t-l  look for non-progress cycles (compiled with -DNP)\n\t-mN  most steps of an execution\n"
      "\t-n  do not list what was never executed\n\t-N name  the claim of that name\n\t-QN  stop after N minutes\n"
      "\t-r, -rN, -r FILE, -C, -g, -S  show a trail\n\t-T  trails are for reading only\n"
      "\t-tSUFFIX  the ending of trails\n\t-V  the version\n\t-wN, -kN  of a bit array (compiled with -DBITSTATE)\n"
      "\t-x  overwrite no trail\n",
      kSpinVersion, version());
}

std::string pan_text(const PanOutcome& o) {
  const Searched s = searched(o);
  std::string out;
  if (s.last != nullptr) {
    out += head(o, s) + numbers(o, s) + unreached(o);
    out += fmt::format("\npan: elapsed time {:.3g} seconds\n", s.seconds);
    constexpr double kWorthARate = 0.05;
    if (s.seconds > kWorthARate)
      out += fmt::format("pan: rate {:>9.0f} states/second\n", static_cast<double>(s.last->states) / s.seconds);
  }
  for (const PanStage& stage : o.stages) {
    for (const Property& p : stage.report.properties)
      out += fmt::format("verdict: {}: {} ({})\n", p.name, verdict_name(p.verdict), p.reason);
  }
  return out;
}

std::string pan_tables(const Model& model) {
  std::string out;
  for (const SpinProcess& p : spin_processes(model)) {
    out += p.name == ":init:" ? "init\n" : fmt::format("{} {}\n", p.claim ? "claim" : "proctype", p.name);
    for (const SpinTransition& t : p.transitions) {
      out += fmt::format("\tstate {:>3} -(tr {:>3})-> state {:>3}  [id {:>3} tp {:>3}] [{}{}{}{}G] {}:{} => {}\n",
                         t.from, t.id, t.to, t.id, 2,
                         t.d_step   ? "D"
                         : t.atomic ? "A"
                                    : "-",
                         t.accept ? "a" : "-", t.end ? "e" : "-", t.progress ? "p" : "-", t.location.file,
                         t.location.line, t.text);
    }
  }
  return out +
         "\nTransition Type: A=atomic; D=d_step; L=local; G=global\nSource-State Labels: p=progress; e=end; "
         "a=accept;\n";
}

std::string pan_dot(const Model& model) {
  const auto label = [](const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out;
  };
  std::string out;
  for (const SpinProcess& p : spin_processes(model)) {
    std::string name;
    for (const char c : p.name) name += c == ':' ? '_' : c;
    out += fmt::format("digraph p_{} {{\nsize=\"8,10\";\n  GT [shape=box,style=dotted,label=\"{}\"];\n", name, p.name);
    out += fmt::format("  GT -> S{};\n", p.initial);
    for (const SpinTransition& t : p.transitions) {
      out += fmt::format("\tS{} -> S{}  [color={},style={},label=\"{}\"];\n", t.from, t.to, "black",
                         t.d_step || t.atomic ? "bold" : "solid", label(t.text));
      if (t.accept || t.end || t.progress)
        out += fmt::format("\tS{} [color={}];\n", t.from, t.accept ? "red" : t.progress ? "green" : "blue");
    }
    out += "}\n";
  }
  return out;
}

}  // namespace gyre::cli
