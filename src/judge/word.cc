#include "judge/word.h"
#include "base/narrow.h"
#include "base/nth.h"

#include <algorithm>
#include <cassert>

namespace gyre::judge {

namespace {

using Op = logic::LtlNode::Op;
using Values = std::vector<bool>;  // by position

}  // namespace

bool holds_on_lasso(const std::vector<logic::LtlNode>& formula, const std::vector<std::vector<bool>>& letters,
                    size_t loop) {
  const size_t n = letters.size();
  assert(!formula.empty() && loop < n);
  const auto next = [&](size_t i) { return i + 1 < n ? i + 1 : loop; };
  std::vector<Values> value(formula.size(), Values(n));
  // A fixpoint from `start`, over all positions: n rounds are enough.
  const auto fixpoint = [&](Values& v, bool start, auto step) {
    v.assign(n, start);
    for (size_t round = 0; round <= n; ++round) {
      bool changed = false;
      for (size_t i = n; i-- > 0;) {
        const bool now = step(i, v[next(i)]);
        changed |= now != v[i];
        v[i] = now;
      }
      if (!changed) break;
    }
  };
  const auto each = [&](Values& v, auto step) {
    for (size_t i = 0; i < n; ++i) v[i] = step(i);
  };
  const Values none(n);
  for (size_t k = 0; k < formula.size(); ++k) {
    const logic::LtlNode& f = formula[k];
    Values& v = value[k];
    const Values& a = f.left >= 0 ? nth(value, f.left) : none;
    const Values& b = f.right >= 0 ? nth(value, f.right) : none;
    switch (f.op) {
      case Op::atom: each(v, [&](size_t i) { return nth(letters[i], f.atom); }); break;
      case Op::constant: each(v, [&](size_t) { return f.value; }); break;
      case Op::negation: each(v, [&](size_t i) { return !a[i]; }); break;
      case Op::conjunction: each(v, [&](size_t i) { return a[i] && b[i]; }); break;
      case Op::disjunction: each(v, [&](size_t i) { return a[i] || b[i]; }); break;
      case Op::implication: each(v, [&](size_t i) { return !a[i] || b[i]; }); break;
      case Op::equivalence: each(v, [&](size_t i) { return a[i] == b[i]; }); break;
      case Op::next: each(v, [&](size_t i) { return a[next(i)]; }); break;
      case Op::always: fixpoint(v, true, [&](size_t i, bool after) { return a[i] && after; }); break;
      case Op::eventually: fixpoint(v, false, [&](size_t i, bool after) { return a[i] || after; }); break;
      case Op::until: fixpoint(v, false, [&](size_t i, bool after) { return b[i] || (a[i] && after); }); break;
      case Op::weak_until: fixpoint(v, true, [&](size_t i, bool after) { return b[i] || (a[i] && after); }); break;
      case Op::release: fixpoint(v, true, [&](size_t i, bool after) { return b[i] && (a[i] || after); }); break;
      case Op::strong_release: fixpoint(v, false, [&](size_t i, bool after) { return b[i] && (a[i] || after); }); break;
    }
  }
  return value.back()[0];
}

std::vector<uint32_t> atoms_of(const std::vector<logic::LtlNode>& formula) {
  std::vector<uint32_t> out;
  for (const logic::LtlNode& n : formula) {
    if (n.op == Op::atom) out.push_back(narrow<uint32_t>(n.atom));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace gyre::judge
