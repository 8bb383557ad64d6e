// `gyre spin`: SPIN's own command line, so that a script that calls spin keeps working. Options that only tune pan's
// tables or its C compiler are named in a note, because they have no meaning here; others that we do not have are
// refused. The exit status is gyre's.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include <gyre/automaton.h>
#include <gyre/check.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/show.h"
#include "cli/trails.h"

namespace gyre::cli {

namespace {

constexpr const char* kEachError = "1000";  // as many trails as anybody looks at

constexpr const char* kHelp =
    R"(gyre spin [options] MODEL
  SPIN's own command line, as far as it has a meaning here; the exit status is that of 'gyre check'

  -a                       read the model; no verifier is made
  -run, -search            verify, with the options of spin and pan behind it:
      -a -l -f             acceptance cycles, non-progress cycles, weak fairness
      -ltl NAME, -N NAME   this claim (else the first one); -noclaim: none
      -A -E                ignore assertions, invalid end states
      -bfs -i -I -J -mN -cN -e -n -bitstate -wN -kN -swarmN,M -hc -collapse -noreduce -o1 -o2 -o3, and -D... of
      pan's compilation
  -t -tN -k FILE           replay a trail: MODEL.trail, MODELN.trail, FILE; -T: what is printed is not indented
  (none of these)          simulate: -i, -nN (seed), -uN (steps), -p -g -l -r -s -c -M
  -f FORMULA, -F FILE      print a never claim
  -DX -UX -IDIR -m -o7     of the model
  --json FILE              with -run: gyre's report

docs/from-spin.md says what other options become.
)";

struct SpinCall {
  Arguments arguments;
  bool verify = false;      // -run, -search
  bool generate = false;    // -a
  bool trail = false;       // -t
  bool each_error = false;  // -e
  bool all_steps = false;
  bool plain_prints = false;  // -T
  bool cycles = false;        // -run -a
  bool no_claim = false;      // -run -noclaim
  bool reach = false;         // -DREACH
  // Options on which other things depend that pan does and prints.
  enum class Kept { whole, as_bits, as_hashes };
  Kept kept = Kept::whole;     // the states
  bool swarm = false;          // -swarmN
  bool breadth_first = false;  // -bfs
  bool parallel = false;       // -DNCORE=N
  bool bounded = false;        // -mN
  bool one_error = true;       // the search stops at the first error
  bool fair = false;           // -f
  bool chart = false;          // -c, -M: messages are shown, and nothing else
  std::string bits, hashes;    // -wN, -kN: of a bit array
  std::string trail_number;    // -tN
  std::string trail_file;      // -k
  std::string formula;         // -f, -F
  std::vector<std::string> notes;
};

uint64_t number_of(const std::string& digits) { return std::strtoull(digits.c_str(), nullptr, 10); }

bool all_digits(const std::string& s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string::npos; }

// -DHC, -DHC0 to -DHC4: how many bytes of a hash are kept. Here they are eight.
bool is_hash_compact(const std::string& a) {
  return a == "-DHC" || (a.size() == 5 && a.rfind("-DHC", 0) == 0 && a[4] >= '0' && a[4] <= '4');
}

// -swarmN,M and -biterateN,M: N searches, every M of which have a larger bit array. Here all have the same one.
void swarm(SpinCall& call, const std::string& a) {
  const std::string numbers = a.substr(a[1] == 's' ? std::strlen("-swarm") : std::strlen("-biterate"));
  const size_t comma = numbers.find(',');
  const std::string count = numbers.substr(0, comma);
  const bool fits =
      (count.empty() || all_digits(count)) && (comma == std::string::npos || all_digits(numbers.substr(comma + 1)));
  if (!fits) throw Error(fmt::format("gyre spin: {} is not -swarmN,M", a));
  constexpr const char* kSearches = "10";  // as SPIN has it
  call.swarm = true;
  call.arguments.settings.keep("swarm", count.empty() ? kSearches : count);
  if (comma != std::string::npos)
    call.notes.push_back(fmt::format("{}: all searches have bit arrays of one size; -wN sets it", a));
}

// Options of the verifier, behind -run or -search.
bool verifier_option(SpinCall& call, const std::string& a) {
  Settings& o = call.arguments.settings;
  const std::string rest = a.size() > 2 ? a.substr(2) : "";
  if (a == "-bfs" || a == "-DBFS") {
    call.breadth_first = true;
    o.keep("search", "bfs");
    return true;
  }
  if (a == "-noreduce" || a == "-DNOREDUCE") {
    o.keep("por", "off");
    return true;
  }
  if (a == "-noclaim" || a == "-DNOCLAIM") {
    call.no_claim = true;
    return true;
  }
  if (a == "-safety" || a == "-DSAFETY") return true;  // a claim is checked in full, cycles and all
  if (a == "-i" || a == "-I") {
    o.keep("shorten");
    return true;
  }
  if (a == "-E") {
    o.keep("ignore", "deadlock");
    return true;
  }
  if (a == "-A") {
    o.keep("ignore", "assertion");
    return true;
  }
  if (a == "-J") {
    o.keep("unless-order", "inner");
    return true;
  }
  if (a == "-a") {
    call.cycles = true;
    return true;
  }
  if (a == "-l" || a == "-DNP") {
    o.keep("non-progress");
    return true;
  }
  if (a == "-f") {
    call.fair = true;
    o.keep("fairness", "weak");
    return true;
  }
  if (a == "-bitstate" || a == "-DBITSTATE") {
    call.kept = SpinCall::Kept::as_bits;
    o.keep("store", "bitstate");
    return true;
  }
  if (a == "-hc" || is_hash_compact(a)) {
    call.kept = SpinCall::Kept::as_hashes;
    o.keep("store", "hash-compact");
    return true;
  }
  if (a.rfind("-DMA=", 0) == 0 && all_digits(a.substr(5))) {
    call.kept = SpinCall::Kept::whole;
    o.keep("store", "dfa");
    return true;
  }
  if (a.rfind("-DNCORE=", 0) == 0 && all_digits(a.substr(8))) {
    call.parallel = number_of(a.substr(8)) != 1;
    o.keep("threads", a.substr(8));
    return true;
  }
  if (a.rfind("-DNFAIR=", 0) == 0) {
    call.notes.push_back(fmt::format("{} has no meaning here: fairness is for any number of processes", a));
    return true;
  }
  if (a.rfind("-swarm", 0) == 0 || a.rfind("-biterate", 0) == 0) {
    swarm(call, a);
    return true;
  }
  if (a.rfind("-k", 0) == 0 && all_digits(rest)) {
    call.hashes = rest;
    return true;
  }
  if (a.rfind("-w", 0) == 0 && all_digits(rest)) {
    call.bits = rest;
    return true;
  }
  if (a == "-b") return true;  // a cut search is never a success
  if (a.rfind("-Q", 0) == 0 && all_digits(rest)) {
    o.keep("time", rest + "m");
    return true;
  }
  if (a == "-collapse" || a == "-DCOLLAPSE") {
    call.kept = SpinCall::Kept::whole;
    o.keep("store", "collapse");
    return true;
  }
  if (a == "-e") {
    o.keep("errors", "0");
    call.one_error = false;
    call.each_error = true;
    return true;
  }
  if (a == "-n") {
    o.keep("unreached", "off");
    return true;
  }
  if (a.rfind("-m", 0) == 0 && all_digits(rest)) {
    call.bounded = number_of(rest) != 0;
    o.keep("depth", rest);
    return true;
  }
  if (a.rfind("-c", 0) == 0 && all_digits(rest)) {
    call.one_error = number_of(rest) == 1;
    o.keep("errors", rest);
    return true;
  }
  if (a == "-DREACH") {
    call.reach = true;
    return true;
  }
  if (a == "-DNOFAIR") return true;  // fairness is asked for by -f only
  if (a.rfind("-DVECTORSZ", 0) == 0 || a.rfind("-O", 0) == 0 || a.rfind("-M", 0) == 0) {
    call.notes.push_back(fmt::format("{} has no meaning here: tables grow by themselves and nothing is compiled", a));
    return true;
  }
  if (a.rfind("-DMEMLIM=", 0) == 0) {
    o.keep("memory", a.substr(9) + "M");
    return true;
  }
  for (const char* planned : {"-h", "-p_permute"}) {
    if (a.rfind(planned, 0) == 0) throw Error(fmt::format("gyre spin: {} belongs to a part that is not there yet", a));
  }
  return false;
}

// As in SPIN the formula is the first line of the file.
std::string formula_in(const std::string& path) {
  const std::string text = read_file(path);
  const std::string line = text.substr(0, text.find('\n'));
  if (line.find_first_not_of(" \t\r") == std::string::npos)
    throw Error(path + ": there is no formula in the first line");
  return line;
}

SpinCall parse(const std::vector<std::string>& arguments) {
  SpinCall call;
  Settings& o = call.arguments.settings;
  o.keep("lang", "promela");
  bool globals = false, locals = false, sends = false, receives = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    const std::string rest = a.size() > 2 ? a.substr(2) : "";
    if (a.empty() || a[0] != '-') {
      std::string& model = call.arguments.model;
      if (!model.empty()) throw Error(fmt::format("gyre spin: more than one model: '{}' and '{}'", model, a));
      model = a;
    } else if (a == "-run" || a == "-search") {
      call.verify = true;
    } else if (a == "--json" && i + 1 < arguments.size()) {
      o.keep("json", arguments[++i]);
    } else if (a.rfind("-D", 0) == 0 && call.verify && verifier_option(call, a)) {
    } else if (a.rfind("-D", 0) == 0) {
      o.keep("D", rest);
    } else if (a.rfind("-U", 0) == 0) {
      o.keep("U", rest);
    } else if (a.rfind("-I", 0) == 0 && !rest.empty()) {
      o.keep("I", rest);
    } else if (call.verify && (a == "-ltl" || a == "-N")) {
      if (i + 1 >= arguments.size()) throw Error(fmt::format("gyre spin: {} needs the name of a claim", a));
      o.keep("property", arguments[++i]);
      call.cycles = true;
    } else if (call.verify && a == "-k" && i + 1 < arguments.size() && all_digits(arguments[i + 1])) {
      call.hashes = arguments[++i];
    } else if (call.verify && verifier_option(call, a)) {
    } else if (a == "-a") {
      call.generate = true;
    } else if (a == "-f" || a == "-F") {
      if (i + 1 >= arguments.size())
        throw Error(fmt::format("gyre spin: {} needs a {}", a, a == "-f" ? "formula" : "file"));
      call.formula = a == "-f" ? arguments[++i] : formula_in(arguments[++i]);
    } else if (a == "-i") {
      o.keep("interactive");
    } else if (a == "-p") {
      call.all_steps = true;
    } else if (a == "-g") {
      globals = true;
    } else if (a == "-l") {
      locals = true;
    } else if (a == "-s") {
      sends = true;
    } else if (a == "-r") {
      receives = true;
    } else if (a == "-T") {
      call.plain_prints = true;
    } else if (a == "-c") {
      call.chart = true;
      o.keep("messages", "columns");
    } else if (a == "-M") {
      call.chart = true;
      o.keep("messages", "svg");
      if (o.value("output").empty()) o.keep("output", "msc.svg");
    } else if (a == "-m") {
      o.keep("message-loss");
    } else if (a == "-B" || a == "-b" || a == "-h" || a == "-v" || a == "-w" || a == "-X" || a == "-Y") {
      call.notes.push_back(fmt::format("{} has no meaning here", a));
    } else if (a.rfind("-n", 0) == 0 && all_digits(rest)) {
      o.keep("seed", rest);
    } else if (a.rfind("-u", 0) == 0 && all_digits(rest)) {
      o.keep("steps", rest);
    } else if (a.rfind("-t", 0) == 0 && (rest.empty() || all_digits(rest))) {
      call.trail = true;
      call.trail_number = rest;
    } else if (a == "-k" && i + 1 < arguments.size()) {
      call.trail = true;
      call.trail_file = arguments[++i];
    } else if (a == "-o7") {
      o.keep("old-semicolons");
    } else if (a == "-o1" || a == "-o2" || a == "-o3") {
      o.keep("merge", "off");
    } else if (a == "-o4" || a == "-o5") {
      call.notes.push_back(fmt::format("{} has no meaning here", a));
    } else if (a == "-V" || a == "--version") {
      call.arguments.model = "-V";
    } else {
      throw Error(fmt::format("gyre spin: {} is not there; see 'gyre spin --help'", a));
    }
  }
  if (!call.formula.empty()) return call;
  if (call.arguments.model.empty()) throw Error("gyre spin: which model?");
  if (call.chart) return call;  // charts show messages, whatever else is asked for
  if (globals && locals)
    o.keep("show", "all");
  else if (globals)
    o.keep("show", "globals");
  else if (locals)
    o.keep("show", "locals");
  if (sends || receives)
    o.keep("only", sends && receives ? "messages" : sends ? "sends" : "receives");
  else if (!call.all_steps && !globals && !locals)
    o.keep("only", "prints");
  return call;
}

// pan's line about cycles.
std::string cycles_line(const Report& r, bool fair) {
  const char* fairness = fair ? "+ (fairness enabled)" : "+ (fairness disabled)";
  const char* which = "acceptance   cycles ";
  bool searched = false;
  for (const Property& p : r.properties) {
    if (!p.searched || p.kind == "safety") continue;
    searched = true;
    if (p.kind == "non-progress") which = "non-progress cycles ";
  }
  return fmt::format("{}\t{}", which, searched ? fairness : "- (not selected)");
}

// The head of pan's report, which names the way in which states are kept.
const char* search_line(const SpinCall& call) {
  if (call.swarm) return "Bit statespace search for:";
  switch (call.kept) {
    case SpinCall::Kept::as_bits: return "Bit statespace search for:";
    case SpinCall::Kept::as_hashes: return "Hash-Compact search for:";
    case SpinCall::Kept::whole: return "Full statespace search for:";
  }
  __builtin_unreachable();
}

// The lines of pan's report that scripts look for: one report, of the claim if there is one, with the errors of all.
void print_like_pan(const Report& r, const SpinCall& call) {
  int number = 1;
  uint64_t errors = 0;
  const Property* safety = nullptr;
  const Property* last = nullptr;
  for (const Property& p : r.properties) {
    if (!p.searched && p.verdict != Verdict::holds) {
      put(fmt::format("error: '{}' was not checked: {}\n", p.name, p.reason));
      continue;
    }
    if (p.searched) last = &p;
    if (!p.searched && p.kind == "acceptance")
      put("warning: no accept labels are defined, so option -a has no effect (ignored)\n");
    if (p.kind == "safety") safety = &p;
    errors += p.errors;
    for (const Violation& v : p.violations) {
      const std::string what = v.error == "deadlock" ? "invalid end state" : v.message;
      put(fmt::format("pan:{}: {} (at depth {})\n", number++, what, v.length > 0 ? v.length - 1 : 0));
      if (!v.spin_trail.empty()) put(fmt::format("pan: wrote {}\n", v.spin_trail));
      for (const Counterexample& c : v.others) {
        put(fmt::format("pan:{}: {} (at depth {})\n", number++, what, c.trace.size() > 0 ? c.trace.size() - 1 : 0));
        if (!c.spin_trail.empty()) put(fmt::format("pan: wrote {}\n", c.spin_trail));
      }
    }
    if (p.searched && !p.complete && p.violations.empty()) put(fmt::format("error: {}\n", p.reason));
  }
  if (last != nullptr) {
    const Property& s = *last;
    const bool claim = s.kind == "ltl" || s.kind == "claim";
    const std::string which = s.kind == "non-progress" ? ":np_:" : claim ? s.name : "";
    put(fmt::format("\n{}\n\tnever claim         \t{}\n\tassertion violations\t{}\n\t{}\n\tinvalid end states\t{}\n\n",
                    search_line(call), which.empty() ? "- (none specified)" : fmt::format("+ ({})", which),
                    safety ? "+" : "-", cycles_line(r, call.fair), safety ? "+" : "-"));
    put(fmt::format("State-vector {} byte, depth reached {}, errors: {}\n", s.vector_bytes, s.depth, errors));
    put(fmt::format(
        "{:>9} states, stored\n{:>9} states, matched\n{:>9} transitions (= stored+matched)\n{:>9} atomic steps\n\n",
        s.states, s.matched, s.transitions, s.atomic_steps));
  }
  for (const Property& p : r.properties)
    put(fmt::format("verdict: {}: {} ({})\n", p.name, verdict_name(p.verdict), p.reason));
}

// Several trails are called as pan calls them: m.pml.trail.2 becomes m.pml2.trail.
void rename_trails(Report& r, const std::string& name) {
  const auto rename = [&](std::string& trail) {
    if (trail.size() <= name.size() + 1) return;
    const std::string number = trail.substr(name.size() + 1);
    const std::string as_pan = name.substr(0, name.size() - std::strlen(".trail")) + number + ".trail";
    if (std::rename(trail.c_str(), as_pan.c_str()) == 0) trail = as_pan;
  };
  for (Property& p : r.properties) {
    for (Violation& v : p.violations) {
      rename(v.spin_trail);
      for (Counterexample& c : v.others) rename(c.spin_trail);
    }
  }
}

// -wN and -kN are of bit arrays; a hash table needs no size.
void size_bit_array(const SpinCall& call, Settings& o) {
  const bool bits = call.kept == SpinCall::Kept::as_bits || call.swarm;
  const auto keep = [&](const char* option, const char* letter, const std::string& value) {
    if (value.empty()) return;
    if (bits)
      o.keep(option, value);
    else
      fmt::print(stderr, "gyre spin: note: -{}{} has no meaning without -bitstate: tables grow by themselves\n", letter,
                 value);
  };
  keep("bits", "w", call.bits);
  keep("hash-functions", "k", call.hashes);
}

int verify(const SpinCall& call) {
  Arguments arguments = call.arguments;
  Settings& o = arguments.settings;
  size_bit_array(call, o);
  o.keep("safety").keep("trail", "none");
  if (call.each_error && !call.one_error) o.keep("trails", kEachError);
  const auto is_set = [&](const char* name) { return !o.value(name).empty(); };
  const bool depth_first = !call.breadth_first && !call.parallel && !is_set("shorten");
  if (depth_first) o.keep("search", "dfs");  // the depth is part of what spin prints
  const size_t slash = arguments.model.rfind('/');
  const std::string spin_trail = arguments.model.substr(slash == std::string::npos ? 0 : slash + 1) + ".trail";
  o.keep("spin-trail", spin_trail);
  const Model model = load_or_throw(arguments);
  // As in pan the first claim always takes part. Without one -a is about the labels.
  if (!is_set("property") && !is_set("non-progress")) {
    const std::vector<StatedProperty> stated = model.properties();
    if (!call.no_claim && !stated.empty())
      o.keep("property", stated[0].name);
    else if (call.cycles)
      o.keep("acceptance");
  }
  // Compiled with REACH pan goes on behind a state that it met before on a longer way: complete up to the bound. (Of
  // claims the search is that of pan without it.)
  if (call.reach && call.bounded && depth_first && !is_set("property") && !is_set("acceptance") &&
      !is_set("non-progress"))
    o.keep("search", "bounded");
  Report r = check(model, o);
  write_trails(arguments, r);
  rename_trails(r, spin_trail);
  for (const std::string& warning : r.warnings) fmt::print(stderr, "gyre: {}\n", warning);
  print_like_pan(r, call);
  return write_json(arguments, r);
}

bool is_there(const std::string& file) { return ::access(file.c_str(), F_OK) == 0; }

// As SPIN looks for it: behind the model's name, without the folder; then without the name's ending. Last where gyre
// puts the trails of several errors.
std::string trail_name(const SpinCall& call) {
  if (!call.trail_file.empty()) return call.trail_file;
  const std::string& model = call.arguments.model;
  const std::string base = model.substr(model.rfind('/') + 1);
  const std::string usual = fmt::format("{}{}.trail", base, call.trail_number);
  const std::string stem = fmt::format("{}{}.trail", base.substr(0, base.find('.')), call.trail_number);
  const std::string ours = fmt::format("{}.trail.{}", base, call.trail_number);
  if (is_there(usual)) return usual;
  if (is_there(stem)) return stem;
  return !call.trail_number.empty() && is_there(ours) ? ours : usual;
}

}  // namespace

int spin(const std::vector<std::string>& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    put(kHelp);
    return 0;
  }
  SpinCall call = parse(arguments);
  if (call.arguments.model == "-V") {
    put(fmt::format("Spin Version 6.5.2 -- as gyre {} understands it; this is not SPIN\n", version()));
    return 0;
  }
  for (const std::string& n : call.notes) fmt::print(stderr, "gyre spin: note: {}\n", n);
  if (!call.formula.empty()) {
    if (!call.arguments.model.empty())
      throw Error("gyre spin: -f prints a never claim and reads no model; 'gyre check MODEL --ltl FORMULA' checks one");
    const std::string claim = spin_never_claim(call.formula);
    put(claim);
    return 0;
  }
  if (call.verify) return verify(call);
  if (call.generate) {
    load_or_throw(call.arguments);
    fmt::print(stderr, "gyre spin: the model is fine; no verifier is generated: 'gyre spin -run {}' checks it\n",
               call.arguments.model);
    return 0;
  }
  if (call.trail) {
    const std::string name = trail_name(call);
    call.arguments.others = {name};
    return replay(call.arguments, call.plain_prints);
  }
  return simulate(call.arguments);
}

}  // namespace gyre::cli
