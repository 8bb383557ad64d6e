#include "logic/simplify.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "base/narrow.h"

namespace gyre::logic {

namespace {

constexpr int kMaxDepth = 1500;   // of nested rewriting; beyond it formulas are left as they are
constexpr size_t kMaxPairs = 64;  // operands of a conjunction that are compared with each other

bool suspendable(Formula f) { return f->eventual && f->universal; }

// Splits the operands of f by a property; returns whether both parts are non-empty.
bool split(Formula f, bool (*property)(Formula), std::vector<Formula>* with, std::vector<Formula>* without) {
  for (Formula arg : f->args) (property(arg) ? with : without)->push_back(arg);
  return !with->empty() && !without->empty();
}

// Whether the node itself is one of negation normal form: a negation stands before an atom.
[[maybe_unused]] bool is_normal(Formula f) { return !f->is(Op::negation) || f->left()->is(Op::atom); }

bool is_eventual(Formula f) { return f->eventual; }
bool is_universal(Formula f) { return f->universal; }

bool contains(Formula list, Formula f) {
  return std::find(list->args.begin(), list->args.end(), f) != list->args.end();
}

std::vector<Formula> without(Formula list, Formula f) {
  assert(contains(list, f));
  std::vector<Formula> rest = list->args;
  rest.erase(std::find(rest.begin(), rest.end(), f));
  return rest;
}

void erase_nth(std::vector<Formula>& list, size_t n) {
  assert(n < list.size());
  list.erase(list.begin() + narrow<std::ptrdiff_t>(n));
}

}  // namespace

Formula Simplifier::simplify(Formula f) {
  const auto found = done_.find(f);
  if (found != done_.end()) return found->second;
  const Formula n = factory_.nnf(f);
  Formula result = n;
  if (!n->args.empty() && !n->is(Op::negation)) {
    std::vector<Formula> args;
    for (Formula arg : n->args) args.push_back(simplify(arg));
    result = build(n->op, std::move(args));
  }
  done_[f] = done_[n] = result;
  return result;
}

Formula Simplifier::plain(Op op, std::vector<Formula> args) {
  if (op == Op::conjunction) return factory_.conjunction(std::move(args));
  if (op == Op::disjunction) return factory_.disjunction(std::move(args));
  return args.size() == 1 ? factory_.unary(op, args[0]) : factory_.binary(op, args[0], args[1]);
}

Formula Simplifier::build(Op op, std::vector<Formula> args) {
  const Formula key = plain(op, args);
  if (!key->is(op)) return key;
  const auto found = built_.find(key);
  if (found != built_.end()) return found->second;
  if (depth_ > kMaxDepth) return key;
  // While it is being rewritten the formula stands for itself: a cycle of rules ends here.
  built_[key] = key;
  ++depth_;
  const Formula result = rewrite(op, key->args);
  --depth_;
  built_[key] = result;
  return result;
}

Formula Simplifier::rewrite(Op op, std::vector<Formula> args) {
  switch (op) {
    case Op::conjunction:
    case Op::disjunction: return rewrite_nary(op, std::move(args));
    case Op::next: return rewrite_next(args[0]);
    case Op::eventually: return rewrite_eventually(args[0]);
    case Op::always: return rewrite_always(args[0]);
    case Op::until: return rewrite_until(args[0], args[1]);
    case Op::release: return rewrite_release(args[0], args[1]);
    case Op::weak_until: return rewrite_weak_until(args[0], args[1]);
    case Op::strong_release: return rewrite_strong_release(args[0], args[1]);
    case Op::bottom:
    case Op::top:
    case Op::atom:
    case Op::negation: break;
  }
  assert(false && "literals and constants are not rewritten");
  return plain(op, std::move(args));
}

// Unary operators -------------------------------------------------------------------------------------------------

Formula Simplifier::rewrite_next(Formula f) {
  if (suspendable(f)) return f;
  if (f->is(Op::conjunction) || f->is(Op::disjunction)) {
    std::vector<Formula> with, rest;
    if (split(f, suspendable, &with, &rest)) {
      with.push_back(un(Op::next, build(f->op, std::move(rest))));
      return build(f->op, std::move(with));
    }
  }
  return plain(Op::next, {f});
}

Formula Simplifier::rewrite_eventually(Formula f) {
  if (f->eventual) return f;
  if (f->is(Op::next)) return un(Op::next, un(Op::eventually, f->left()));
  if (f->is(Op::until)) return un(Op::eventually, f->right());
  if (f->is(Op::strong_release)) return un(Op::eventually, conj(f->left(), f->right()));
  std::vector<Formula> with, rest;
  // FG(f || u) = FG f || F u
  if (f->is(Op::always) && f->left()->is(Op::disjunction) && split(f->left(), is_universal, &with, &rest)) {
    const Formula first = un(Op::eventually, un(Op::always, build(Op::disjunction, std::move(rest))));
    return disj(first, un(Op::eventually, build(Op::disjunction, std::move(with))));
  }
  with.clear();
  rest.clear();
  if (f->is(Op::conjunction) && split(f, suspendable, &with, &rest)) {
    with.push_back(un(Op::eventually, build(Op::conjunction, std::move(rest))));
    return build(Op::conjunction, std::move(with));
  }
  return plain(Op::eventually, {f});
}

Formula Simplifier::rewrite_always(Formula f) {
  if (f->universal) return f;
  if (f->is(Op::next)) return un(Op::next, un(Op::always, f->left()));
  if (f->is(Op::release)) return un(Op::always, f->right());
  if (f->is(Op::weak_until)) return un(Op::always, disj(f->left(), f->right()));
  std::vector<Formula> with, rest;
  // GF(f && e) = GF f && G e
  if (f->is(Op::eventually) && f->left()->is(Op::conjunction) && split(f->left(), is_eventual, &with, &rest)) {
    const Formula first = un(Op::always, un(Op::eventually, build(Op::conjunction, std::move(rest))));
    return conj(first, un(Op::always, build(Op::conjunction, std::move(with))));
  }
  with.clear();
  rest.clear();
  if (f->is(Op::conjunction) && split(f, is_universal, &with, &rest)) {
    with.push_back(un(Op::always, build(Op::conjunction, std::move(rest))));
    return build(Op::conjunction, std::move(with));
  }
  with.clear();
  rest.clear();
  if (f->is(Op::conjunction) && split(f, is_eventual, &with, &rest)) {
    return conj(un(Op::always, build(Op::conjunction, std::move(rest))),
                un(Op::always, build(Op::conjunction, std::move(with))));
  }
  with.clear();
  rest.clear();
  if (f->is(Op::disjunction) && split(f, suspendable, &with, &rest)) {
    with.push_back(un(Op::always, build(Op::disjunction, std::move(rest))));
    return build(Op::disjunction, std::move(with));
  }
  return plain(Op::always, {f});
}

// Binary operators: R is the dual of U, M that of W; so are their rules -------------------------------------------

Formula Simplifier::rewrite_until(Formula f, Formula g) {
  if (g->boolean && (g == factory_.top() || g == factory_.bottom())) return g;
  if (f == factory_.bottom() || g->eventual || implies(f, g)) return g;
  if (f == factory_.top() || negation_implies(f, g)) return un(Op::eventually, g);
  if (f->eventual && implies(g, f)) return un(Op::eventually, g);
  if (f->is(Op::next) && g->is(Op::next)) return un(Op::next, bin(Op::until, f->left(), g->left()));
  if (g->is(Op::conjunction)) {
    if (contains(g, f)) return bin(Op::strong_release, build(Op::conjunction, without(g, f)), f);
    std::vector<Formula> with, rest;
    if (split(g, suspendable, &with, &rest)) {
      with.push_back(bin(Op::until, f, build(Op::conjunction, std::move(rest))));
      return build(Op::conjunction, std::move(with));
    }
  }
  if (g->is(Op::disjunction)) {
    std::vector<Formula> with, rest;
    if (split(g, is_eventual, &with, &rest)) {
      with.push_back(bin(Op::until, f, build(Op::disjunction, std::move(rest))));
      return build(Op::disjunction, std::move(with));
    }
  }
  if (f->is(Op::disjunction) || f->is(Op::conjunction)) {
    const bool any = f->is(Op::disjunction);
    for (Formula a : f->args) {
      if (any ? implies(a, g) : negation_implies(a, g)) return bin(Op::until, build(f->op, without(f, a)), g);
    }
  }
  if (g->is(Op::until) || g->is(Op::weak_until)) {
    if (implies(f, g->left())) return g;
    if (g->is(Op::until) && implies(g->left(), f)) return bin(Op::until, f, g->right());
  }
  if ((f->is(Op::until) || f->is(Op::weak_until)) && implies(f->left(), g)) return bin(Op::until, f->right(), g);
  return plain(Op::until, {f, g});
}

Formula Simplifier::rewrite_release(Formula f, Formula g) {
  if (g == factory_.top() || g == factory_.bottom()) return g;
  if (f == factory_.top() || g->universal || implies(g, f)) return g;
  if (f == factory_.bottom() || implies_negation(g, f)) return un(Op::always, g);
  if (f->universal && implies(f, g)) return un(Op::always, g);
  if (f->is(Op::next) && g->is(Op::next)) return un(Op::next, bin(Op::release, f->left(), g->left()));
  if (g->is(Op::disjunction)) {
    if (contains(g, f)) return bin(Op::weak_until, build(Op::disjunction, without(g, f)), f);
    std::vector<Formula> with, rest;
    if (split(g, suspendable, &with, &rest)) {
      with.push_back(bin(Op::release, f, build(Op::disjunction, std::move(rest))));
      return build(Op::disjunction, std::move(with));
    }
  }
  if (g->is(Op::conjunction)) {
    std::vector<Formula> with, rest;
    if (split(g, is_universal, &with, &rest)) {
      with.push_back(bin(Op::release, f, build(Op::conjunction, std::move(rest))));
      return build(Op::conjunction, std::move(with));
    }
  }
  if (f->is(Op::disjunction) || f->is(Op::conjunction)) {
    const bool any = f->is(Op::disjunction);
    for (Formula a : f->args) {
      if (any ? implies_negation(g, a) : implies(g, a)) return bin(Op::release, build(f->op, without(f, a)), g);
    }
  }
  if (g->is(Op::release) || g->is(Op::strong_release)) {
    if (implies(g->left(), f)) return g;
    if (g->is(Op::release) && implies(f, g->left())) return bin(Op::release, f, g->right());
  }
  if ((f->is(Op::release) || f->is(Op::strong_release)) && implies(g, f->left())) {
    return bin(Op::release, f->right(), g);
  }
  return plain(Op::release, {f, g});
}

Formula Simplifier::rewrite_weak_until(Formula f, Formula g) {
  if (f == factory_.top() || g == factory_.top()) return factory_.top();
  if (f == factory_.bottom() || implies(f, g)) return g;
  if (g == factory_.bottom()) return un(Op::always, f);
  if (negation_implies(f, g)) return factory_.top();
  if (f->is(Op::next) && g->is(Op::next)) return un(Op::next, bin(Op::weak_until, f->left(), g->left()));
  if (f->universal) return disj(f, g);
  if (g->eventual) return disj(un(Op::always, f), g);
  if (g->is(Op::conjunction) && contains(g, f)) {
    return bin(Op::release, build(Op::conjunction, without(g, f)), f);
  }
  if (g->is(Op::disjunction)) {
    std::vector<Formula> with, rest;
    if (split(g, is_eventual, &with, &rest)) {
      with.push_back(bin(Op::weak_until, f, build(Op::disjunction, std::move(rest))));
      return build(Op::disjunction, std::move(with));
    }
  }
  if (f->is(Op::disjunction) || f->is(Op::conjunction)) {
    const bool any = f->is(Op::disjunction);
    for (Formula a : f->args) {
      if (any ? implies(a, g) : negation_implies(a, g)) return bin(Op::weak_until, build(f->op, without(f, a)), g);
    }
  }
  if (g->is(Op::weak_until) && implies(f, g->left())) return g;
  if ((g->is(Op::until) || g->is(Op::weak_until)) && implies(g->left(), f)) {
    return bin(Op::weak_until, f, g->right());
  }
  if ((f->is(Op::until) || f->is(Op::weak_until)) && implies(f->left(), g)) {
    return bin(Op::weak_until, f->right(), g);
  }
  return plain(Op::weak_until, {f, g});
}

Formula Simplifier::rewrite_strong_release(Formula f, Formula g) {
  if (f == factory_.bottom() || g == factory_.bottom()) return factory_.bottom();
  if (f == factory_.top() || implies(g, f)) return g;
  if (g == factory_.top()) return un(Op::eventually, f);
  if (implies_negation(g, f)) return factory_.bottom();
  if (f->is(Op::next) && g->is(Op::next)) return un(Op::next, bin(Op::strong_release, f->left(), g->left()));
  if (f->eventual) return conj(f, g);
  if (g->universal) return conj(un(Op::eventually, f), g);
  if (g->is(Op::disjunction) && contains(g, f)) {
    return bin(Op::until, build(Op::disjunction, without(g, f)), f);
  }
  if (g->is(Op::conjunction)) {
    std::vector<Formula> with, rest;
    if (split(g, is_universal, &with, &rest)) {
      with.push_back(bin(Op::strong_release, f, build(Op::conjunction, std::move(rest))));
      return build(Op::conjunction, std::move(with));
    }
  }
  if (f->is(Op::disjunction) || f->is(Op::conjunction)) {
    const bool any = f->is(Op::disjunction);
    for (Formula a : f->args) {
      if (any ? implies_negation(g, a) : implies(g, a)) {
        return bin(Op::strong_release, build(f->op, without(f, a)), g);
      }
    }
  }
  if (g->is(Op::strong_release) && implies(g->left(), f)) return g;
  if ((g->is(Op::release) || g->is(Op::strong_release)) && implies(f, g->left())) {
    return bin(Op::strong_release, f, g->right());
  }
  if ((f->is(Op::release) || f->is(Op::strong_release)) && implies(g, f->left())) {
    return bin(Op::strong_release, f->right(), g);
  }
  return plain(Op::strong_release, {f, g});
}

// Conjunction and disjunction -------------------------------------------------------------------------------------

// Two operands of a conjunction (disjunction) as one formula, when a rule is known.
bool Simplifier::merge_pair(Op op, Formula f, Formula g, Formula* merged) {
  const bool both = op == Op::conjunction;
  const auto set = [&](Formula h) { return *merged = h, true; };
  const Op strong = both ? Op::until : Op::strong_release, weak = both ? Op::weak_until : Op::release;
  const Op strong2 = both ? Op::strong_release : Op::until, weak2 = both ? Op::release : Op::weak_until;
  // The left operands meet: (a U b) && (c W b) = (a && c) U b, and its dual (a M b) || (c R b) = (a || c) R b.
  if ((f->is(strong) || f->is(weak)) && (g->is(strong) || g->is(weak)) && f->right() == g->right()) {
    const bool take_strong = both ? (f->is(strong) || g->is(strong)) : (f->is(strong) && g->is(strong));
    return set(bin(take_strong ? strong : weak, build(op, {f->left(), g->left()}), f->right()));
  }
  // The right operands meet: (a R b) && (a M c) = a M (b && c), and (a U b) || (a W c) = a W (b || c).
  if ((f->is(strong2) || f->is(weak2)) && (g->is(strong2) || g->is(weak2)) && f->left() == g->left()) {
    const bool take_strong = both ? (f->is(strong2) || g->is(strong2)) : (f->is(strong2) && g->is(strong2));
    return set(bin(take_strong ? strong2 : weak2, f->left(), build(op, {f->right(), g->right()})));
  }
  if (f->is(Op::next) && g->is(Op::next)) return set(un(Op::next, build(op, {f->left(), g->left()})));
  const Op inner = both ? Op::always : Op::eventually, outer = both ? Op::eventually : Op::always;
  // G a && G b = G(a && b), FG a && FG b = FG(a && b); GF a && GF b stay apart: they are two marks of one state.
  if (both && f->is(inner) && g->is(inner) && !suspendable(f) && !suspendable(g)) {
    return set(un(inner, build(op, {f->left(), g->left()})));
  }
  // F a || e = F(a || e): the initial state of the whole is then one that can wait.
  if (!both && f->is(inner) && g->eventual) {
    return set(un(inner, build(op, {f->left(), g->is(inner) ? g->left() : g})));
  }
  if (f->is(outer) && g->is(outer) && suspendable(f) && suspendable(g)) {
    return set(un(outer, build(op, {f->left(), g->left()})));
  }
  // F b && (a W b) = a U b, F a && (a R b) = a M b; G a || (a U b) = a W b, G b || (a M b) = a R b.
  if (both && f->is(Op::eventually)) {
    if (g->is(Op::weak_until) && g->right() == f->left()) return set(bin(Op::until, g->left(), g->right()));
    if (g->is(Op::release) && g->left() == f->left()) return set(bin(Op::strong_release, g->left(), g->right()));
  }
  if (!both && f->is(Op::always)) {
    if (g->is(Op::until) && g->left() == f->left()) return set(bin(Op::weak_until, g->left(), g->right()));
    if (g->is(Op::strong_release) && g->right() == f->left()) return set(bin(Op::release, g->left(), g->right()));
  }
  // a && XG a = G a, a || XF a = F a.
  if (g->is(Op::next) && g->left()->is(inner) && g->left()->left() == f) return set(g->left());
  return false;
}

Formula Simplifier::rewrite_nary(Op op, std::vector<Formula> args) {
  const bool both = op == Op::conjunction;
  const Op other = both ? Op::disjunction : Op::conjunction;
  if (args.size() > kMaxPairs) return plain(op, std::move(args));
  for (size_t i = 0; i < args.size(); ++i) {
    for (size_t j = 0; j < args.size(); ++j) {
      if (i == j) continue;
      const Formula f = args[i], g = args[j];
      if (implies(f, g)) {
        erase_nth(args, both ? j : i);
        return build(op, std::move(args));
      }
      if (both ? implies_negation(f, g) : negation_implies(f, g)) return both ? factory_.bottom() : factory_.top();
      Formula merged = nullptr;
      if (merge_pair(op, f, g, &merged)) {
        args[i] = merged;
        erase_nth(args, j);
        return build(op, std::move(args));
      }
      // a && (!a || b) = a && b, and its dual.
      if (!g->is(other)) continue;
      for (Formula part : g->args) {
        if (both ? implies_negation(f, part) : negation_implies(f, part)) {
          args[j] = build(other, without(g, part));
          return build(op, std::move(args));
        }
        // a && ((a && b) || c) = a && (b || c), and its dual.
        if (!part->is(op)) continue;
        for (Formula inner : part->args) {
          if (both ? !implies(f, inner) : !implies(inner, f)) continue;
          std::vector<Formula> rest = without(g, part);
          rest.push_back(build(op, without(part, inner)));
          args[j] = build(other, std::move(rest));
          return build(op, std::move(args));
        }
      }
    }
  }
  return plain(op, std::move(args));
}

// Syntactic implication -------------------------------------------------------------------------------------------

bool Simplifier::implies(Formula f, Formula g) {
  assert(is_normal(f) && is_normal(g));
  if (f == g || f == factory_.bottom() || g == factory_.top()) return true;
  if (f == factory_.top() || g == factory_.bottom()) return false;
  const uint64_t key = uint64_t{f->id} << 32 | g->id;
  const auto [it, fresh] = implied_.emplace(key, false);
  if (!fresh) return it->second;
  const bool result = test_implies(f, g);
  implied_[key] = result;
  return result;
}

bool Simplifier::test_implies(Formula f, Formula g) {
  const auto f_implies_g = [&](Formula h) { return implies(h, g); };
  const auto f_implies = [&](Formula h) { return implies(f, h); };
  if (f->is(Op::disjunction)) return std::all_of(f->args.begin(), f->args.end(), f_implies_g);
  if (g->is(Op::conjunction)) return std::all_of(g->args.begin(), g->args.end(), f_implies);
  if (f->is(Op::conjunction) && std::any_of(f->args.begin(), f->args.end(), f_implies_g)) return true;
  if (g->is(Op::disjunction) && std::any_of(g->args.begin(), g->args.end(), f_implies)) return true;

  switch (f->op) {  // what follows from f alone
    case Op::next:
      if (g->is(Op::next) && implies(f->left(), g->left())) return true;
      if (g->eventual && implies(f->left(), g)) return true;
      break;
    case Op::eventually:
      if (g->eventual && implies(f->left(), g)) return true;
      break;
    case Op::always:
      if (implies(f->left(), g)) return true;
      if ((g->is(Op::weak_until) && implies(f->left(), g->left())) ||
          (g->is(Op::release) && implies(f->left(), g->right()))) {
        return true;
      }
      break;
    case Op::until:
      if (g->eventual && implies(f->right(), g)) return true;
      [[fallthrough]];
    case Op::weak_until:
      if (implies(f->left(), g) && implies(f->right(), g)) return true;
      if ((g->is(Op::weak_until) || (g->is(Op::until) && f->is(Op::until))) && implies(f->left(), g->left()) &&
          implies(f->right(), g->right())) {
        return true;
      }
      if ((g->is(Op::release) || (g->is(Op::strong_release) && f->is(Op::until))) && implies(f->left(), g->right()) &&
          implies(f->right(), g->left()) && implies(f->right(), g->right())) {
        return true;
      }
      break;
    case Op::strong_release:
      if (g->eventual && (implies(f->left(), g) || implies(f->right(), g))) return true;
      [[fallthrough]];
    case Op::release:
      if (implies(f->right(), g)) return true;
      if ((g->is(Op::release) || (g->is(Op::strong_release) && f->is(Op::strong_release))) &&
          implies(f->left(), g->left()) && implies(f->right(), g->right())) {
        return true;
      }
      if ((g->is(Op::weak_until) || (g->is(Op::until) && f->is(Op::strong_release))) &&
          implies(f->right(), g->left()) && (implies(f->left(), g->right()) || implies(f->right(), g->right()))) {
        return true;
      }
      break;
    case Op::bottom:
    case Op::top:
    case Op::atom:
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction: break;
  }
  switch (g->op) {  // what suffices for g alone
    case Op::next: return f->universal && implies(f, g->left());
    case Op::eventually: return implies(f, g->left());
    case Op::always: return f->universal && implies(f, g->left());
    case Op::until:
    case Op::weak_until: return implies(f, g->right());
    case Op::release:
    case Op::strong_release: return implies(f, g->left()) && implies(f, g->right());
    case Op::bottom:
    case Op::top:
    case Op::atom:
    case Op::negation:
    case Op::conjunction:
    case Op::disjunction: return false;
  }
  __builtin_unreachable();
}

}  // namespace gyre::logic
