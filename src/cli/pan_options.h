// The command line of pan, SPIN's verifier, and the macros it is compiled with: what each means here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gyre/error.h>

namespace gyre::cli {

// What pan answers with its usage.
class PanUsage : public Error {
 public:
  using Error::Error;
};

struct PanOptions {
  enum class Does { search, replay, tables, dot, version };
  Does does = Does::search;

  // What is looked for:
  bool safety_only = false;   // -DSAFETY
  bool acceptance = false;    // -a
  bool if_labels = false;     // without -a: acceptance cycles where there are labels for them
  bool non_progress = false;  // -DNP
  bool cycles = false;        // -l
  bool fair = false;          // -f
  bool no_claim = false;      // -DNOCLAIM
  bool no_assertions = false, no_deadlocks = false, no_bounds = false;  // -A, -E, -DNOBOUNDCHECK
  bool depth_is_error = false;                                          // -b
  std::string claim;                                                    // -N
  // How:
  bool bfs = false, reach = false, no_reduction = false, shorten = false, inner_unless = false;
  std::string depth, errors = "1", bits, hashes, minutes, memory, cores, automaton, hash_compact, swarm;
  bool bitstate = false, collapse = false;
  // What is written:
  bool each_error = false, keep_trail = false, read_only = false, no_unreached = false;
  std::string suffix = "trail";  // -tSUFFIX
  std::string replayed;          // -rN, -r FILE
  bool columns = false, silent = false;

  std::vector<std::string> compiled;  // the macros, as they were given
  std::vector<std::string> notes;     // what has no meaning here, and changes no verdict
};

// Whether a macro, "MA" or "SAFETY", is one that pan knows.
bool is_pan_macro(const std::string& name);
// All of them, for the program that hands them over.
std::vector<std::string> pan_macros();

// `macros`: "SAFETY", "MA=100"; `options`: "-a", "-m1000". Throws PanUsage for what pan does not know, and an Error for
// what would change the verdict and is not there.
PanOptions pan_options(const std::vector<std::string>& macros, const std::vector<std::string>& options);

}  // namespace gyre::cli
