#include "esml/esml.h"

#include <fmt/format.h>

#include "base/files.h"
#include "esml/analyse.h"
#include "esml/lexer.h"
#include "esml/lower.h"
#include "esml/names.h"
#include "esml/parser.h"
#include "esml/tree.h"

namespace gyre::esml {

namespace {

std::vector<Token> tokens_of(const std::string& name, std::string text, SourceMap& sources, Diagnostics& diagnostics) {
  const uint32_t file = sources.add_file(name, std::move(text));
  return tokenise(sources.text(file), file, diagnostics);
}

// Adds the formulas of the command line to those of the model.
void add_formulas(ast::Model& model, const std::vector<std::string>& formulas, bool linear, SourceMap& sources,
                  Diagnostics& diagnostics) {
  const char* kind = linear ? "ltl" : "ctl";
  for (size_t i = 0; i < formulas.size(); ++i) {
    const uint32_t file = sources.add_file(fmt::format("--{}", kind), formulas[i]);
    ast::Assertion a;
    a.linear = linear;
    a.text = formulas[i];
    a.added = true;
    a.name = fmt::format("{}_cli_{}", kind, i + 1);
    a.formula = parse_formula(tokenise_formula(sources.text(file), file, diagnostics), linear, diagnostics);
    if (!a.formula) continue;
    a.span = a.formula->span;
    model.assertions.push_back(std::move(a));
  }
}

void add_automata(ast::Model& model, const std::vector<ir::GivenAutomaton>& automata, SourceMap& sources,
                  Diagnostics& diagnostics) {
  for (const ir::GivenAutomaton& automaton : automata) {
    ast::GivenAutomaton& added = model.automata.emplace_back();
    added.given = automaton;
    for (const ir::GivenAutomaton::Atom& atom : automaton.atoms) {
      const uint32_t file = sources.add_file("--hoa", atom.text);
      std::vector<Token> tokens = tokenise_formula(sources.text(file), file, diagnostics);
      for (Token& t : tokens) t.span = ir::place_in_file(t.span, atom.begin);
      if (ast::ExprPtr e = parse_formula(std::move(tokens), true, diagnostics)) added.atoms.push_back(std::move(e));
    }
  }
}

// The analysed tree, if there are no errors.
ast::Model tree_of(const std::string& name, std::string text, const CompileOptions& options, SourceMap& sources,
                   Diagnostics& diagnostics) {
  ast::Model model = parse(tokens_of(name, std::move(text), sources, diagnostics), diagnostics);
  add_formulas(model, options.ltl, true, sources, diagnostics);
  add_formulas(model, options.ctl, false, sources, diagnostics);
  add_automata(model, options.automata, sources, diagnostics);
  if (!diagnostics.has_errors()) analyse(model, options.constants, diagnostics);
  return model;
}

}  // namespace

ir::Program compile_text(const std::string& name, const std::string& text, const CompileOptions& options,
                         std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics) {
  const ast::Model model = tree_of(name, text, options, *sources, diagnostics);
  if (diagnostics.has_errors()) return ir::Program(ir::kEsml);
  return lower(model, std::move(sources));
}

ir::Program compile(const std::string& path, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                    Diagnostics& diagnostics) {
  return compile_text(path, read_file(path), options, std::move(sources), diagnostics);
}

NameTable names_of_text(const std::string& name, const std::string& text, SourceMap& sources) {
  Diagnostics diagnostics;
  return names_of(parse(tokens_of(name, text, sources, diagnostics), diagnostics));
}

std::string dump_tokens(const std::string& path, SourceMap& sources, Diagnostics& diagnostics) {
  std::string out;
  for (const Token& t : tokens_of(path, read_file(path), sources, diagnostics)) {
    const char* quote = t.kind == Tok::string ? "\"" : "";
    out +=
        fmt::format("{}\t{}{}{}\n", sources.where(t.span), quote, t.kind == Tok::end_of_file ? "<end>" : t.text, quote);
  }
  return out;
}

std::string dump_ast(const std::string& path, SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<Token> tokens = tokens_of(path, read_file(path), sources, diagnostics);
  const ast::Model model = parse(std::move(tokens), diagnostics);
  return diagnostics.has_errors() ? "" : ast::dump(model);
}

ast::Model analysed_tree(const std::string& path, const CompileOptions& options, SourceMap& sources,
                         Diagnostics& diagnostics) {
  return tree_of(path, read_file(path), options, sources, diagnostics);
}

ast::Model analysed_tree_of(const std::string& name, const std::string& text, const CompileOptions& options,
                            SourceMap& sources, Diagnostics& diagnostics) {
  return tree_of(name, text, options, sources, diagnostics);
}

}  // namespace gyre::esml
