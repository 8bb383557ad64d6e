// Formulas of linear time: Boolean and temporal structure down to state expressions, which are their atoms.
#include "promela/lower_impl.h"

namespace gyre::promela {

using namespace ast;

// The number of an atom; equal texts are one atom.
int32_t Lowering::atom(const Expr& e) {
  const std::string text = to_text(e);
  auto known = atoms_.find(text);
  if (known == atoms_.end()) {
    assert(program_.atoms.size() == program_.atom_texts.size());
    known = atoms_.emplace(text, add_to(program_.atoms, expr(e))).first;
    program_.atom_texts.push_back(text);
  }
  return known->second;
}

// A formula: Boolean and temporal structure down to state expressions, which are its atoms.
int32_t Lowering::formula(const Expr& e, std::vector<logic::LtlNode>& nodes) {
  using Op = logic::LtlNode::Op;
  logic::LtlNode n;
  auto unary = [&](Op op) {
    n.op = op;
    n.left = formula(*e.kids[0], nodes);
  };
  auto both = [&](Op op) {
    n.op = op;
    n.left = formula(*e.kids[0], nodes);
    n.right = formula(*e.kids[1], nodes);
  };
  switch (e.kind) {
    case ExprKind::always: unary(Op::always); break;
    case ExprKind::eventually: unary(Op::eventually); break;
    case ExprKind::next: unary(Op::next); break;
    case ExprKind::until: both(Op::until); break;
    case ExprKind::weak_until: both(Op::weak_until); break;
    case ExprKind::release: both(Op::release); break;
    case ExprKind::strong_release: both(Op::strong_release); break;
    case ExprKind::implies: both(Op::implication); break;
    case ExprKind::equivalent: both(Op::equivalence); break;
    case ExprKind::number:
      n.op = Op::constant;
      n.value = e.value != 0;
      break;
    case ExprKind::unary:
      if (e.op == Tok::send)
        unary(Op::negation);
      else
        n.atom = atom(e);
      break;
    case ExprKind::binary:
      if (e.op == Tok::and_and || e.op == Tok::or_or)
        both(e.op == Tok::and_and ? Op::conjunction : Op::disjunction);
      else
        n.atom = atom(e);
      break;
    case ExprKind::reference:
    case ExprKind::conditional:
    case ExprKind::run:
    case ExprKind::len:
    case ExprKind::full:
    case ExprKind::empty:
    case ExprKind::nfull:
    case ExprKind::nempty:
    case ExprKind::poll:
    case ExprKind::enabled:
    case ExprKind::pc_value:
    case ExprKind::get_priority:
    case ExprKind::timeout:
    case ExprKind::non_progress:
    case ExprKind::remote_variable:
    case ExprKind::remote_label:
    case ExprKind::c_expr:
    case ExprKind::moves:
    case ExprKind::branching: n.atom = atom(e); break;
  }
  return add_to(nodes, n);
}

// Automata that were given beside the model: each atom is one expression.
void Lowering::given_automata() {
  assert(model_.given_atoms.size() == options_.automata.size());
  for (size_t i = 0; i < options_.automata.size(); ++i) {
    const ir::GivenAutomaton& given = options_.automata[i];
    ir::Property p;
    p.kind = ir::Property::Kind::automaton;
    p.name = given.name;
    p.span = given.span;
    p.automaton = given.automaton;
    p.added = true;
    for (const ExprPtr& e : model_.given_atoms[i]) {
      visit_remote_labels(*e);
      p.atoms.push_back(narrow<uint32_t>(atom(*e)));
    }
    program_.properties.push_back(std::move(p));
  }
}

// The labels that a formula names become states of their own, as SPIN makes them.
void Lowering::visit_remote_labels(const Expr& e) {
  if (e.kind == ExprKind::remote_label) {
    auto it = processes_.find(e.name);
    if (it != processes_.end() && nth(bodies_, it->second).sequence) {
      nth(bodies_, it->second).flow->make_label_visible(e.field);
    }
  }
  // Mentioning these anywhere makes them part of the state.
  if (e.kind == ExprKind::reference && e.name == "_last") program_.uses_last = true;
  if (e.kind == ExprKind::reference && e.name == "_priority") program_.uses_priority = true;
  for (const ExprPtr& k : e.kids) {
    if (k) visit_remote_labels(*k);
  }
}

}  // namespace gyre::promela
