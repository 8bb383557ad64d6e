// The formulas of ASSERT: the largest parts without a temporal operator are atoms.
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

void Lowering::properties() {
  for (size_t i = 0; i < model_.assertions.size(); ++i) {
    ir::Property p;
    p.kind = ir::Property::Kind::ctl;
    p.name = model_.assertions[i].name;
    if (p.name.empty()) p.name = i == 0 ? "assert" : fmt::format("assert_{}", i + 1);
    p.formula = ast::to_text(*model_.assertions[i].formula);
    p.span = model_.assertions[i].span;
    formula(*model_.assertions[i].formula, p);
    program_.properties.push_back(std::move(p));
  }
}

}  // namespace gyre::esml
