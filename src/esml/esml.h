// The ESML front end: from a file to an ir::Program.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/symbols.h"
#include "ir/given_automaton.h"
#include "ir/program.h"

namespace gyre::esml {

struct CompileOptions {
  // Values for constants of the model: the sizes of a scalable one (-D).
  std::vector<std::pair<std::string, std::string>> constants;
  std::vector<std::string> ctl, ltl;  // formulas of the command line: named ctl_cli_1, ltl_cli_1, ...
  std::vector<ir::GivenAutomaton> automata;
};

// Errors go to `diagnostics`; the program is usable only when there are none. Throws Error when a file cannot be read,
// a constant cannot be given, or the model is too large.
ir::Program compile(const std::string& path, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                    Diagnostics& diagnostics);
ir::Program compile_text(const std::string& name, const std::string& text, const CompileOptions& options,
                         std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics);

// The names of a model, which may have errors.
NameTable names_of_text(const std::string& name, const std::string& text, SourceMap& sources);

// These are what `gyre compile --dump tokens|ast` shows.
std::string dump_tokens(const std::string& path, SourceMap& sources, Diagnostics& diagnostics);
std::string dump_ast(const std::string& path, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace gyre::esml
