#include "automata/tableau.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"

namespace gyre::automata {

namespace {

using logic::Formula;
using logic::FormulaFactory;
using logic::Op;

constexpr size_t kMaxStates = 20'000;
constexpr size_t kMaxEdges = 1'000'000;

class Tableau {
 public:
  Tableau(FormulaFactory& factory, BddManager& bdds) : factory_(factory), bdds_(bdds) {}

  Graph run(Formula f) {
    graph_.initial = state_of(f);
    for (size_t s = 0; s < functions_.size(); ++s) expand(static_cast<uint32_t>(s));
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
    int promise;  // its number, or -1: next
  };
  // Next formulas and promises of an edge, as variables.
  using Implicant = std::vector<uint32_t>;

  [[noreturn]] static void too_large() { throw Error("formula is too large to be translated"); }

  Bdd next(Formula f) {
    if (f == factory_.top()) return kTrue;
    if (f == factory_.bottom()) return kFalse;
    const auto [it, fresh] = next_.emplace(f, kMaxAtoms + static_cast<uint32_t>(variables_.size()));
    if (fresh) variables_.push_back({f, -1});
    return bdds_.variable(it->second);
  }

  Bdd promise(Formula f) {
    const auto [it, fresh] = promise_.emplace(f, kMaxAtoms + static_cast<uint32_t>(variables_.size()));
    if (fresh) {
      if (promises_ == kMaxSets) throw Error("formula has more than 64 different promises (right operands of U and the like)");
      variables_.push_back({f, static_cast<int>(promises_++)});
    }
    return bdds_.variable(it->second);
  }

  // `recurring`: X[G f] will be asked for as well.
  Bdd function(Formula f, bool recurring) {
    const auto found = function_[recurring].find(f);
    if (found != function_[recurring].end()) return found->second;
    const Bdd result = compute(f, recurring);
    function_[recurring].emplace(f, result);
    return result;
  }

  Bdd compute(Formula f, bool recurring) {
    const auto later = [&] { return recurring ? kTrue : next(f); };
    switch (f->op) {
      case Op::bottom: return kFalse;
      case Op::top: return kTrue;
      case Op::atom: return bdds_.variable(f->atom);
      case Op::negation: return bdds_.lnot(bdds_.variable(f->left()->atom));
      case Op::conjunction: {
        Bdd result = kTrue;
        for (Formula arg : f->args) result = bdds_.land(result, function(arg, recurring));
        return result;
      }
      case Op::disjunction: {
        Bdd result = kFalse;
        for (Formula arg : f->args) result = bdds_.lor(result, function(arg, false));
        return result;
      }
      case Op::next: return next(f->left());
      case Op::eventually: {
        const Bdd now = function(f->left(), false);
        return bdds_.lor(now, bdds_.land(promise(f->left()), later()));
      }
      case Op::always: return bdds_.land(function(f->left(), true), next(f));
      case Op::until: {
        const Bdd left = function(f->left(), false), right = function(f->right(), false);
        return bdds_.lor(right, bdds_.land(promise(f->right()), bdds_.land(left, later())));
      }
      case Op::weak_until: {
        const Bdd left = function(f->left(), false), right = function(f->right(), false);
        return bdds_.lor(right, bdds_.land(left, later()));
      }
      case Op::release: {
        const Bdd left = function(f->left(), false), right = function(f->right(), recurring);
        return bdds_.land(right, bdds_.lor(left, later()));
      }
      case Op::strong_release: {
        const Bdd left = function(f->left(), false), right = function(f->right(), recurring);
        const Bdd put_off = bdds_.land(promise(factory_.conjunction({f->left(), f->right()})), later());
        return bdds_.land(right, bdds_.lor(left, put_off));
      }
    }
    return kFalse;
  }

  uint32_t state_of(Formula f) {
    const Bdd key = function(f, false);
    const auto [it, fresh] = states_.emplace(key, static_cast<uint32_t>(functions_.size()));
    if (fresh) {
      if (functions_.size() >= kMaxStates) too_large();
      functions_.push_back(key);
      graph_.out.emplace_back();
    }
    return it->second;
  }

  bool is_atom(Bdd f) const { return !bdds_.constant(f) && bdds_.var(f) < kMaxAtoms; }

  // The functions over X and a that are left when the letter is known, each with the letters that lead to it.
  void leaves(Bdd f, std::vector<Bdd>* order, std::set<Bdd>* seen) {
    if (!seen->insert(f).second) return;
    if (!is_atom(f)) {
      order->push_back(f);
      return;
    }
    leaves(bdds_.high(f), order, seen);
    leaves(bdds_.low(f), order, seen);
  }

  Bdd letters_to(Bdd f, Bdd leaf, std::map<Bdd, Bdd>* done) {
    if (!is_atom(f)) return f == leaf ? kTrue : kFalse;
    const auto found = done->find(f);
    if (found != done->end()) return found->second;
    const Bdd low = letters_to(bdds_.low(f), leaf, done), high = letters_to(bdds_.high(f), leaf, done);
    const Bdd result = bdds_.make(bdds_.var(f), low, high);
    done->emplace(f, result);
    return result;
  }

  bool holds(Bdd f, const Implicant& implicant) const {
    while (!bdds_.constant(f)) {
      const bool set = std::binary_search(implicant.begin(), implicant.end(), bdds_.var(f));
      f = set ? bdds_.high(f) : bdds_.low(f);
    }
    return f == kTrue;
  }

  // Prime implicants of a monotone function: those without the top variable, and those that need it.
  const std::vector<Implicant>& primes(Bdd f) {
    const auto found = primes_.find(f);
    if (found != primes_.end()) return found->second;
    std::vector<Implicant> result;
    if (f == kTrue) result.emplace_back();
    if (!bdds_.constant(f)) {
      const Bdd low = bdds_.low(f);
      result = primes(low);
      for (const Implicant& p : primes(bdds_.high(f))) {
        if (holds(low, p)) continue;
        result.emplace_back();
        result.back().push_back(bdds_.var(f));
        result.back().insert(result.back().end(), p.begin(), p.end());
      }
    }
    edges_ += result.size();
    if (edges_ > kMaxEdges) too_large();
    return primes_.emplace(f, std::move(result)).first->second;
  }

  void expand(uint32_t s) {
    std::vector<Bdd> order;
    std::set<Bdd> seen;
    leaves(functions_[s], &order, &seen);
    std::map<std::pair<uint32_t, uint64_t>, size_t> place;
    for (const Bdd leaf : order) {
      if (leaf == kFalse) continue;
      std::map<Bdd, Bdd> done;
      const Bdd label = letters_to(functions_[s], leaf, &done);
      for (const Implicant& p : primes(leaf)) {
        std::vector<Formula> rest;
        uint64_t promised = 0;
        for (const uint32_t v : p) {
          const Variable& variable = variables_[v - kMaxAtoms];
          if (variable.promise >= 0) {
            promised |= uint64_t{1} << variable.promise;
          } else {
            rest.push_back(variable.formula);
          }
        }
        const uint32_t target = state_of(factory_.conjunction(std::move(rest)));
        if (functions_[target] == kFalse) continue;
        const auto [it, fresh] = place.emplace(std::pair(target, promised), graph_.out[s].size());
        if (fresh) {
          if (++edges_ > kMaxEdges) too_large();
          graph_.out[s].push_back({target, label, promised});
        } else {
          Bdd& joined = graph_.out[s][it->second].label;
          joined = bdds_.lor(joined, label);
        }
      }
    }
  }

  FormulaFactory& factory_;
  BddManager& bdds_;
  Graph graph_;
  std::vector<Variable> variables_;
  std::map<Formula, uint32_t> next_, promise_;
  std::map<Formula, Bdd> function_[2];
  std::map<Bdd, uint32_t> states_;
  std::map<Bdd, std::vector<Implicant>> primes_;
  std::vector<Bdd> functions_;
  uint32_t promises_ = 0;
  size_t edges_ = 0;
};

}  // namespace

Graph tableau(FormulaFactory& factory, Formula f, BddManager& bdds) { return Tableau(factory, bdds).run(f); }

}  // namespace gyre::automata
