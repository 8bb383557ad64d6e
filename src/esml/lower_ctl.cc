// The formulas of ASSERT and of the command line: the largest parts without a temporal operator are atoms.
#include <fmt/format.h>

#include "esml/analyse.h"
#include "esml/lower_impl.h"

namespace gyre::esml {

int32_t Lowering::atom(const ast::Expr& e) {
  const std::string text = ast::to_text(e);
  for (size_t i = 0; i < program_.atoms.size(); ++i) {
    if (program_.atom_texts[i] == text) return static_cast<int32_t>(i);
  }
  program_.atoms.push_back(value(e));
  program_.atom_texts.push_back(text);
  return static_cast<int32_t>(program_.atoms.size()) - 1;
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
      default: {  // # of formulas: not equivalent
        logic::CtlNode same;
        same.op = Op::equivalence;
        same.left = formula(*e.kids[0], p);
        same.right = formula(*e.kids[1], p);
        p.ctl.push_back(same);
        n.op = Op::negation;
        n.left = static_cast<int32_t>(p.ctl.size()) - 1;
        p.ctl.push_back(n);
        return static_cast<int32_t>(p.ctl.size()) - 1;
      }
    }
    n.left = formula(*e.kids[0], p);
    if (e.kids.size() > 1) n.right = formula(*e.kids[1], p);
  }
  p.ctl.push_back(n);
  return static_cast<int32_t>(p.ctl.size()) - 1;
}

int32_t Lowering::linear_formula(const ast::Expr& e, std::vector<ir::LtlNode>& nodes) {
  using Op = ir::LtlNode::Op;
  ir::LtlNode n;
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
      default:  // = and # of formulas
        n.op = Op::equivalence;
        differ = e.op == ast::Op::ne;
        break;
    }
    n.left = linear_formula(*e.kids[0], nodes);
    if (e.kids.size() > 1) n.right = linear_formula(*e.kids[1], nodes);
  }
  nodes.push_back(n);
  if (differ) {
    ir::LtlNode no;
    no.op = Op::negation;
    no.left = static_cast<int32_t>(nodes.size()) - 1;
    nodes.push_back(no);
  }
  return static_cast<int32_t>(nodes.size()) - 1;
}

void Lowering::properties() {
  for (size_t i = 0; i < model_.assertions.size(); ++i) {
    ir::Property p;
    const ast::Assertion& a = model_.assertions[i];
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
}

}  // namespace gyre::esml
