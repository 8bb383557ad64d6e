// Formulas of branching time: Boolean and temporal structure down to state expressions, which are their atoms.
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;

namespace {

bool mentions(const Expr& e, ExprKind kind) {
  if (e.kind == kind) return true;
  for (const ExprPtr& k : e.kids) {
    if (k && mentions(*k, kind)) return true;
  }
  return false;
}

bool has_temporal(const Expr& e) { return mentions(e, ExprKind::branching); }

// Whether it is more than an expression of Promela.
bool is_formula(const Expr& e) {
  return has_temporal(e) || mentions(e, ExprKind::implies) || mentions(e, ExprKind::equivalent);
}

logic::CtlNode::Op operator_named(const std::string& name) {
  using Op = logic::CtlNode::Op;
  assert(name[0] == 'A' || name[0] == 'E');
  const bool all = name[0] == 'A';
  if (name.size() == 1) return all ? Op::au : Op::eu;
  if (name[1] == 'G') return all ? Op::ag : Op::eg;
  if (name[1] == 'F') return all ? Op::af : Op::ef;
  assert(name[1] == 'X');
  return all ? Op::ax : Op::ex;
}

// & and | of state expressions are Promela's; of formulas they are what && and || are.
bool joins(const Expr& e, Tok logical, Tok bitwise) {
  return e.kind == ExprKind::binary && (e.op == logical || (e.op == bitwise && is_formula(e)));
}

}  // namespace

int32_t Lowering::branching_formula(const Expr& e, logic::CtlFormula& nodes) {
  using Op = logic::CtlNode::Op;
  logic::CtlNode n;
  bool leaf = false;
  if (e.kind == ExprKind::branching) {
    n.op = operator_named(e.name);
  } else if (e.kind == ExprKind::implies || e.kind == ExprKind::equivalent) {
    n.op = e.kind == ExprKind::implies ? Op::implication : Op::equivalence;
  } else if (e.kind == ExprKind::unary && e.op == Tok::send) {
    n.op = Op::negation;
  } else if (joins(e, Tok::and_and, Tok::amp)) {
    n.op = Op::conjunction;
  } else if (joins(e, Tok::or_or, Tok::bar)) {
    n.op = Op::disjunction;
  } else if (e.kind == ExprKind::number) {
    leaf = true;
    n.op = Op::constant;
    n.value = e.value != 0;
  } else {
    leaf = true;
    if (is_formula(e))
      diagnostics_.error(e.span, "a formula is true or false: nothing can be computed with it");
    else if (mentions(e, ExprKind::timeout) || mentions(e, ExprKind::non_progress))
      diagnostics_.error(e.span, "'timeout' and 'np_' have no value in a formula of branching time");
    else
      n.atom = atom(e);
  }
  if (!leaf) {
    n.left = branching_formula(*e.kids[0], nodes);
    if (e.kids.size() > 1) n.right = branching_formula(*e.kids[1], nodes);
  }
  return add_to(nodes, n);
}

}  // namespace gyre::promela
