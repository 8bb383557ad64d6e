// The formulas of ASSERT and of the command line: the largest parts without a temporal operator are atoms.
#include <cassert>

#include <fmt/format.h>

#include "base/ids.h"
#include "esml/analyse.h"
#include "esml/lower_impl.h"

namespace gyre::esml {

int32_t Lowering::atom(const ast::Expr& e) {
  assert(program_.atoms.size() == program_.atom_texts.size());
  const std::string text = ast::to_text(e);
  for (size_t i = 0; i < program_.atoms.size(); ++i) {
    if (program_.atom_texts[i] == text) return narrow<int32_t>(i);
  }
  program_.atom_texts.push_back(text);
  return add_to(program_.atoms, value(e));
}

int32_t Lowering::formula(const ast::Expr& e, ir::Property& p) {
  using Op = logic::CtlNode::Op;
  logic::CtlNode n;
  if (e.constant) {
    n.op = Op::constant;
    n.value = e.value != 0;
  } else if (!has_temporal(e)) {
    n.op = Op::atom;
    n.atom = atom(e);
  } else {
    switch (e.op) {
      case ast::Op::not_: n.op = Op::negation; break;
      case ast::Op::and_: n.op = Op::conjunction; break;
      case ast::Op::or_: n.op = Op::disjunction; break;
      case ast::Op::implies: n.op = Op::implication; break;
      case ast::Op::ax: n.op = Op::ax; break;
      case ast::Op::ex: n.op = Op::ex; break;
      case ast::Op::af: n.op = Op::af; break;
      case ast::Op::ef: n.op = Op::ef; break;
      case ast::Op::ag: n.op = Op::ag; break;
      case ast::Op::eg: n.op = Op::eg; break;
      case ast::Op::au: n.op = Op::au; break;
      case ast::Op::eu: n.op = Op::eu; break;
      case ast::Op::eq: n.op = Op::equivalence; break;
      case ast::Op::ne: {  // The two are not equivalent.
        logic::CtlNode same;
        same.op = Op::equivalence;
        same.left = formula(*e.kids[0], p);
        same.right = formula(*e.kids[1], p);
        n.op = Op::negation;
        n.left = add_to(p.ctl, same);
        return add_to(p.ctl, n);
      }
      case ast::Op::number:
      case ast::Op::boolean:
      case ast::Op::access:
      case ast::Op::neg:
      case ast::Op::add:
      case ast::Op::sub:
      case ast::Op::mul:
      case ast::Op::div:
      case ast::Op::mod:
      case ast::Op::lt:
      case ast::Op::le:
      case ast::Op::gt:
      case ast::Op::ge:
      case ast::Op::len:
      case ast::Op::head:
      case ast::Op::moves:
      case ast::Op::enabled:
      case ast::Op::always:
      case ast::Op::eventually:
      case ast::Op::next:
      case ast::Op::until:
      case ast::Op::weak_until:
      case ast::Op::release:
      case ast::Op::strong_release:
        assert(false && "no operator of branching time, and no formula of it can be its operand");
        break;
    }
    n.left = formula(*e.kids[0], p);
    if (e.kids.size() > 1) n.right = formula(*e.kids[1], p);
  }
  return add_to(p.ctl, n);
}

int32_t Lowering::linear_formula(const ast::Expr& e, std::vector<logic::LtlNode>& nodes) {
  using Op = logic::LtlNode::Op;
  logic::LtlNode n;
  bool differ = false;
  if (e.constant) {
    n.op = Op::constant;
    n.value = e.value != 0;
  } else if (!has_temporal(e)) {
    n.op = Op::atom;
    n.atom = atom(e);
  } else {
    switch (e.op) {
      case ast::Op::not_: n.op = Op::negation; break;
      case ast::Op::and_: n.op = Op::conjunction; break;
      case ast::Op::or_: n.op = Op::disjunction; break;
      case ast::Op::implies: n.op = Op::implication; break;
      case ast::Op::always: n.op = Op::always; break;
      case ast::Op::eventually: n.op = Op::eventually; break;
      case ast::Op::next: n.op = Op::next; break;
      case ast::Op::until: n.op = Op::until; break;
      case ast::Op::weak_until: n.op = Op::weak_until; break;
      case ast::Op::release: n.op = Op::release; break;
      case ast::Op::strong_release: n.op = Op::strong_release; break;
      case ast::Op::eq:
      case ast::Op::ne:
        n.op = Op::equivalence;
        differ = e.op == ast::Op::ne;
        break;
      case ast::Op::number:
      case ast::Op::boolean:
      case ast::Op::access:
      case ast::Op::neg:
      case ast::Op::add:
      case ast::Op::sub:
      case ast::Op::mul:
      case ast::Op::div:
      case ast::Op::mod:
      case ast::Op::lt:
      case ast::Op::le:
      case ast::Op::gt:
      case ast::Op::ge:
      case ast::Op::len:
      case ast::Op::head:
      case ast::Op::moves:
      case ast::Op::enabled:
      case ast::Op::ag:
      case ast::Op::eg:
      case ast::Op::af:
      case ast::Op::ef:
      case ast::Op::ax:
      case ast::Op::ex:
      case ast::Op::au:
      case ast::Op::eu: assert(false && "no operator of linear time, and no formula of it can be its operand"); break;
    }
    n.left = linear_formula(*e.kids[0], nodes);
    if (e.kids.size() > 1) n.right = linear_formula(*e.kids[1], nodes);
  }
  const int32_t whole = add_to(nodes, n);
  if (!differ) return whole;
  logic::LtlNode no;
  no.op = Op::negation;
  no.left = whole;
  return add_to(nodes, no);
}

void Lowering::properties() {
  for (size_t i = 0; i < model_.assertions.size(); ++i) {
    ir::Property p;
    const ast::Assertion& a = model_.assertions[i];
    p.added = a.added;
    p.kind = a.linear ? ir::Property::Kind::ltl : ir::Property::Kind::ctl;
    p.name = a.name;
    if (p.name.empty()) p.name = i == 0 ? "assert" : fmt::format("assert_{}", i + 1);
    p.formula = a.text.empty() ? ast::to_text(*a.formula) : a.text;
    p.span = a.span;
    if (a.linear)
      linear_formula(*a.formula, p.nodes);
    else
      formula(*a.formula, p);
    program_.properties.push_back(std::move(p));
  }
  for (const ast::GivenAutomaton& a : model_.automata) {
    ir::Property p;
    p.kind = ir::Property::Kind::automaton;
    p.name = a.given.name;
    p.span = a.given.span;
    p.automaton = a.given.automaton;
    p.added = true;
    for (const ast::ExprPtr& e : a.atoms) p.atoms.push_back(narrow<uint32_t>(atom(*e)));
    program_.properties.push_back(std::move(p));
  }
}

}  // namespace gyre::esml
