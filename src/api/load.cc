#include "api/load.h"

#include <algorithm>

#include <fmt/format.h>

#include "api/embedded_c.h"
#include "automata/hoa_reader.h"
#include "base/files.h"
#include "base/narrow.h"
#include "esml/esml.h"
#include "ir/dump.h"
#include "ir/layout.h"
#include "jit/load.h"
#include "lint/lint.h"
#include "plan/settings.h"
#include "promela/promela.h"
#include "thesis/dump.h"
#include "vm/code.h"
#include "vm/common_shape.h"

namespace gyre::api {

namespace {

using Automata = std::vector<ir::GivenAutomaton>;

// The automata of --hoa. What is wrong in one is told as what is wrong in the model.
Automata read_automata(const plan::Settings& options, SourceMap& sources, Diagnostics& diagnostics) {
  Automata out;
  for (const std::string& path : options.hoa) {
    const uint32_t file = sources.add_file(path, read_file(path));
    const auto place = [&](const automata::HoaPlace& p) { return Span{file, p.line, p.column, 1}; };
    try {
      automata::HoaText read = automata::read_hoa_text(sources.text(file));
      ir::GivenAutomaton& given = out.emplace_back();
      given.name = read.name.empty() ? sources.last_name(file) : read.name;
      given.span = place({1, 1});
      for (size_t i = 0; i < read.automaton.atoms.size(); ++i)
        given.atoms.push_back({read.automaton.atoms[i], place(read.atom_places[i])});
      given.automaton = std::make_shared<const automata::Automaton>(std::move(read.automaton));
    } catch (const automata::HoaError& e) {
      diagnostics.error(place(e.place), e.message);
    }
  }
  return out;
}

promela::CompileOptions compile_options(const plan::Settings& options, const Automata& automata = {}) {
  promela::CompileOptions out;
  for (const std::string& d : options.define) {
    const size_t eq = d.find('=');
    out.preprocessor.defines.emplace_back(d.substr(0, eq), eq == std::string::npos ? "1" : d.substr(eq + 1));
  }
  out.preprocessor.undefines = options.undefine;
  out.preprocessor.include_dirs = options.include;
  out.preprocessor.includes_inside = options.includes == plan::Includes::inside;
  out.old_semicolons = options.old_semicolons;
  out.lose_messages = options.message_loss;
  out.inner_unless_first = options.unless_order == plan::UnlessOrder::inner;
  out.max_processes = narrow<uint32_t>(options.max_processes);
  out.formulas = options.ltl;
  out.ctl = options.ctl;
  out.automata = automata;
  return out;
}

// Options that say something about Promela are refused: ignored ones would be lies.
esml::CompileOptions esml_options(const plan::Settings& options, const Automata& automata = {}) {
  auto refuse = [](bool given, const char* name) {
    if (given) throw Error(fmt::format("--{} is for Promela models", name));
  };
  refuse(options.message_loss, "message-loss");
  refuse(options.unless_order != plan::UnlessOrder::outer, "unless-order");
  refuse(options.old_semicolons, "old-semicolons");
  refuse(options.max_processes != 255, "max-processes");
  refuse(!options.undefine.empty(), "U");
  refuse(!options.include.empty(), "I");
  refuse(options.embedded_c, "embedded-c");
  refuse(!options.c_include.empty(), "c-include");
  refuse(!options.c_flag.empty(), "c-flag");
  refuse(!options.c_link.empty(), "c-link");
  refuse(options.includes != plan::Includes::any, "includes");
  refuse(!options.spin_trail.empty(), "spin-trail");
  refuse(options.acceptance, "acceptance");
  refuse(options.non_progress, "non-progress");
  esml::CompileOptions out;
  out.ctl = options.ctl;
  out.ltl = options.ltl;
  out.automata = automata;
  for (const std::string& d : options.define) {
    const size_t eq = d.find('=');
    if (eq == std::string::npos) throw Error(fmt::format("-D {}: say -D {}=VALUE to give a constant its value", d, d));
    out.constants.emplace_back(d.substr(0, eq), d.substr(eq + 1));
  }
  return out;
}

}  // namespace

namespace {

plan::Language language(const plan::Settings& options) {
  if (options.lang != plan::Language::automatic) return options.lang;
  const size_t dot = options.model.rfind('.');
  const std::string ending = dot == std::string::npos ? "" : options.model.substr(dot + 1);
  // SPIN takes files of any name.
  return ending == name_of(plan::Language::esml) ? plan::Language::esml : plan::Language::promela;
}

// `text` is null for a file.
Loaded load(const plan::Settings& options, const std::string* text) {
  Loaded out;
  out.sources = std::make_shared<SourceMap>();
  const std::string& name = options.model;
  out.name = name;
  const Automata automata = read_automata(options, *out.sources, out.diagnostics);
  const auto keep = [&](ir::Program program) {
    if (!out.diagnostics.has_errors()) compile_c(options, program, *out.sources, out.diagnostics);
    if (!out.diagnostics.has_errors()) lint::lint(program, out.diagnostics);
    out.diagnostics.obey(options.warn);
    if (!out.diagnostics.has_errors()) out.program = std::make_shared<const ir::Program>(std::move(program));
  };
  if (language(options) == plan::Language::esml) {
    const esml::CompileOptions how = esml_options(options, automata);
    keep(text == nullptr ? esml::compile(name, how, out.sources, out.diagnostics)
                         : esml::compile_text(name, *text, how, out.sources, out.diagnostics));
    if (options.thesis && !out.diagnostics.has_errors()) out.thesis_bits = thesis::compacted_bits(name, text, how);
  } else {
    const promela::CompileOptions how = compile_options(options, automata);
    keep(text == nullptr ? promela::compile(name, how, out.sources, out.diagnostics)
                         : promela::compile_text(name, *text, how, out.sources, out.diagnostics));
  }
  return out;
}

constexpr const char* kEndOfModel = "end_of_the_model_";

// The file that the model itself is.
uint32_t first_file(const SourceMap& sources, const std::string& name) {
  for (uint32_t i = 0; i < sources.file_count(); ++i) {
    if (sources.name(i) == name) return i;
  }
  throw Error("the text of the model is not known any more");
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A line of its own can be no directive: a person asks about values.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  const size_t first = text.find_first_not_of(" \t");
  if (first != std::string::npos && text[first] == '#') throw Error("an expression does not begin with #");
  return text;
}

}  // namespace

std::string expand_macros(const plan::Settings& options, const Loaded& loaded, const std::string& text) {
  if (language(options) == plan::Language::esml) return text;
  // The macros are those that are defined at the end of the model: what stands behind it is expanded by them.
  const uint32_t file = first_file(*loaded.sources, loaded.name);
  const std::string marked = fmt::format("{}\n{}\n{}", loaded.sources->text(file), kEndOfModel, one_line(text));
  SourceMap sources;
  Diagnostics diagnostics;
  const std::vector<promela::PpToken> tokens = promela::preprocess_text(
      loaded.name, marked, folder_of(loaded.name), compile_options(options).preprocessor, sources, diagnostics);
  if (diagnostics.has_errors()) throw Error(fmt::format("`{}` cannot be read", text));
  std::string out;
  bool behind = false;
  for (const promela::PpToken& t : tokens) {
    if (behind && t.kind != promela::PpKind::end) out += t.text + " ";
    behind = behind || t.text == kEndOfModel;
  }
  return out;
}

std::string language_of(const plan::Settings& options) { return name_of(language(options)); }
Loaded load(const plan::Settings& options) { return load(options, nullptr); }
Loaded load_text(const plan::Settings& options, const std::string& text) { return load(options, &text); }

NameTable names_of_text(const plan::Settings& options, const std::string& text, SourceMap& sources) {
  if (language(options) == plan::Language::esml) return esml::names_of_text(options.model, text, sources);
  return promela::names_of_text(options.model, text, compile_options(options), sources);
}

namespace {

// What is printed of a model that was read but not lowered; empty: `what` is not of that kind.
std::string dump_source(const plan::Settings& options, SourceMap& sources, Diagnostics& diagnostics) {
  const plan::Dump what = options.dump;
  if (language(options) == plan::Language::esml) {
    const esml::CompileOptions compile = esml_options(options);
    if (what == plan::Dump::tokens) return esml::dump_tokens(options.model, sources, diagnostics);
    if (what == plan::Dump::ast) return esml::dump_ast(options.model, sources, diagnostics);
    if (what == plan::Dump::code)
      return thesis::dump_code(options.model, compile, options.improved, sources, diagnostics);
    if (what == plan::Dump::frequencies)
      return thesis::dump_frequencies(options.model, compile, options.improved, sources, diagnostics);
    return "";
  }
  const promela::CompileOptions compile = compile_options(options);
  if (what == plan::Dump::tokens) return promela::dump_tokens(options.model, compile, sources, diagnostics);
  if (what == plan::Dump::ast) return promela::dump_ast(options.model, compile, sources, diagnostics);
  return "";
}

}  // namespace

std::string dump(const plan::Settings& options) {
  const bool esml = language(options) == plan::Language::esml;
  const bool counted = options.dump == plan::Dump::code || options.dump == plan::Dump::frequencies;
  if (!esml && options.dump == plan::Dump::frequencies)
    throw Error("--dump frequencies: the thesis's machine runs ESML models only");
  if (options.improved && (!esml || !counted))
    throw Error("--improved is for --dump code and --dump frequencies of ESML models");
  {
    SourceMap sources;
    Diagnostics diagnostics;
    std::string text = dump_source(options, sources, diagnostics);
    if (diagnostics.has_errors()) throw Error(diagnostics.format(sources));
    if (!text.empty()) return text;
  }
  const Loaded loaded = load(options);
  if (!loaded.program) throw Error(loaded.diagnostics.format(*loaded.sources));
  if (options.dump == plan::Dump::layout) return ir::dump_layout(*loaded.program);
  if (options.dump == plan::Dump::llvm) return jit::list(*loaded.program, vm::common_shape(loaded.program));
  if (options.dump == plan::Dump::code) return vm::disassemble(*loaded.program, vm::compile(*loaded.program));
  return ir::dump(*loaded.program);
}

}  // namespace gyre::api
