#include "api/vacuity.h"

#include "base/narrow.h"
#include "base/nth.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace gyre::api {

namespace {

using logic::LtlNode;
using Op = LtlNode::Op;

constexpr size_t kFewAtoms = 8;

class Formula {
 public:
  Formula(const ir::Program& program, const std::vector<LtlNode>& nodes, const std::vector<uint32_t>& atoms)
      : program_(program), nodes_(nodes), atoms_(atoms) {}

  // Adds the antecedents of the parts of node i; false: some part is of another form.
  bool collect(int32_t i, bool below_always, std::vector<Antecedent>& out) const {
    const LtlNode& n = node(i);
    switch (n.op) {
      case Op::conjunction: return collect(n.left, below_always, out) && collect(n.right, below_always, out);
      case Op::always: return collect(n.left, true, out);
      case Op::implication: {
        if (!below_always || !is_about_now(n.left)) return false;
        Antecedent a;
        a.text = text(n.left);
        for (uint64_t letter = 0; letter < uint64_t{1} << atoms_.size(); ++letter)
          a.true_on.push_back(value(n.left, letter));
        out.push_back(std::move(a));
        return true;
      }
      case Op::atom:
      case Op::constant:
      case Op::negation:
      case Op::disjunction:
      case Op::equivalence:
      case Op::next:
      case Op::eventually:
      case Op::until:
      case Op::weak_until:
      case Op::release:
      case Op::strong_release: return false;
    }
    return false;
  }

 private:
  const LtlNode& node(int32_t i) const { return nth(nodes_, i); }

  bool is_about_now(int32_t i) const {
    const LtlNode& n = node(i);
    switch (n.op) {
      case Op::atom:
      case Op::constant: return true;
      case Op::negation: return is_about_now(n.left);
      case Op::conjunction:
      case Op::disjunction:
      case Op::implication:
      case Op::equivalence: return is_about_now(n.left) && is_about_now(n.right);
      case Op::next:
      case Op::always:
      case Op::eventually:
      case Op::until:
      case Op::weak_until:
      case Op::release:
      case Op::strong_release: return false;
    }
    return false;
  }

  // The value of a node, which must be about now.
  bool value(int32_t i, uint64_t letter) const {
    assert(is_about_now(i));
    const LtlNode& n = node(i);
    if (n.op == Op::atom) {
      const auto at = std::find(atoms_.begin(), atoms_.end(), narrow<uint32_t>(n.atom));
      return ((letter >> (at - atoms_.begin())) & 1) != 0;
    }
    if (n.op == Op::constant) return n.value;
    if (n.op == Op::negation) return !value(n.left, letter);
    const bool a = value(n.left, letter), b = value(n.right, letter);
    return n.op == Op::conjunction   ? a && b
           : n.op == Op::disjunction ? a || b
           : n.op == Op::implication ? !a || b
                                     : a == b;
  }
  std::string text(int32_t i) const {
    const LtlNode& n = node(i);
    if (n.op == Op::atom) return nth(program_.atom_texts, n.atom);
    if (n.op == Op::constant) return n.value ? "true" : "false";
    if (n.op == Op::negation) return fmt::format("!({})", text(n.left));
    const char* const sign = n.op == Op::conjunction   ? "&&"
                             : n.op == Op::disjunction ? "||"
                             : n.op == Op::implication ? "->"
                                                       : "<->";
    return fmt::format("({} {} {})", text(n.left), sign, text(n.right));
  }

  const ir::Program& program_;
  const std::vector<LtlNode>& nodes_;
  const std::vector<uint32_t>& atoms_;
};

}  // namespace

std::vector<Antecedent> antecedents(const ir::Program& program, const std::vector<LtlNode>& formula,
                                    const std::vector<uint32_t>& atoms) {
  std::vector<Antecedent> out;
  if (atoms.size() > kFewAtoms || formula.empty()) return out;
  const auto whole = narrow<int32_t>(formula.size() - 1);
  if (!Formula(program, formula, atoms).collect(whole, false, out)) out.clear();
  return out;
}

std::string why_vacuous(const std::vector<Antecedent>& antecedents,
                        const std::optional<std::vector<uint64_t>>& letters) {
  if (antecedents.empty() || !letters) return "";
  for (const Antecedent& a : antecedents) {
    if (std::any_of(letters->begin(), letters->end(), [&](uint64_t letter) { return a.true_on[letter]; })) return "";
  }
  std::string names = antecedents[0].text;
  for (size_t i = 1; i < antecedents.size(); ++i)
    names += (i + 1 < antecedents.size() ? ", " : " and ") + antecedents[i].text;
  return fmt::format("{} {} never true", names, antecedents.size() == 1 ? "is" : "are");
}

}  // namespace gyre::api
