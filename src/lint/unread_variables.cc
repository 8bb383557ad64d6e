// Variables that get values which nobody reads, and those that nobody uses at all but to declare them. A variable is
// what is declared: of a structure one member that is read is enough. What only gets messages, or the numbers of
// processes that are started, is left alone: they have to go somewhere. So is a name that stands in the text of a
// macro: the macro may be for a formula that is given beside the model.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/nth.h"
#include "ir/failing.h"
#include "lint/lint.h"

namespace gyre::lint {

namespace {

using Place = std::tuple<uint32_t, uint32_t, uint32_t>;

struct Use {
  bool read = false;
  bool assigned = false;
  bool received = false;  // or the number of a new process
  bool updated = false;   // read to give it a new value,
  bool computed = false;  // and that by more than adding
};

class Uses {
 public:
  explicit Uses(const ir::Program& program) : program_(program), uses_(program.variables.size()) {
    for (const ir::Action& a : program.actions) look(a);
    for (const ir::ExprId atom : program.atoms) read(atom);
    for (const ir::Process& p : program.processes) read(p.provided);
    for (const ir::ExclusiveUse& x : program.exclusive) nth(uses_, x.place.var).read = true;
    // What a process is given when it starts, and the initial values, are in actions and expressions that were seen.
  }

  const Use& of(size_t variable) const { return uses_[variable]; }

 private:
  void look(const ir::Action& a) {
    const bool assigns = a.kind == ir::ActionKind::assign || a.kind == ir::ActionKind::assign_all;
    if (a.kind == ir::ActionKind::assign) {
      Use& use = nth(uses_, a.place.var);
      if (program_.expr(a.expr).op == ir::Op::run)
        use.received = true;
      else if (!is_declaration(a))
        use.assigned = true;
      // x = x + 1 reads x for nobody but x, if nothing can go wrong on the way.
      read(a.expr, ir::may_fail(program_, a.expr) ? ir::kNone : a.place.var);
      use.computed = use.computed || !only_adds(a.expr);
    } else {
      read(a.expr);
    }
    read(a.channel);
    for (const ir::ExprId e : a.exprs) read(e);
    for (const ir::ExprId e : a.place.indices) read(e);
    for (const ir::ReceiveArg& r : a.receive) {
      read(r.value);
      for (const ir::ExprId e : r.place.indices) read(e);
      if (r.place.var == ir::kNone) continue;
      Use& use = nth(uses_, r.place.var);
      (assigns ? use.assigned : use.received) = true;
    }
  }

  // What merging takes for harmless (reduce/): then the variable is left out of states although it is read for itself.
  bool only_adds(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    if (e.op == ir::Op::constant || e.op == ir::Op::pid || e.op == ir::Op::load) return true;
    return (e.op == ir::Op::add || e.op == ir::Op::sub) && only_adds(e.kids[0]) && only_adds(e.kids[1]);
  }

  // Whether this is the initial value.
  bool is_declaration(const ir::Action& a) const {
    const Span& declared = program_.variable(a.place.var).declared;
    return a.span.file == declared.file && a.span.line == declared.line && a.span.column == declared.column;
  }

  // All that an expression reads; `own` is what its value is for.
  void read(ir::ExprId id, ir::VarId own = ir::kNone) {
    ir::each_expr(program_, id, [&](const ir::Expr& e) {
      if (e.place.var != ir::kNone)
        (e.place.var == own ? nth(uses_, own).updated : nth(uses_, e.place.var).read) = true;
      for (const ir::ReceiveArg& a : e.args) {
        if (a.place.var != ir::kNone) nth(uses_, a.place.var).read = true;
      }
    });
  }

  const ir::Program& program_;
  std::vector<Use> uses_;
};

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The names in the texts of macros, of all files.
std::set<std::string, std::less<>> names_in_macros(const SourceMap& sources) {
  std::set<std::string, std::less<>> out;
  for (uint32_t file = 1; file < sources.file_count(); ++file) {
    const std::string_view text = sources.text(file);
    for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
      size_t i = at + 1;
      while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
      if (text.substr(i, 6) != "define") continue;
      for (; i < text.size() && !(text[i] == '\n' && text[i - 1] != '\\'); ++i) {
        if (!is_name_letter(text[i])) continue;
        size_t end = i;
        while (end < text.size() && is_name_letter(text[end])) ++end;
        out.emplace(text.substr(i, end - i));
        i = end - 1;
      }
    }
  }
  return out;
}

struct Declared {
  std::string name;
  Span span;
  Use use;
  bool local = false;
};

// The name as it stands in the text: in several expansions of an inline the variables have other names.
std::string written_name(const ir::Program& program, const ir::Variable& v) {
  if (v.declared.origin >= 0) return v.name.substr(0, v.name.find_first_of("[."));
  const std::string_view line = program.sources->line_text(v.declared.file, v.declared.line);
  return std::string(line.substr(std::min<size_t>(v.declared.column - 1, line.size()), v.declared.length));
}

std::string unread_text(const Declared& d) {
  const bool is_state = d.use.updated && (d.local || d.use.computed);
  return fmt::format("nobody reads '{}'{}: it makes no difference{}", d.name,
                     d.use.updated ? " but to give it a new value" : "",
                     is_state ? "" : ", and is no part of the state");
}

}  // namespace

void unread_variables(const ir::Program& program, Diagnostics& diagnostics) {
  const Uses uses(program);
  std::map<Place, Declared> all;
  for (size_t i = 0; i < program.variables.size(); ++i) {
    const ir::Variable& v = program.variables[i];
    if (v.scope == ir::Scope::hidden || v.is_parameter || !v.declared.known() || v.name.empty() || v.name[0] == '_')
      continue;
    Declared& d = all[{v.declared.file, v.declared.line, v.declared.column}];
    if (d.name.empty()) {
      d.name = written_name(program, v);
      d.span = v.declared;
      d.local = v.scope == ir::Scope::local;
    }
    const Use& use = uses.of(i);
    d.use.read |= use.read;
    d.use.assigned |= use.assigned;
    d.use.received |= use.received;
    d.use.updated |= use.updated;
    d.use.computed |= use.computed;
  }
  std::erase_if(all, [](const auto& entry) {
    const Use& use = entry.second.use;
    return use.read || (use.received && !use.assigned);
  });
  if (all.empty()) return;
  const std::set<std::string, std::less<>> in_macros = names_in_macros(*program.sources);
  for (const auto& [place, d] : all) {
    if (in_macros.count(d.name) != 0) continue;
    if (d.use.assigned)
      diagnostics.warning(Warning::never_read, d.span, unread_text(d));
    else
      diagnostics.warning(Warning::unused_variable, d.span, fmt::format("'{}' is not used", d.name));
  }
}

}  // namespace gyre::lint
