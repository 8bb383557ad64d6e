// The Promela front end: from a file to an ir::Program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/symbols.h"
#include "ir/given_automaton.h"
#include "ir/program.h"
#include "promela/ast.h"
#include "promela/preprocess.h"

namespace gyre::promela {

struct CompileOptions {
  PpOptions preprocessor;
  bool old_semicolons = false;      // spin -o7
  bool lose_messages = false;       // spin -m
  bool inner_unless_first = false;  // pan -J
  uint32_t max_processes = 255;
  std::vector<std::string> formulas;  // ltl formulas from the command line: named ltl_cli_1, ...
  std::vector<std::string> ctl;       // ctl formulas likewise: ctl_cli_1, ...
  std::vector<ir::GivenAutomaton> automata;
};

// Errors go to `diagnostics`; the program is usable only when there are none.
ir::Program compile(const std::string& path, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                    Diagnostics& diagnostics);
// Files that a text includes are looked for in the folder of its name.
ir::Program compile_text(const std::string& name, const std::string& text, const CompileOptions& options,
                         std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics);

// The names of a model, which may have errors.
NameTable names_of_text(const std::string& name, const std::string& text, const CompileOptions& options,
                        SourceMap& sources);

// These are what `gyre compile --dump tokens|ast` shows.
std::string dump_tokens(const std::string& path, const CompileOptions& options, SourceMap& sources,
                        Diagnostics& diagnostics);
std::string dump_ast(const std::string& path, const CompileOptions& options, SourceMap& sources,
                     Diagnostics& diagnostics);

}  // namespace gyre::promela
