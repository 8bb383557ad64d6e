// `gyre spin`: SPIN's own command line, so that a script that calls spin keeps working. Options that only tune pan's
// tables or its C compiler are named in a note, because they have no meaning here; others that we do not have are
// refused. The exit status is gyre's.
#include "cli/spin.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include <gyre/automaton.h>
#include <gyre/check.h>
#include <gyre/stepper.h>
#include <gyre/symbols.h>
#include <gyre/trail.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/pan_search.h"
#include "cli/show.h"

namespace gyre::cli {

namespace {

constexpr const char* kHelp =
    R"(gyre spin [options] MODEL
  SPIN's own command line, as far as it has a meaning here; the exit status is that of 'gyre check'

  -a                       write pan.c and pan.h, a verifier that calls gyre
  -run, -search            verify, with the options of spin and pan behind it:
      -a -l -f             acceptance cycles, non-progress cycles, weak fairness
      -ltl NAME, -N NAME   this claim (else the first one); -noclaim: none
      -A -E                ignore assertions, invalid end states
      -bfs -i -I -J -mN -cN -e -n -bitstate -wN -kN -swarmN,M -hc -collapse -noreduce -o1 -o2 -o3, and -D... of
      pan's compilation
  -t -tN -k FILE           replay a trail: MODEL.trail, MODELN.trail, FILE; -T: what is printed is not indented
  (none of these)          simulate: -i, -nN (seed), -uN (steps), -p -g -l -r -s -c -M
  -f FORMULA, -F FILE      print a never claim
  -link FILE               with -run: a C file, an object file or a library for embedded C, which runs without asking
  -DX -UX -IDIR -m -o7     of the model
  --json FILE              with -run: gyre's report

docs/from-spin.md says what other options become.
)";

struct SpinCall {
  Arguments arguments;
  bool verify = false;    // -run, -search
  bool generate = false;  // -a
  bool trail = false;     // -t
  bool all_steps = false;
  bool chart = false;         // -c, -M: messages are shown, and nothing else
  bool plain_prints = false;  // -T
  bool globals = false, locals = false, sends = false, receives = false, all_values = false;  // -g -l -s -r -w
  bool no_end = false;                                                                        // -B
  uint64_t skipped = 0;                                                                       // -jN
  enum class Prints { nothing, symbols, warnings } prints = Prints::nothing;                  // -d, -A
  bool product = false;                                                                       // -e, -L
  std::vector<std::string> macros, options;                                                   // of pan, behind -run
  std::string swarm;         // -swarm, -biterate: how many searches
  std::string trail_number;  // -tN
  std::string trail_file;    // -k
  std::string formula;       // -f, -F
  std::vector<std::string> notes;
};

bool all_digits(const std::string& s) { return !s.empty() && s.find_first_not_of("0123456789") == std::string::npos; }

bool is_esml(const std::string& model) { return model.size() > 5 && model.substr(model.size() - 5) == ".esml"; }

// -swarmN,M and -biterateN,M: N searches, every M of which have a larger bit array. Here all have the same one.
void swarm(SpinCall& call, const std::string& a) {
  const std::string numbers = a.substr(a[1] == 's' ? std::strlen("-swarm") : std::strlen("-biterate"));
  const size_t comma = numbers.find(',');
  const std::string count = numbers.substr(0, comma);
  const bool fits =
      (count.empty() || all_digits(count)) && (comma == std::string::npos || all_digits(numbers.substr(comma + 1)));
  if (!fits) throw Error(fmt::format("gyre spin: {} is not -swarmN,M", a));
  call.swarm = count.empty() ? "default" : count;
  if (comma != std::string::npos)
    call.notes.push_back(fmt::format("{}: all searches have bit arrays of one size; -wN sets it", a));
}

// Options of SPIN behind -run that are macros of pan.
constexpr std::pair<const char*, const char*> kMacroOptions[] = {
    {"-bfs", "BFS"},           {"-bfspar", "BFS_PAR"},
    {"-dfspar", "NCORE=2"},    {"-bitstate", "BITSTATE"},
    {"-collapse", "COLLAPSE"}, {"-hc", "HC4"},
    {"-noclaim", "NOCLAIM"},   {"-noreduce", "NOREDUCE"},
    {"-safety", "SAFETY"},     {"-p_permute", "P_PERMUTE"},
    {"-bcs", "BCS"},
};

// Options behind -run: those of pan, and those that stand for a macro of its compilation.
bool verifier_option(SpinCall& call, const std::vector<std::string>& arguments, size_t& i) {
  const std::string& a = arguments[i];
  for (const auto& [option, macro] : kMacroOptions) {
    if (a != option) continue;
    call.macros.emplace_back(macro);
    return true;
  }
  if (a.starts_with("-swarm") || a.starts_with("-biterate")) {
    swarm(call, a);
    return true;
  }
  if (a == "-ltl" || a == "-N") {
    if (i + 1 >= arguments.size()) throw Error(fmt::format("gyre spin: {} needs the name of a claim", a));
    call.options.insert(call.options.end(), {"-N", arguments[++i], "-a"});
    return true;
  }
  if (a.starts_with("-D")) {
    const std::string macro = a.substr(2);
    if (is_pan_macro(macro.substr(0, macro.find('=')))) call.macros.push_back(macro);
    return false;  // it may be a macro of the model as well
  }
  if (a.starts_with("-O") && a.size() == 3) {
    call.notes.push_back(fmt::format("{} has no meaning here: nothing is compiled", a));
    return true;
  }
  if (a.starts_with("-o") || a.starts_with("-U") || (a.starts_with("-I") && a.size() > 2) || a == "-B" || a == "-V" ||
      a.starts_with("--"))
    return false;
  if (a == "-l") call.macros.emplace_back("NP");
  call.options.push_back(a);
  if (a == "-k" && i + 1 < arguments.size() && all_digits(arguments[i + 1])) call.options.push_back(arguments[++i]);
  return true;
}

// As in SPIN the formula is the first line of the file.
std::string formula_in(const std::string& path) {
  const std::string text = read_file(path);
  const std::string line = text.substr(0, text.find('\n'));
  if (line.find_first_not_of(" \t\r") == std::string::npos)
    throw Error(path + ": there is no formula in the first line");
  return line;
}

bool is_there(const std::string& file) { return ::access(file.c_str(), F_OK) == 0; }

SpinCall parse(const std::vector<std::string>& arguments) {
  SpinCall call;
  Settings& o = call.arguments.settings;
  o.keep("lang", "promela");
  std::string folder;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    const std::string rest = a.size() > 2 ? a.substr(2) : "";
    if (a.empty() || a[0] != '-') {
      std::string& model = call.arguments.model;
      if (!model.empty()) throw Error(fmt::format("gyre spin: more than one model: '{}' and '{}'", model, a));
      model = a;
      if (!is_esml(a)) o.keep("embedded-c");  // spin compiles a model's C without asking
    } else if (a == "-run" || a == "-search") {
      call.verify = true;
    } else if (a == "--folder" && i + 1 < arguments.size()) {
      folder = arguments[++i];
    } else if (call.verify && a == "-link" && i + 1 < arguments.size()) {
      o.keep("c-link", arguments[++i]);
    } else if (a == "--json" && i + 1 < arguments.size()) {
      o.keep("json", arguments[++i]);
    } else if (call.verify && verifier_option(call, arguments, i)) {
    } else if (a.rfind("-D", 0) == 0) {
      o.keep("D", rest);
    } else if (a.rfind("-U", 0) == 0) {
      o.keep("U", rest);
    } else if (a.rfind("-I", 0) == 0 && !rest.empty()) {
      o.keep("I", rest);
    } else if (a == "-a") {
      call.generate = true;
    } else if (a == "-f" || a == "-F") {
      if (i + 1 >= arguments.size())
        throw Error(fmt::format("gyre spin: {} needs a {}", a, a == "-f" ? "formula" : "file"));
      call.formula = a == "-f" ? arguments[++i] : formula_in(arguments[++i]);
    } else if (a == "-N") {
      if (i + 1 >= arguments.size()) throw Error("gyre spin: -N needs the file of a never claim");
      call.arguments.appended = arguments[++i];
    } else if (a == "-i") {
      o.keep("interactive");
    } else if (a == "-p") {
      call.all_steps = true;
    } else if (a == "-g") {
      call.globals = true;
    } else if (a == "-l") {
      call.locals = true;
    } else if (a == "-s") {
      call.sends = true;
    } else if (a == "-r") {
      call.receives = true;
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
    } else if (a == "-w") {
      call.all_values = true;
    } else if (a == "-B") {
      call.no_end = true;
    } else if (a == "-d") {
      call.prints = SpinCall::Prints::symbols;
    } else if (a == "-A") {
      call.prints = SpinCall::Prints::warnings;
    } else if (a == "-e" || a == "-L") {
      call.product = true;
    } else if (a.rfind("-j", 0) == 0 && all_digits(rest)) {
      call.skipped = std::stoull(rest);
    } else if (a == "-h" || a == "-v" || a == "-X" || a == "-Y" || a == "-Z" || a == "-W" || a == "-x") {
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
  std::string& model = call.arguments.model;
  if (!folder.empty() && !model.starts_with("/") && !is_there(model)) model = folder + "/" + model;
  if (!call.formula.empty() && (call.verify || call.generate)) {
    o.keep("ltl", "! (" + call.formula + ")");  // a never claim is of what must not happen
    call.formula.clear();
  }
  if (!call.formula.empty()) return call;
  if (model.empty()) throw Error("gyre spin: which model?");
  return call;
}

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

PanCall pan_call(const SpinCall& call) {
  PanCall out;
  out.arguments = call.arguments;
  out.macros = call.macros;
  out.options = call.options;
  out.swarm = call.swarm;
  out.by_spin = true;
  return out;
}

TextOptions text_of(const SpinCall& call) {
  TextOptions out;
  out.as_spin = true;
  out.steps = call.all_steps;
  out.globals = call.globals;
  out.locals = call.locals;
  out.sends = call.sends;
  out.receives = call.receives;
  out.all_values = call.all_values;
  out.plain_output = call.plain_prints;
  return out;
}

// spin -t
int show_trail(const SpinCall& call) {
  const Model model = load_or_throw(call.arguments);
  const Trail run = follow(model, call.arguments.others[0]);
  put(run.trace.text(text_of(call)));
  if (run.doubt.empty()) return 0;
  flush();
  throw Error(run.doubt);
}

// A random simulation, as SPIN prints it.
int simulate_as_spin(const SpinCall& call) {
  const Model model = load_or_throw(call.arguments);
  StepperOptions options;
  options.history = false;
  options.max_steps = call.arguments.number("steps");
  options.text = text_of(call);
  size_t created = 0;
  uint64_t steps = 0;
  options.listener = [&](const Step& step, const std::string& text) {
    created += step.statement.find("run ") != std::string::npos ? 1 : 0;
    if (++steps > call.skipped) put(text);
  };
  Stepper stepper(model, options);
  for (const ProcessState& p : stepper.processes()) {
    ++created;
    if (!call.all_steps) continue;
    put(fmt::format("  0:\tproc  - (:root:) creates proc {:>2} ({})\n", p.pid,
                    p.process == "init" ? ":init:" : p.process));
  }
  stepper.run(call.arguments.has("seed") ? call.arguments.number("seed") : 1);
  switch (stepper.end()) {
    case End::deadlock:
    case End::valid: put("      timeout\n"); break;
    case End::limit: put(fmt::format("-------------\ndepth-limit (-u{} steps) reached\n", options.max_steps)); break;
    case End::none:
    case End::finished:
    case End::error: break;
  }
  if (!call.no_end) {
    if (stepper.end() != End::finished) put(stepper.state_text());
    put(fmt::format("{} process{} created\n", created, created == 1 ? "" : "es"));
  }
  return stepper.end() == End::deadlock || stepper.end() == End::error ? 1 : 0;
}

// spin -d: the names of the model, one in a line. What is local has the name of its process.
int print_symbols(const Arguments& arguments) {
  load_or_throw(arguments);
  const Symbols all = symbols_of(arguments.model, read_file(arguments.model), arguments.settings);
  for (const Symbol& s : all.symbols) {
    const bool process = s.kind == SymbolKind::process, variable = s.kind == SymbolKind::variable;
    const bool parameter = s.kind == SymbolKind::parameter;
    if (!process && !variable && !parameter && s.kind != SymbolKind::constant) continue;
    const std::string first = s.text.substr(0, s.text.find(' '));
    const std::string type = process ? "proctype" : s.kind == SymbolKind::constant ? "mtype" : first;
    const size_t bracket = s.text.find('[');
    const bool array = variable && type != "chan" && bracket != std::string::npos;
    const std::string name = array ? s.name + s.text.substr(bracket, s.text.find(']') - bracket + 1) : s.name;
    const std::string owner =
        s.parent == Symbol::kNone ? ":global:" : all.symbols.at(static_cast<size_t>(s.parent)).name;
    const char* kind = array                            ? "array"
                       : parameter                      ? "parameter"
                       : s.kind == SymbolKind::constant ? "constant"
                                                        : "variable";
    put(fmt::format("{:<6}\t{}\t0\t<{}>\t<{}>\n", type, name, owner, kind));
  }
  return 0;
}

// spin -A: what of the model is of no use for its properties.
int print_warnings(const Arguments& arguments) {
  Arguments with = arguments;
  with.settings.keep("warn", "all");
  const Model model = Model::from_file(with.model, with.settings);
  if (!model.ok()) throw Error(model.diagnostics_text());
  put(model.diagnostics_text());
  if (model.diagnostics().empty()) put("spin: no redundancies found (for given property)\n");
  return 0;
}

// spin -a
int generate(const SpinCall& call, const std::vector<std::string>& arguments) {
  const Model model = load_or_throw(call.arguments);
  if (call.product && model.properties().size() > 1) {
    throw Error(
        "gyre spin: -e and -L make one claim of several, which is not there: each claim has a verdict of its "
        "own, with ./pan -a -N name");
  }
  for (const StatedProperty& p : model.properties()) {
    if (p.kind == "ltl") put(fmt::format("ltl {}: {}\n", p.name, p.formula));
  }
  write_pan(model, arguments);
  return 0;
}

// How a pan.c calls us: --pan FINGERPRINT, what `spin -a` was given, --folder DIR, --compiled, macros of pan, --run,
// and what ./pan was given. The exit status is that of pan, which tells of errors in what it prints alone.
int as_pan(const std::vector<std::string>& arguments) {
  const auto compiled = std::find(arguments.begin(), arguments.end(), "--compiled");
  const auto run = std::find(compiled, arguments.end(), "--run");
  constexpr size_t kFirst = 2;
  if (arguments.size() < kFirst || run == arguments.end()) throw Error("gyre spin --pan is for a pan.c alone");
  const std::vector<std::string> made_with(arguments.begin() + kFirst, compiled);
  PanCall call = pan_call(parse(made_with));
  call.fingerprint = arguments[1];
  call.by_spin = false;
  for (auto at = compiled + 1; at != run; ++at)
    call.macros.push_back(at->ends_with("=1") ? at->substr(0, at->size() - 2) : *at);
  call.options.assign(run + 1, arguments.end());
  try {
    const int status = pan(call);
    constexpr int kHolds = 0, kViolated = 1, kInconclusive = 3;
    return status == kViolated || status == kInconclusive ? kHolds : status;
  } catch (const PanUsage& e) {
    put(fmt::format("{}\n{}", e.what(), pan_usage()));
    return 1;
  }
}

}  // namespace

int spin(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments[0] == "--pan") return as_pan(arguments);
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end()) {
    put(kHelp);
    return 0;
  }
  SpinCall call = parse(arguments);
  if (call.arguments.model == "-V") {
    put(fmt::format("Spin Version {} -- as gyre {} understands it; this is not SPIN\n", kSpinVersion, version()));
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
  if (call.verify) return pan(pan_call(call));
  if (call.generate) return generate(call, arguments);
  switch (call.prints) {
    case SpinCall::Prints::nothing: break;
    case SpinCall::Prints::symbols: return print_symbols(call.arguments);
    case SpinCall::Prints::warnings: return print_warnings(call.arguments);
  }
  if (call.trail) {
    call.arguments.others = {trail_name(call)};
    return call.chart ? replay(call.arguments, call.plain_prints) : show_trail(call);
  }
  if (!call.chart && !call.arguments.has("interactive")) return simulate_as_spin(call);
  return simulate(call.arguments);
}

int spin_by_name(const std::vector<std::string>& arguments) {
  const int status = spin(arguments);
  constexpr int kViolated = 1, kInconclusive = 3;
  return status == kViolated || status == kInconclusive ? 0 : status;
}

int spin_replay(const Arguments& arguments, const std::string& trail, const PanOptions& options) {
  SpinCall call;
  call.arguments = arguments;
  (all_digits(trail) ? call.trail_number : call.trail_file) = trail;
  call.arguments.others = {trail_name(call)};
  if (options.columns) {
    call.arguments.settings.keep("messages", "columns");
    return replay(call.arguments, true);
  }
  call.all_steps = call.locals = !options.silent;
  call.plain_prints = true;
  return show_trail(call);
}

}  // namespace gyre::cli
