// `gyre spin`: SPIN's own command line, so that a script that calls spin keeps working. Options that only tune pan's
// tables or its C compiler are named in a note, because they have no meaning here; others that we do not have are
// refused. The exit status is gyre's.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "api/check.h"
#include "api/options.h"
#include "api/version.h"
#include "automata/ltl_command.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/show.h"
#include "cli/trails.h"
#include "trace/simulate.h"
#include "trace/write_file.h"

namespace gyre::cli {

namespace {

constexpr const char* kHelp =
    R"(gyre spin [options] MODEL
  SPIN's own command line, as far as it has a meaning here; the exit status is that of 'gyre check'

  -a                       read the model; no verifier is made
  -run, -search            verify, with the options of spin and pan behind it:
      -a -l -f             acceptance cycles, non-progress cycles, weak fairness
      -ltl NAME, -N NAME   this claim (else the first one); -noclaim: none
      -A -E                ignore assertions, invalid end states
      -bfs -i -I -J -mN -cN -e -n -bitstate -hc -collapse -noreduce -o1 -o2 -o3, and -D... of pan's compilation
  -t -tN -k FILE           replay a trail: MODEL.trail, MODELN.trail, FILE; -T: what is printed is not indented
  (none of these)          simulate: -i, -nN (seed), -uN (steps), -p -g -l -r -s -c -M
  -f FORMULA, -F FILE      print a never claim
  -DX -UX -IDIR -m -o7     of the model
  --json FILE              with -run: gyre's report

docs/from-spin.md says what other options become.
)";

struct SpinCall {
  plan::Settings options;
  bool verify = false;    // -run, -search
  bool generate = false;  // -a
  bool trail = false;     // -t
  bool all_steps = false;
  bool plain_prints = false;  // -T
  bool cycles = false;        // -run -a
  bool no_claim = false;      // -run -noclaim
  bool reach = false;         // -DREACH
  std::string trail_number;
  std::string formula;  // -f, -F
  std::vector<std::string> notes;
};

bool all_digits(const std::string& s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string::npos; }

// Options of the verifier, behind -run or -search.
bool verifier_option(SpinCall& call, const std::string& a) {
  plan::Settings& o = call.options;
  const std::string rest = a.size() > 2 ? a.substr(2) : "";
  if (a == "-bfs") {
    o.search = plan::Search::bfs;
    return true;
  }
  if (a == "-noreduce" || a == "-DNOREDUCE") {
    o.por = plan::Switch::off;
    return true;
  }
  if (a == "-noclaim" || a == "-DNOCLAIM") {
    call.no_claim = true;
    return true;
  }
  if (a == "-safety" || a == "-DSAFETY") return true;  // a claim is checked in full, cycles and all
  if (a == "-i" || a == "-I") {
    o.shorten = true;
    return true;
  }
  if (a == "-E") {
    o.ignore.push_back(model::ErrorKind::deadlock);
    return true;
  }
  if (a == "-A") {
    o.ignore.push_back(model::ErrorKind::assertion);
    return true;
  }
  if (a == "-J") {
    o.unless_order = plan::UnlessOrder::inner;
    return true;
  }
  if (a == "-a") {
    call.cycles = true;
    return true;
  }
  if (a == "-l" || a == "-DNP") {
    o.non_progress = true;
    return true;
  }
  if (a == "-f") {
    o.fairness = plan::Fairness::weak;
    return true;
  }
  if (a == "-bitstate" || a == "-DBITSTATE" || a == "-hc" || a == "-DHC") {
    o.store = a == "-hc" || a == "-DHC" ? plan::Store::hash_compact : plan::Store::bitstate;
    return true;
  }
  if (a == "-collapse" || a == "-DCOLLAPSE") {
    o.store = plan::Store::collapse;
    return true;
  }
  if (a == "-e") {
    o.errors = 0;
    return true;
  }
  if (a == "-n") {
    o.unreached = plan::Switch::off;
    return true;
  }
  if (a.rfind("-m", 0) == 0 && all_digits(rest)) {
    o.depth = std::stoull(rest);
    return true;
  }
  if (a.rfind("-c", 0) == 0 && all_digits(rest)) {
    o.errors = std::stoull(rest);
    return true;
  }
  if (a == "-DBFS") {
    o.search = plan::Search::bfs;
    return true;
  }
  if (a == "-DREACH") {
    call.reach = true;
    return true;
  }
  if (a == "-DNOFAIR") return true;  // fairness is asked for by -f only
  if (a.rfind("-DVECTORSZ", 0) == 0 || a.rfind("-w", 0) == 0 || a.rfind("-O", 0) == 0 || a.rfind("-M", 0) == 0) {
    call.notes.push_back(fmt::format("{} has no meaning here: tables grow by themselves and nothing is compiled", a));
    return true;
  }
  if (a.rfind("-DMEMLIM=", 0) == 0) {
    api::set_option(o, "memory", a.substr(9) + "M");
    return true;
  }
  for (const char* planned : {"-b", "-DMA", "-k", "-h", "-p_permute", "-swarm"}) {
    if (a.rfind(planned, 0) == 0) throw Error(fmt::format("gyre spin: {} belongs to a part that is not there yet", a));
  }
  return false;
}

// As in SPIN the formula is the first line of the file.
std::string formula_in(const std::string& path) {
  const std::string text = trace::read_file(path);
  const std::string line = text.substr(0, text.find('\n'));
  if (line.find_first_not_of(" \t\r") == std::string::npos)
    throw Error(path + ": there is no formula in the first line");
  return line;
}

SpinCall parse(const std::vector<std::string>& arguments) {
  SpinCall call;
  plan::Settings& o = call.options;
  o.lang = plan::Language::promela;
  o.show = plan::Shown::changes;
  bool globals = false, locals = false, sends = false, receives = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    const std::string rest = a.size() > 2 ? a.substr(2) : "";
    if (a.empty() || a[0] != '-') {
      if (!o.model.empty()) throw Error(fmt::format("gyre spin: more than one model: '{}' and '{}'", o.model, a));
      o.model = a;
    } else if (a == "-run" || a == "-search") {
      call.verify = true;
    } else if (a == "--json" && i + 1 < arguments.size()) {
      o.json = arguments[++i];
    } else if (a.rfind("-D", 0) == 0 && call.verify && verifier_option(call, a)) {
    } else if (a.rfind("-D", 0) == 0) {
      o.define.push_back(rest);
    } else if (a.rfind("-U", 0) == 0) {
      o.undefine.push_back(rest);
    } else if (a.rfind("-I", 0) == 0 && !rest.empty()) {
      o.include.push_back(rest);
    } else if (call.verify && (a == "-ltl" || a == "-N")) {
      if (i + 1 >= arguments.size()) throw Error(fmt::format("gyre spin: {} needs the name of a claim", a));
      o.property.push_back(arguments[++i]);
      call.cycles = true;
    } else if (call.verify && verifier_option(call, a)) {
    } else if (a == "-a") {
      call.generate = true;
    } else if (a == "-f" || a == "-F") {
      if (i + 1 >= arguments.size())
        throw Error(fmt::format("gyre spin: {} needs a {}", a, a == "-f" ? "formula" : "file"));
      call.formula = a == "-f" ? arguments[++i] : formula_in(arguments[++i]);
    } else if (a == "-i") {
      o.interactive = true;
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
      o.messages = plan::Messages::columns;
    } else if (a == "-M") {
      o.messages = plan::Messages::svg;
      if (o.output.empty()) o.output = "msc.svg";
    } else if (a == "-m") {
      o.message_loss = true;
    } else if (a == "-B" || a == "-b" || a == "-h" || a == "-v" || a == "-w" || a == "-X" || a == "-Y") {
      call.notes.push_back(fmt::format("{} has no meaning here", a));
    } else if (a.rfind("-n", 0) == 0 && all_digits(rest)) {
      o.seed = std::stoull(rest);
    } else if (a.rfind("-u", 0) == 0 && all_digits(rest)) {
      o.steps = std::stoull(rest);
    } else if (a.rfind("-t", 0) == 0 && (rest.empty() || all_digits(rest))) {
      call.trail = true;
      call.trail_number = rest;
    } else if (a == "-k" && i + 1 < arguments.size()) {
      call.trail = true;
      o.trail = arguments[++i];
    } else if (a == "-o7") {
      o.old_semicolons = true;
    } else if (a == "-o1" || a == "-o2" || a == "-o3") {
      o.merge = plan::Switch::off;
    } else if (a == "-o4" || a == "-o5") {
      call.notes.push_back(fmt::format("{} has no meaning here", a));
    } else if (a == "-V" || a == "--version") {
      o.model = "-V";
    } else {
      throw Error(fmt::format("gyre spin: {} is not there; see 'gyre spin --help'", a));
    }
  }
  if (!call.formula.empty()) return call;
  if (o.model.empty()) throw Error("gyre spin: which model?");
  if (globals && locals)
    o.show = plan::Shown::all;
  else if (globals)
    o.show = plan::Shown::globals;
  else if (locals)
    o.show = plan::Shown::locals;
  if (sends || receives)
    o.only = sends && receives ? plan::Steps::messages : sends ? plan::Steps::sends : plan::Steps::receives;
  else if (!call.all_steps && !globals && !locals && o.messages == plan::Messages::none)
    o.only = plan::Steps::prints;
  return call;
}

// The lines of pan's report that scripts look for: one report, of the claim if there is one, with the errors of all.
void print_like_pan(const report::Report& r, bool fair) {
  const char* fairness = fair ? "+ (fairness enabled)" : "+ (fairness disabled)";
  int number = 1;
  uint64_t errors = 0;
  const report::Property* safety = nullptr;
  const report::Property* last = nullptr;
  bool cycles = false;
  for (const report::Property& p : r.properties) {
    if (!p.searched && p.verdict != report::Verdict::holds) {
      put(fmt::format("error: '{}' was not checked: {}\n", p.name, p.reason));
      continue;
    }
    if (p.searched) last = &p;
    if (p.kind == "safety") safety = &p;
    cycles |= p.kind != "safety" && p.kind != "non-progress";
    errors += p.errors;
    for (const report::Violation& v : p.violations) {
      const std::string what = v.error == "deadlock" ? "invalid end state" : v.message;
      put(fmt::format("pan:{}: {} (at depth {})\n", number++, what, v.length > 0 ? v.length - 1 : 0));
      if (!v.spin_trail.empty()) put(fmt::format("pan: wrote {}\n", v.spin_trail));
    }
    if (p.searched && !p.search.complete && p.violations.empty()) put(fmt::format("error: {}\n", p.reason));
  }
  if (last != nullptr) {
    const report::SearchInfo& s = last->search;
    put(fmt::format(
        "\nFull statespace search for:\n\tnever claim         \t{}\n\tassertion violations\t{}\n\tacceptance   cycles "
        "\t{}\n\tinvalid end "
        "states\t{}\n\n",
        last->kind == "ltl" || last->kind == "claim" ? fmt::format("+ ({})", last->name) : "- (none specified)",
        safety ? "+" : "-", cycles ? fairness : "- (not selected)", safety ? "+" : "-"));
    put(fmt::format("State-vector {} byte, depth reached {}, errors: {}\n", s.vector_bytes, s.depth, errors));
    put(fmt::format(
        "{:>9} states, stored\n{:>9} states, matched\n{:>9} transitions (= stored+matched)\n{:>9} atomic steps\n\n",
        s.states, s.matched, s.transitions, s.atomic_steps));
  }
  for (const report::Property& p : r.properties)
    put(fmt::format("verdict: {}: {} ({})\n", p.name, report::verdict_name(p.verdict), p.reason));
}

// Several trails are called as pan calls them: m.pml.trail.2 becomes m.pml2.trail.
void rename_trails(report::Report& r, const std::string& name) {
  for (report::Property& p : r.properties) {
    for (report::Violation& v : p.violations) {
      if (v.spin_trail.size() <= name.size() + 1) continue;
      const std::string number = v.spin_trail.substr(name.size() + 1);
      const std::string as_pan = name.substr(0, name.size() - std::strlen(".trail")) + number + ".trail";
      if (std::rename(v.spin_trail.c_str(), as_pan.c_str()) == 0) v.spin_trail = as_pan;
    }
  }
}

int verify(const SpinCall& call) {
  plan::Settings o = call.options;
  o.safety = true;
  o.trail = "none";
  if (o.search == plan::Search::automatic && !o.shorten && !o.shortest)
    o.search = plan::Search::dfs;  // the depth is part of what spin prints
  const size_t slash = o.model.rfind('/');
  o.spin_trail = (slash == std::string::npos ? o.model : o.model.substr(slash + 1)) + ".trail";
  api::Loaded loaded = load_or_throw(o);
  // As in pan the first claim always takes part. Without one -a is about the labels.
  if (o.property.empty() && !o.non_progress) {
    if (!call.no_claim && !loaded.program->properties.empty())
      o.property.push_back(loaded.program->properties[0].name);
    else
      o.acceptance = call.cycles;
  }
  // Compiled with REACH pan goes on behind a state that it met before on a longer way: complete up to the bound. (Of
  // claims the search is that of pan without it.)
  if (call.reach && o.depth > 0 && o.search == plan::Search::dfs && o.property.empty() && !o.acceptance &&
      !o.non_progress)
    o.search = plan::Search::bounded;
  std::atomic<bool> never{false};
  report::Report r = api::check(o, loaded, 0, never, {});
  write_trails(o, r);
  rename_trails(r, o.spin_trail);
  for (const std::string& warning : r.warnings) fmt::print(stderr, "gyre: {}\n", warning);
  print_like_pan(r, o.fairness != plan::Fairness::none);
  return write_json(o, r);
}

bool is_there(const std::string& file) { return ::access(file.c_str(), F_OK) == 0; }

// As SPIN looks for it: behind the model's name, without the folder; then without the name's ending. Last where gyre
// puts the trails of several errors.
std::string trail_name(const SpinCall& call) {
  if (!call.options.trail.empty()) return call.options.trail;
  const std::string& model = call.options.model;
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
  if (call.options.model == "-V") {
    put(fmt::format("Spin Version 6.5.2 -- as gyre {} understands it; this is not SPIN\n", api::kVersion));
    return 0;
  }
  for (const std::string& n : call.notes) fmt::print(stderr, "gyre spin: note: {}\n", n);
  if (!call.formula.empty()) {
    if (!call.options.model.empty())
      throw Error("gyre spin: -f prints a never claim and reads no model; 'gyre check MODEL --ltl FORMULA' checks one");
    const std::string claim = automata::spin_command(call.formula);
    put(claim);
    return 0;
  }
  if (call.verify) return verify(call);
  if (call.generate) {
    load_or_throw(call.options);
    fmt::print(stderr, "gyre spin: the model is fine; no verifier is generated: 'gyre spin -run {}' checks it\n",
               call.options.model);
    return 0;
  }
  if (call.trail) {
    const std::string name = trail_name(call);
    call.options.arguments = {name};
    return replay(call.options, call.plain_prints);
  }
  return simulate(call.options);
}

}  // namespace gyre::cli
