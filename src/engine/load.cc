#include "engine/load.h"

#include <fmt/format.h>

#include "ir/dump.h"
#include "ir/layout.h"
#include "promela/promela.h"
#include "vm/code.h"

namespace gyre::engine {

namespace {

promela::CompileOptions compile_options(const Options& options) {
  promela::CompileOptions out;
  for (const std::string& d : options.define) {
    const size_t eq = d.find('=');
    out.preprocessor.defines.emplace_back(d.substr(0, eq), eq == std::string::npos ? "1" : d.substr(eq + 1));
  }
  out.preprocessor.undefines = options.undefine;
  out.preprocessor.include_dirs = options.include;
  out.old_semicolons = options.old_semicolons;
  out.lose_messages = options.message_loss;
  out.inner_unless_first = options.unless_order == "inner";
  if (options.max_processes < 1 || options.max_processes > 60000) throw Error("--max-processes: between 1 and 60000");
  out.max_processes = static_cast<uint32_t>(options.max_processes);
  out.formulas = options.ltl;
  return out;
}

}  // namespace

std::string language_of(const Options& options) {
  if (options.lang != "auto") return options.lang;
  const size_t dot = options.model.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : options.model.substr(dot + 1);
  if (ending == "esml") throw Error("ESML models cannot be read yet");
  return "promela";  // SPIN takes files of any name
}

Loaded load(const Options& options) {
  language_of(options);
  Loaded out;
  out.sources = std::make_shared<SourceMap>();
  ir::Program program = promela::compile(options.model, compile_options(options), out.sources, out.diagnostics);
  if (!out.diagnostics.has_errors()) out.program = std::make_shared<const ir::Program>(std::move(program));
  return out;
}

std::string dump(const Options& options) {
  language_of(options);
  if (options.dump == "tokens" || options.dump == "ast") {
    SourceMap sources;
    Diagnostics diagnostics;
    const promela::CompileOptions compile = compile_options(options);
    std::string text = options.dump == "tokens" ? promela::dump_tokens(options.model, compile, sources, diagnostics)
                                                : promela::dump_ast(options.model, compile, sources, diagnostics);
    if (diagnostics.has_errors()) throw Error(diagnostics.format(sources));
    return text;
  }
  const Loaded loaded = load(options);
  if (!loaded.program) throw Error(loaded.diagnostics.format(*loaded.sources));
  if (options.dump == "layout") return ir::dump_layout(*loaded.program);
  if (options.dump == "code") return vm::disassemble(*loaded.program, vm::compile(*loaded.program));
  return ir::dump(*loaded.program);
}

}  // namespace gyre::engine
