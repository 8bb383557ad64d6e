// Expressions as text, fully bracketed only where needed to read them.
#include <fmt/format.h>

#include "promela/ast.h"
#include "promela/c_text.h"
#include "promela/operators.h"

namespace gyre::promela::ast {

namespace {

std::string operand(const Expr& e) {
  const bool compound = e.kind == ExprKind::binary || e.kind == ExprKind::implies || e.kind == ExprKind::equivalent ||
                        e.kind == ExprKind::until || e.kind == ExprKind::weak_until || e.kind == ExprKind::release ||
                        e.kind == ExprKind::strong_release;
  return compound ? "(" + to_text(e) + ")" : to_text(e);
}

std::string join(const std::vector<ExprPtr>& list) {
  std::string out;
  for (const ExprPtr& e : list) out += (out.empty() ? "" : ",") + to_text(*e);
  return out;
}

std::string args_text(const std::vector<ReceiveArg>& args) {
  std::string out;
  for (const ReceiveArg& a : args) {
    out += out.empty() ? "" : ",";
    out += a.eval ? "eval(" + to_text(*a.expr) + ")" : to_text(*a.expr);
  }
  return out;
}

}  // namespace

std::string to_text(const Expr& e) {
  auto call = [&](const char* name) { return fmt::format("{}({})", name, to_text(*e.kids[0])); };
  auto infix = [&](const char* op) { return fmt::format("{} {} {}", operand(*e.kids[0]), op, operand(*e.kids[1])); };
  switch (e.kind) {
    case ExprKind::number: return std::to_string(e.value);
    case ExprKind::reference: {
      std::string out = e.name == ":init:" ? "init" : e.name;
      if (e.index) out += "[" + to_text(*e.index) + "]";
      if (e.member) out += "." + to_text(*e.member);
      return out;
    }
    case ExprKind::unary: return unary_operator(e.op)->text + operand(*e.kids[0]);
    case ExprKind::binary: return infix(binary_operator(e.op)->text);
    case ExprKind::conditional:
      return fmt::format("({} -> {} : {})", to_text(*e.kids[0]), to_text(*e.kids[1]), to_text(*e.kids[2]));
    case ExprKind::run: return fmt::format("run {}({})", e.name, join(e.kids));
    case ExprKind::len: return call("len");
    case ExprKind::full: return call("full");
    case ExprKind::empty: return call("empty");
    case ExprKind::nfull: return call("nfull");
    case ExprKind::nempty: return call("nempty");
    case ExprKind::enabled: return call("enabled");
    case ExprKind::moves: return call("moves");
    case ExprKind::branching:
      return e.kids.size() == 1 ? fmt::format("{} ({})", e.name, to_text(*e.kids[0]))
                                : fmt::format("{}[{} U {}]", e.name, to_text(*e.kids[0]), to_text(*e.kids[1]));
    case ExprKind::pc_value: return call("pc_value");
    case ExprKind::get_priority: return call("get_priority");
    case ExprKind::poll: return fmt::format("{}{}[{}]", to_text(*e.kids[0]), e.value ? "\?\?" : "?", args_text(e.args));
    case ExprKind::timeout: return "timeout";
    case ExprKind::non_progress: return "np_";
    case ExprKind::remote_variable:
      return fmt::format("{}{}:{}", e.name, e.kids[0] ? "[" + to_text(*e.kids[0]) + "]" : "", to_text(*e.kids[1]));
    case ExprKind::remote_label:
      return fmt::format("{}{}@{}", e.name, e.kids[0] ? "[" + to_text(*e.kids[0]) + "]" : "", e.field);
    case ExprKind::c_expr: return e.c ? fmt::format("c_expr {{ {} }}", in_one_line(e.c->text)) : "c_expr";
    case ExprKind::always: return "[] " + operand(*e.kids[0]);
    case ExprKind::eventually: return "<> " + operand(*e.kids[0]);
    case ExprKind::next: return "X " + operand(*e.kids[0]);
    case ExprKind::until: return infix("U");
    case ExprKind::weak_until: return infix("W");
    case ExprKind::release: return infix("V");
    case ExprKind::strong_release: return infix("M");
    case ExprKind::implies: return infix("->");
    case ExprKind::equivalent: return infix("<->");
  }
  return "";
}

}  // namespace gyre::promela::ast
