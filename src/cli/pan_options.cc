#include "cli/pan_options.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace gyre::cli {

namespace {

bool all_digits(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

// What a macro sets. Null: it has no meaning here and changes no verdict; `why` says so.
struct Macro {
  const char* name;
  void (*set)(PanOptions&, const std::string& value);
  const char* why = "";
};

constexpr const char* kTables = "tables grow by themselves, and nothing is tuned";
constexpr const char* kOrder = "all orders have the same verdict, and the search has its own";
constexpr const char* kDebug = "it is for debugging pan";

const Macro kMacros[] = {
    {"SAFETY", [](PanOptions& o, const std::string&) { o.safety_only = true; }},
    {"NP", [](PanOptions& o, const std::string&) { o.non_progress = true; }},
    {"NOCLAIM", [](PanOptions& o, const std::string&) { o.no_claim = true; }},
    {"NOREDUCE", [](PanOptions& o, const std::string&) { o.no_reduction = true; }},
    {"NOBOUNDCHECK", [](PanOptions& o, const std::string&) { o.no_bounds = true; }},
    {"REACH", [](PanOptions& o, const std::string&) { o.reach = true; }},
    {"BFS", [](PanOptions& o, const std::string&) { o.bfs = o.safety_only = true; }},
    {"BFS_PAR",
     [](PanOptions& o, const std::string&) {
       o.bfs = o.safety_only = true;
       o.cores = "2";
     }},
    {"BFS_DISK", nullptr, "the search is in memory: gyre check has --when-full disk"},
    {"NCORE", [](PanOptions& o, const std::string& value) { o.cores = value; }},
    {"BITSTATE", [](PanOptions& o, const std::string&) { o.bitstate = true; }},
    {"COLLAPSE", [](PanOptions& o, const std::string&) { o.collapse = true; }},
    {"MA", [](PanOptions& o, const std::string& value) { o.automaton = value; }},
    {"HC", [](PanOptions& o, const std::string&) { o.hash_compact = "4"; }},
    {"HC0", [](PanOptions& o, const std::string&) { o.hash_compact = "0"; }},
    {"HC1", [](PanOptions& o, const std::string&) { o.hash_compact = "1"; }},
    {"HC2", [](PanOptions& o, const std::string&) { o.hash_compact = "2"; }},
    {"HC3", [](PanOptions& o, const std::string&) { o.hash_compact = "3"; }},
    {"HC4", [](PanOptions& o, const std::string&) { o.hash_compact = "4"; }},
    {"MEMLIM", [](PanOptions& o, const std::string& value) { o.memory = value; }},
    {"NOSTUTTER",
     [](PanOptions&, const std::string&) {
       throw Error("-DNOSTUTTER is not there: finite executions count as infinite ones that stay where they end");
     }},
    {"NFAIR", nullptr, "fairness is for any number of processes"},
    {"NOFAIR", nullptr, "fairness is asked for by -f alone"},
    {"VECTORSZ", nullptr, "a state has no largest size"},
    {"XUSAFE", nullptr, "xr and xs have no effect: who uses a channel is found out"},
    {"BCS", nullptr, "the search has no bound on context switches"},
    {"RANDOMIZE", nullptr, kOrder},
    {"T_RAND", nullptr, kOrder},
    {"P_RAND", nullptr, kOrder},
    {"T_REVERSE", nullptr, kOrder},
    {"REVERSE", nullptr, kOrder},
    {"PERMUTED", nullptr, kOrder},
    {"P_PERMUTE", nullptr, kOrder},
    {"RHASH", nullptr, kOrder},
    {"MEMCNT", nullptr, kTables},
    {"NOCOMP", nullptr, kTables},
    {"NOVSZ", nullptr, kTables},
    {"NIBIS", nullptr, kTables},
    {"SPACE", nullptr, kTables},
    {"SC", nullptr, kTables},
    {"LC", nullptr, kTables},
    {"FULLSTACK", nullptr, kTables},
    {"CNTRSTACK", nullptr, kTables},
    {"JOINPROCS", nullptr, kTables},
    {"AUTO_RESIZE", nullptr, kTables},
    {"SET_WQ_SIZE", nullptr, kTables},
    {"SET_SEG_SIZE", nullptr, kTables},
    {"GLOB_HEAP", nullptr, kTables},
    {"SEP_STATE", nullptr, kTables},
    {"FULL_TRAIL", nullptr, kTables},
    {"NOFIX", nullptr, kTables},
    {"USE_DISK", nullptr, kTables},
    {"DUAL_CORE", [](PanOptions& o, const std::string&) { o.cores = "2"; }},
    {"QUAD_CORE", [](PanOptions& o, const std::string&) { o.cores = "4"; }},
    {"PRINTF", nullptr, "what the model prints is shown by a replay"},
    {"PUTPID", nullptr, "trails have the model's name"},
    {"CHECK", nullptr, kDebug},
    {"DEBUG", nullptr, kDebug},
    {"SDUMP", nullptr, kDebug},
    {"SVDUMP", nullptr, kDebug},
    {"VERBOSE", nullptr, kDebug},
    {"BCOMP", nullptr, kTables},
};

void set_macro(PanOptions& out, const std::string& text) {
  const size_t eq = text.find('=');
  const std::string name = text.substr(0, eq), value = eq == std::string::npos ? "1" : text.substr(eq + 1);
  const auto* at = std::find_if(std::begin(kMacros), std::end(kMacros), [&](const Macro& m) { return name == m.name; });
  if (at == std::end(kMacros)) throw PanUsage(fmt::format("-D{} is no macro of pan", text));
  out.compiled.push_back(text);
  if (at->set == nullptr) {
    out.notes.push_back(fmt::format("-D{} has no meaning here: {}", text, at->why));
    return;
  }
  if ((name == "MA" || name == "NCORE" || name == "MEMLIM") && !all_digits(value))
    throw PanUsage(fmt::format("-D{} needs a number", text));
  at->set(out, value);
}

// An option of one letter, with what stands behind it.
void set_option(PanOptions& out, const std::string& a, const std::string& rest) {
  const auto none = [&](const char* why) { out.notes.push_back(fmt::format("{} has no meaning here: {}", a, why)); };
  const auto number = [&](std::string& to) {
    if (!all_digits(rest)) throw PanUsage("saw option " + a);
    to = rest;
  };
  switch (a[1]) {
    case 'a':
    case 'l':
      if (out.safety_only) throw PanUsage(fmt::format("saw option {}: it is disabled by -DSAFETY", a));
      if (a[1] == 'l' && !out.non_progress) throw PanUsage("error: -l not available (compile with -DNP)");
      if (a[1] == 'l') out.cycles = true;
      if (a[1] == 'a' && out.non_progress)
        none("-DNP looks for non-progress cycles");
      else if (a[1] == 'a')
        out.acceptance = true;
      return;
    case 'f':
      if (out.safety_only) throw PanUsage(fmt::format("saw option {}: it is disabled by -DSAFETY", a));
      out.fair = true;
      return;
    case 'A': out.no_assertions = true; return;
    case 'b': out.depth_is_error = true; return;
    case 'c': return number(out.errors);
    case 'C':
      out.does = PanOptions::Does::replay;
      out.columns = true;
      return;
    case 'D': out.does = PanOptions::Does::dot; return;
    case 'd': out.does = PanOptions::Does::tables; return;
    case 'e': out.each_error = true; return;
    case 'E': out.no_deadlocks = true; return;
    case 'g':
    case 'P': out.does = PanOptions::Does::replay; return;
    case 'G':
    case 'M': return none("the bit array is sized by -w");
    case 'h': return none("the hash function of a table changes no verdict");
    case 'i':
    case 'I': out.shorten = true; return;
    case 'J': out.inner_unless = true; return;
    case 'k': return number(out.hashes);
    case 'm': return number(out.depth);
    case 'n': out.no_unreached = true; return;
    case 'p': return none(kOrder);
    case 'q': throw Error("-q is not there: channels may have messages in a valid end state");
    case 'Q': return number(out.minutes);
    case 'R': return none(kOrder);
    case 'r':
      out.does = PanOptions::Does::replay;
      out.replayed = rest;
      return;
    case 'S':
      out.does = PanOptions::Does::replay;
      out.silent = true;
      return;
    case 's': out.hashes = "1"; return;
    case 'T': out.read_only = true; return;
    case 't':
      if (rest == "_reverse") return none(kOrder);
      if (rest.empty() || rest.find('/') != std::string::npos) throw PanUsage("saw option " + a);
      out.suffix = rest;
      return;
    case 'u':
    case 'z':
    case 'Z':
    case 'Y':
    case 'X': return none("it tunes pan");
    case 'V': out.does = PanOptions::Does::version; return;
    case 'v': return;  // files are named in any case
    case 'w': return number(out.bits);
    case 'x': out.keep_trail = true; return;
    case '?': throw PanUsage("");
  }
  throw PanUsage("saw option " + a);
}

}  // namespace

bool is_pan_macro(const std::string& name) {
  return std::any_of(std::begin(kMacros), std::end(kMacros), [&](const Macro& m) { return name == m.name; });
}

std::vector<std::string> pan_macros() {
  std::vector<std::string> out;
  for (const Macro& m : kMacros) out.emplace_back(m.name);
  return out;
}

PanOptions pan_options(const std::vector<std::string>& macros, const std::vector<std::string>& options) {
  PanOptions out;
  for (const std::string& m : macros) set_macro(out, m);
  if (out.non_progress && (out.safety_only || out.bfs))
    throw PanUsage("error: -DNP does not go with -DSAFETY and -DBFS: non-progress cycles are looked for depth-first");
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string& a = options[i];
    if (a.size() < 2 || a[0] != '-') {
      if (out.does != PanOptions::Does::replay) throw PanUsage("saw option " + a);
      out.replayed = a;
      continue;
    }
    const std::string rest = a.substr(2);
    const bool takes_next = (a == "-N" || a == "-k") && i + 1 < options.size();
    if (a[1] == 'N') {
      if (rest.empty() && !takes_next) throw PanUsage("saw option -N: which claim?");
      out.claim = rest.empty() ? options[++i] : rest;
    } else if (a == "-k" && takes_next && all_digits(options[i + 1])) {
      out.hashes = options[++i];
    } else if (a == "-hash" || a == "-rhash") {
      out.notes.push_back(fmt::format("{} has no meaning here: {}", a, kOrder));
    } else {
      set_option(out, a, rest);
    }
  }
  if (out.fair && !out.acceptance && !out.cycles) throw PanUsage("error: -f requires the use of -a or -l");
  return out;
}

}  // namespace gyre::cli
