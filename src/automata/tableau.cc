#include "automata/tableau.h"

#include <algorithm>
#include <cassert>
#include <compare>
#include <iterator>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/ids.h"

namespace gyre::automata {

namespace {

using logic::Formula;
using logic::FormulaFactory;
using logic::Op;

constexpr size_t kMaxStates = 20'000;
constexpr size_t kTermsPerEdge = 5;   // of all functions together, compared with the edges allowed
constexpr size_t kMaxTerms = 10'000;  // of one function

class Tableau {
 public:
  Tableau(FormulaFactory& factory, BddManager& bdds, size_t max_edges)
      : factory_(factory), bdds_(bdds), max_edges_(max_edges) {}

  Graph run(Formula f) {
    graph_.initial = state_of(f);
    for (uint32_t s = 0; s < functions_.size(); ++s) expand(s);
    // Promises become marks only now, when all of them are known.
    graph_.sets = promises_;
    for (auto& edges : graph_.out) {
      for (GraphEdge& e : edges) e.marks = graph_.all_marks() & ~e.marks;
    }
    return std::move(graph_);
  }

 private:
  struct Variable {
    Formula formula;
    std::optional<uint32_t> promise;  // its number; none: the formula is one of the next state
  };
  // Next formulas and promises, as sorted variables, and the letters for which they are a prime implicant.
  struct Term {
    std::vector<uint32_t> variables;
    Bdd label;
    auto operator<=>(const Term&) const = default;
  };
  // A function: all its prime implicants, letter by letter. It is monotone in the variables, so that the sorted list is
  // unique. One BDD over atoms and variables would be unique too, but in whatever fixed order of variables it is
  // exponential for formulas as plain as p0 U (p1 U (p2 U ...)).
  using Function = std::vector<Term>;

  [[noreturn]] static void too_large() { throw Error("formula is too large to be translated"); }

  Function next(Formula f) {
    if (f == factory_.top()) return letters(kTrue);
    if (f == factory_.bottom()) return {};
    const auto [it, fresh] = next_.emplace(f, next_id<uint32_t>(variables_));
    if (fresh) variables_.push_back({f, std::nullopt});
    return {{{it->second}, kTrue}};
  }

  Function promise(Formula f) {
    const auto [it, fresh] = promise_.emplace(f, next_id<uint32_t>(variables_));
    if (fresh) {
      if (promises_ == kMaxSets)
        throw Error("formula has more than 64 different promises (right operands of U and the like)");
      variables_.push_back({f, promises_++});
    }
    return {{{it->second}, kTrue}};
  }

  static Function letters(Bdd label) { return {{{}, label}}; }

  // Sorts, joins equal implicants, and takes from each the letters for which a part of it suffices.
  Function normal(std::map<std::vector<uint32_t>, Bdd> joined) {
    if (joined.size() > kMaxTerms) too_large();
    std::vector<Term> by_size;
    for (auto& [variables, label] : joined) {
      if (label != kFalse) by_size.push_back({variables, label});
    }
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const Term& a, const Term& b) { return a.variables.size() < b.variables.size(); });
    Function result;
    for (Term& t : by_size) {
      for (const Term& less : result) {
        bdds_.poll();
        if (less.variables.size() >= t.variables.size()) break;
        if (!std::includes(t.variables.begin(), t.variables.end(), less.variables.begin(), less.variables.end()))
          continue;
        t.label = bdds_.minus(t.label, less.label);
        if (t.label == kFalse) break;
      }
      if (t.label != kFalse) result.push_back(std::move(t));
    }
    return result;
  }

  Function either(const Function& f, const Function& g) {
    std::map<std::vector<uint32_t>, Bdd> joined;
    for (const Function* side : {&f, &g}) {
      for (const Term& t : *side) {
        const auto [it, fresh] = joined.emplace(t.variables, t.label);
        if (!fresh) it->second = bdds_.lor(it->second, t.label);
      }
    }
    return normal(std::move(joined));
  }

  Function both(const Function& f, const Function& g) {
    std::map<std::vector<uint32_t>, Bdd> joined;
    for (const Term& a : f) {
      for (const Term& b : g) {
        const Bdd label = bdds_.land(a.label, b.label);
        if (label == kFalse) continue;
        std::vector<uint32_t> variables;
        std::set_union(a.variables.begin(), a.variables.end(), b.variables.begin(), b.variables.end(),
                       std::back_inserter(variables));
        const auto [it, fresh] = joined.emplace(std::move(variables), label);
        if (!fresh) it->second = bdds_.lor(it->second, label);
      }
      if (joined.size() > kMaxTerms) too_large();
    }
    return normal(std::move(joined));
  }

  // `recurring`: X[G f] will be asked for as well.
  const Function& function(Formula f, bool recurring) {
    const auto found = function_[recurring].find(f);
    if (found != function_[recurring].end()) return found->second;
    Function result = compute(f, recurring);
    total_terms_ += result.size();
    if (total_terms_ > kTermsPerEdge * max_edges_) too_large();
    return function_[recurring].emplace(f, std::move(result)).first->second;
  }

  Function compute(Formula f, bool recurring) {
    const auto later = [&] { return recurring ? letters(kTrue) : next(f); };
    switch (f->op) {
      case Op::bottom: return {};
      case Op::top: return letters(kTrue);
      case Op::atom: return letters(bdds_.atom(f->atom));
      case Op::negation: return letters(bdds_.lnot(bdds_.atom(f->left()->atom)));
      case Op::conjunction: {
        Function result = letters(kTrue);
        for (Formula arg : f->args) result = both(result, function(arg, recurring));
        return result;
      }
      case Op::disjunction: {
        Function result;
        for (Formula arg : f->args) result = either(result, function(arg, false));
        return result;
      }
      case Op::next: return next(f->left());
      // Operands first, one by one: the numbers of variables must not depend on the compiler's order of evaluation.
      case Op::eventually: {
        const Function& now = function(f->left(), false);
        const Function promised = promise(f->left());
        return either(now, both(promised, later()));
      }
      case Op::always: {
        const Function& now = function(f->left(), true);
        return both(now, next(f));
      }
      case Op::until: {
        const Function& left = function(f->left(), false);
        const Function& right = function(f->right(), false);
        const Function promised = promise(f->right());
        return either(right, both(left, both(promised, later())));
      }
      case Op::weak_until: {
        const Function& left = function(f->left(), false);
        const Function& right = function(f->right(), false);
        return either(right, both(left, later()));
      }
      case Op::release: {
        const Function& left = function(f->left(), false);
        const Function& right = function(f->right(), recurring);
        return both(right, either(left, later()));
      }
      case Op::strong_release: {
        const Function& left = function(f->left(), false);
        const Function& right = function(f->right(), recurring);
        const Function promised = promise(factory_.conjunction({f->left(), f->right()}));
        return both(right, either(left, both(promised, later())));
      }
    }
    return {};
  }

  uint32_t state_of(Formula f) {
    const Function& key = function(f, false);
    const auto [it, fresh] = states_.emplace(key, next_id<uint32_t>(functions_));
    if (fresh) {
      if (functions_.size() >= kMaxStates) too_large();
      functions_.push_back(&it->first);
      graph_.out.emplace_back();
    }
    return it->second;
  }

  void expand(uint32_t s) {
    assert(s < graph_.out.size() && graph_.out.size() == functions_.size());
    std::map<std::pair<uint32_t, uint64_t>, size_t> place;
    for (const Term& t : *functions_[s]) {
      std::vector<Formula> rest;
      uint64_t promised = 0;
      for (const uint32_t v : t.variables) {
        if (variables_[v].promise) {
          promised |= uint64_t{1} << *variables_[v].promise;
        } else {
          rest.push_back(variables_[v].formula);
        }
      }
      const uint32_t target = state_of(factory_.conjunction(std::move(rest)));
      if (functions_[target]->empty()) continue;
      const auto [it, fresh] = place.emplace(std::pair(target, promised), graph_.out[s].size());
      if (fresh) {
        if (++edges_ > max_edges_) too_large();
        graph_.out[s].push_back({target, t.label, promised});
      } else {
        Bdd& joined = graph_.out[s][it->second].label;
        joined = bdds_.lor(joined, t.label);
      }
    }
  }

  FormulaFactory& factory_;
  BddManager& bdds_;
  size_t max_edges_;
  Graph graph_;
  std::vector<Variable> variables_;
  std::map<Formula, uint32_t> next_, promise_;
  std::map<Formula, Function> function_[2];
  std::map<Function, uint32_t> states_;
  std::vector<const Function*> functions_;  // keys of states_
  uint32_t promises_ = 0;
  size_t edges_ = 0;
  size_t total_terms_ = 0;
};

}  // namespace

Graph tableau(FormulaFactory& factory, Formula f, BddManager& bdds, size_t max_edges) {
  return Tableau(factory, bdds, max_edges).run(f);
}

}  // namespace gyre::automata
