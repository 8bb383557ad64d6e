#include "promela/promela.h"

#include <algorithm>

#include <fmt/format.h>

#include "promela/lexer.h"
#include "promela/lower_impl.h"
#include "promela/names.h"
#include "promela/parser.h"

namespace gyre::promela {

namespace {

// The atoms of an automaton, each of which is read as a formula is.
std::vector<ast::ExprPtr> atoms_of(const ir::GivenAutomaton& automaton, SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<ast::ExprPtr> out;
  for (const ir::GivenAutomaton::Atom& atom : automaton.atoms) {
    std::vector<Token> tokens =
        classify(preprocess_text("--hoa", atom.text, ".", {}, sources, diagnostics), diagnostics);
    for (Token& t : tokens) {
      t.span = ir::place_in_file(t.span, atom.begin);
      t.place = ir::place_in_file(t.place, atom.begin);
    }
    out.push_back(parse_formula(std::move(tokens), sources, diagnostics));
  }
  return out;
}

ir::Program compile_tokens(const std::vector<PpToken>& raw, const CompileOptions& options,
                           std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics) {
  std::vector<Token> tokens = classify(raw, diagnostics);
  // A formula of the command line is an ltl or ctl block behind the model; macros of the model are not known in it.
  std::vector<std::string> added;  // their names
  auto add_blocks = [&](const char* kind, const std::vector<std::string>& formulas) {
    for (size_t i = 0; i < formulas.size(); ++i) {
      // The braces around it are no part of its text: a place in it is one that the user sees.
      const auto add = [&](const std::string& text) {
        tokens.pop_back();
        for (Token& t :
             classify(preprocess_text(fmt::format("--{}", kind), text, ".", {}, *sources, diagnostics), diagnostics))
          tokens.push_back(std::move(t));
      };
      added.push_back(fmt::format("{}_cli_{}", kind, i + 1));
      add(fmt::format("{} {} {{", kind, added.back()));
      add(formulas[i]);
      const Span behind = tokens.back().span;
      add("}");
      for (Token* t : {&tokens[tokens.size() - 2], &tokens.back()}) t->span = t->place = behind;
    }
  };
  add_blocks("ltl", options.formulas);
  add_blocks("ctl", options.ctl);
  if (diagnostics.has_errors()) return ir::Program(ir::kPromela);
  ast::Model model = parse(std::move(tokens), {options.old_semicolons}, *sources, diagnostics);
  for (const ir::GivenAutomaton& automaton : options.automata)
    model.given_atoms.push_back(atoms_of(automaton, *sources, diagnostics));
  if (diagnostics.has_errors()) return ir::Program(ir::kPromela);
  ir::Program program = Lowering(model, options, std::move(sources), diagnostics).run();
  for (ir::Property& p : program.properties) {
    p.added = p.added || std::find(added.begin(), added.end(), p.name) != added.end();
  }
  return program;
}

std::string folder_of(const std::string& name) {
  const size_t slash = name.find_last_of('/');
  return slash == std::string::npos ? "." : name.substr(0, slash + 1);
}

}  // namespace

ir::Program compile(const std::string& path, const CompileOptions& options, std::shared_ptr<SourceMap> sources,
                    Diagnostics& diagnostics) {
  const std::vector<PpToken> raw = preprocess(path, options.preprocessor, *sources, diagnostics);
  if (diagnostics.has_errors()) return ir::Program(ir::kPromela);
  return compile_tokens(raw, options, std::move(sources), diagnostics);
}

ir::Program compile_text(const std::string& name, const std::string& text, const CompileOptions& options,
                         std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics) {
  const std::vector<PpToken> raw =
      preprocess_text(name, text, folder_of(name), options.preprocessor, *sources, diagnostics);
  if (diagnostics.has_errors()) return ir::Program(ir::kPromela);
  return compile_tokens(raw, options, std::move(sources), diagnostics);
}

NameTable names_of_text(const std::string& name, const std::string& text, const CompileOptions& options,
                        SourceMap& sources) {
  Diagnostics diagnostics;
  PpRecord record;
  PpOptions how = options.preprocessor;
  how.record = &record;
  const std::vector<PpToken> raw = preprocess_text(name, text, folder_of(name), how, sources, diagnostics);
  return names_of(classify(raw, diagnostics), record, sources);
}

std::string dump_tokens(const std::string& path, const CompileOptions& options, SourceMap& sources,
                        Diagnostics& diagnostics) {
  std::string out;
  for (const Token& t : classify(preprocess(path, options.preprocessor, sources, diagnostics), diagnostics)) {
    out += fmt::format("{}\t{}{}\n", sources.where(t.span), t.newline_before ? "\\n " : "",
                       t.kind == Tok::end ? "<end>" : t.text);
  }
  return out;
}

namespace {

void dump(const ast::Stmt& s, size_t depth, std::string& out);

void dump(const std::vector<ast::StmtPtr>& list, size_t depth, std::string& out) {
  for (const ast::StmtPtr& s : list) dump(*s, depth, out);
}

const char* kind_name(ast::StmtKind k) {
  using K = ast::StmtKind;
  switch (k) {
    case K::declaration: return "declaration";
    case K::exclusive: return "exclusive";
    case K::assign: return "assign";
    case K::send: return "send";
    case K::receive: return "receive";
    case K::if_: return "if";
    case K::do_: return "do";
    case K::for_range: return "for";
    case K::for_in: return "for-in";
    case K::select_const:
    case K::select: return "select";
    case K::break_: return "break";
    case K::goto_: return "goto";
    case K::label: return "label";
    case K::print: return "printf";
    case K::print_mtype: return "printm";
    case K::assert_: return "assert";
    case K::condition: return "condition";
    case K::else_: return "else";
    case K::atomic: return "atomic";
    case K::d_step: return "d_step";
    case K::block: return "block";
    case K::unless: return "unless";
    case K::set_priority: return "set_priority";
    case K::c_code: return "c_code";
  }
  return "?";
}

const char* kind_name(ast::UnitKind k) {
  using K = ast::UnitKind;
  switch (k) {
    case K::proctype: return "proctype";
    case K::init: return "init";
    case K::never: return "never";
    case K::trace: return "trace";
    case K::notrace: return "notrace";
    case K::ltl: return "ltl";
    case K::ctl: return "ctl";
    case K::declaration: return "declaration";
    case K::typedef_: return "typedef";
    case K::mtype: return "mtype";
  }
  return "?";
}

void dump(const ast::Stmt& s, size_t depth, std::string& out) {
  const std::string pad(depth * 2, ' ');
  out += fmt::format("{}{}{}{}", pad, kind_name(s.kind), s.name.empty() ? "" : " " + s.name,
                     s.text.empty() ? "" : " " + s.text);
  for (const ast::VarDecl& d : s.decls) out += " " + d.name;
  for (const ast::ExprPtr& e : s.exprs) out += "  " + ast::to_text(*e);
  for (const ast::ReceiveArg& a : s.args) out += (a.eval ? "  eval " : "  ") + ast::to_text(*a.expr);
  out += fmt::format("  @{}:{}\n", s.span.line, s.span.column);
  dump(s.body, depth + 1, out);
  for (const auto& option : s.options) {
    out += pad + "  ::\n";
    dump(option, depth + 2, out);
  }
}

}  // namespace

std::string dump_ast(const std::string& path, const CompileOptions& options, SourceMap& sources,
                     Diagnostics& diagnostics) {
  const std::vector<PpToken> raw = preprocess(path, options.preprocessor, sources, diagnostics);
  if (diagnostics.has_errors()) return "";
  const ast::Model model = parse(classify(raw, diagnostics), {options.old_semicolons}, sources, diagnostics);
  std::string out;
  for (const ast::Unit& u : model.units) {
    out += fmt::format("{}{}", kind_name(u.kind), u.name.empty() ? "" : " " + u.name);
    for (const ast::VarDecl& d : u.decls) out += " " + d.name;
    for (const auto& [name, span] : u.constants) out += " " + name;
    if (u.formula) out += "  " + ast::to_text(*u.formula);
    out += fmt::format("  @{}:{}\n", u.span.line, u.span.column);
    dump(u.body, 1, out);
  }
  return out;
}

}  // namespace gyre::promela
