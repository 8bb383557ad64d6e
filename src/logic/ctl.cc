#include "logic/ctl.h"

#include <cassert>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/nth.h"

namespace gyre::logic {

namespace {

using Op = CtlNode::Op;

const char* quantifier(Op op) {
  switch (op) {
    case Op::ax: return "AX";
    case Op::ex: return "EX";
    case Op::af: return "AF";
    case Op::ef: return "EF";
    case Op::ag: return "AG";
    case Op::eg: return "EG";
    case Op::au: return "A";
    case Op::eu: return "E";
    case Op::atom:
    case Op::constant:
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction:
    case Op::implication:
    case Op::equivalence: break;
  }
  assert(false && "not a temporal operator");
  return "";
}

// How tightly a node binds when it is printed; operands that bind less get parentheses.
int strength(Op op) {
  switch (op) {
    case Op::equivalence:
    case Op::implication: return 0;
    case Op::disjunction: return 1;
    case Op::conjunction: return 2;
    case Op::atom:
    case Op::constant:
    case Op::negation:
    case Op::ax:
    case Op::ex:
    case Op::af:
    case Op::ef:
    case Op::ag:
    case Op::eg:
    case Op::au:
    case Op::eu: return 3;
  }
  __builtin_unreachable();
}

bool is_word(const std::string& text) {
  for (const char c : text) {
    if (c == ' ' || c == '=' || c == '<' || c == '>' || c == '&' || c == '|') return false;
  }
  return true;
}

}  // namespace

bool has_temporal(const CtlFormula& formula, int32_t node) {
  const CtlNode& n = nth(formula, node);
  return is_temporal(n.op) || (n.left >= 0 && has_temporal(formula, n.left)) ||
         (n.right >= 0 && has_temporal(formula, n.right));
}

std::string print(const CtlFormula& formula, int32_t node, const std::vector<std::string>& atoms) {
  const CtlNode& n = nth(formula, node);
  auto operand = [&](int32_t kid, int least) {
    const CtlNode& k = nth(formula, kid);
    const std::string text = print(formula, kid, atoms);
    // An atom may be any expression of the model's language.
    const bool plain = k.op == Op::atom ? least < 3 || is_word(text) : strength(k.op) >= least;
    return plain ? text : "(" + text + ")";
  };
  auto infix = [&](const char* symbol, int least) {
    return fmt::format("{} {} {}", operand(n.left, least), symbol, operand(n.right, least));
  };
  switch (n.op) {
    case Op::atom:
      assert(n.atom >= 0);
      return n.atom < next_id(atoms) ? nth(atoms, n.atom) : fmt::format("p{}", n.atom);
    case Op::constant: return n.value ? "true" : "false";
    case Op::negation: return "!" + operand(n.left, 3);
    case Op::conjunction: return infix("&", 2);
    case Op::disjunction: return infix("|", 2);
    case Op::implication: return infix("->", 1);
    case Op::equivalence: return infix("<->", 1);
    case Op::au:
    case Op::eu:
      return fmt::format("{}[{} U {}]", quantifier(n.op), print(formula, n.left, atoms),
                         print(formula, n.right, atoms));
    case Op::ax:
    case Op::ex:
    case Op::af:
    case Op::ef:
    case Op::ag:
    case Op::eg: return fmt::format("{} {}", quantifier(n.op), operand(n.left, 3));
  }
  __builtin_unreachable();
}

ExistentialForm::ExistentialForm(const CtlFormula& formula, bool restricted) {
  assert(!formula.empty());
  bottom_ = constant(false);
  if (restricted) fair_ = add({Op::ew, -1, false, constant(true), bottom_});
  using C = CtlNode::Op;
  for (const CtlNode& n : formula) {
    auto left = [&] { return of(n.left); };
    auto right = [&] { return of(n.right); };
    int32_t made = bottom_;
    switch (n.op) {
      case C::atom: made = add({Op::atom, n.atom, false, -1, -1}); break;
      case C::constant: made = constant(n.value); break;
      case C::negation: made = negation(left()); break;
      case C::conjunction: made = conjunction(left(), right()); break;
      case C::disjunction: made = disjunction(left(), right()); break;
      case C::implication: made = disjunction(negation(left()), right()); break;
      case C::equivalence: made = equivalence(left(), right()); break;
      case C::ex: made = temporal(Op::ex, left(), -1); break;
      case C::ax: made = negation(temporal(Op::ex, negation(left()), -1)); break;
      case C::ef: made = temporal(Op::eu, constant(true), left()); break;
      case C::ag: made = negation(temporal(Op::eu, constant(true), negation(left()))); break;
      case C::eg: made = temporal(Op::ew, left(), bottom_); break;
      case C::af: made = negation(temporal(Op::ew, negation(left()), bottom_)); break;
      case C::eu: made = temporal(Op::eu, left(), right()); break;
      case C::au: {
        const int32_t no = negation(right());
        made = negation(temporal(Op::ew, no, conjunction(negation(left()), no)));
        break;
      }
    }
    of_.push_back(made);
  }
}

int32_t ExistentialForm::add(const Node& node) {
  const auto [at, fresh] = known_.try_emplace({node.op, node.atom, node.value, node.left, node.right}, next_id(nodes_));
  if (fresh) nodes_.push_back(node);
  return at->second;
}

bool ExistentialForm::is_constant(int32_t f, bool value) const {
  const Node& n = (*this)[f];
  return n.op == Op::constant && n.value == value;
}

int32_t ExistentialForm::constant(bool value) { return add({Op::constant, -1, value, -1, -1}); }

int32_t ExistentialForm::negation(int32_t f) {
  const Node n = (*this)[f];
  if (n.op == Op::constant) return constant(!n.value);
  if (n.op == Op::negation) return n.left;
  return add({Op::negation, -1, false, f, -1});
}

// The order of the operands is that of evaluation: the right one may have no value where the left one decides.
int32_t ExistentialForm::conjunction(int32_t f, int32_t g) {
  if (is_constant(f, false) || is_constant(g, true)) return f;
  if (is_constant(f, true)) return g;
  return add({Op::conjunction, -1, false, f, g});
}

int32_t ExistentialForm::disjunction(int32_t f, int32_t g) {
  if (is_constant(f, true) || is_constant(g, false)) return f;
  if (is_constant(f, false)) return g;
  return add({Op::disjunction, -1, false, f, g});
}

// Equivalence has a node of its own: as (f & g) | (!f & !g) nested ones would be evaluated exponentially often.
int32_t ExistentialForm::equivalence(int32_t f, int32_t g) {
  for (const bool value : {true, false}) {
    if (is_constant(f, value)) return value ? g : negation(g);
    if (is_constant(g, value)) return value ? f : negation(f);
  }
  return add({Op::equivalence, -1, false, f, g});
}

// What is looked for only counts where a path begins.
int32_t ExistentialForm::temporal(Op op, int32_t f, int32_t g) {
  assert(op == Op::ex ? g < 0 : (op == Op::eu || op == Op::ew) && g >= 0);
  if (op == Op::ex) return add({op, -1, false, fair_ < 0 ? f : conjunction(f, fair_), -1});
  return add({op, -1, false, f, fair_ < 0 ? g : conjunction(g, fair_)});
}

}  // namespace gyre::logic
