#include "automata/lasso.h"

#include <cassert>
#include <map>
#include <unordered_map>
#include <utility>

#include "automata/scc.h"
#include "base/ids.h"

namespace gyre::automata {

namespace {

using logic::Formula;
using logic::Op;
using Truth = std::vector<char>;  // by position

class Evaluator {
 public:
  explicit Evaluator(const Lasso& word) : word_(word) { assert(!word.cycle.empty()); }

  const Truth& evaluate(Formula f) {
    const auto found = done_.find(f);
    if (found != done_.end()) return found->second;
    std::vector<const Truth*> args;
    for (Formula arg : f->args) args.push_back(&evaluate(arg));
    Truth truth = compute(f, args);
    return done_.emplace(f, std::move(truth)).first->second;
  }

 private:
  Truth compute(Formula f, const std::vector<const Truth*>& args) {
    const size_t n = word_.size();
    const Truth all(n, 1), none(n, 0);
    Truth result(n, f->op == Op::top || f->op == Op::conjunction);
    switch (f->op) {
      case Op::bottom:
      case Op::top: return result;
      case Op::atom:
        for (size_t i = 0; i < n; ++i) result[i] = f->atom < 64 && (word_.letter(i) >> f->atom & 1);
        return result;
      case Op::negation:
        for (size_t i = 0; i < n; ++i) result[i] = !(*args[0])[i];
        return result;
      case Op::conjunction:
      case Op::disjunction:
        for (const Truth* arg : args) {
          for (size_t i = 0; i < n; ++i) {
            result[i] = f->op == Op::conjunction ? result[i] && (*arg)[i] : result[i] || (*arg)[i];
          }
        }
        return result;
      case Op::next:
        for (size_t i = 0; i < n; ++i) result[i] = (*args[0])[word_.next(i)];
        return result;
      case Op::eventually: return fixpoint(all, *args[0], false);
      case Op::always: return fixpoint(*args[0], none, true);
      case Op::until: return fixpoint(*args[0], *args[1], false);
      case Op::weak_until: return fixpoint(*args[0], *args[1], true);
      // f R g = g W (f and g), f M g = g U (f and g)
      case Op::release:
      case Op::strong_release: {
        Truth both(n);
        for (size_t i = 0; i < n; ++i) both[i] = (*args[0])[i] && (*args[1])[i];
        return fixpoint(*args[1], both, f->op == Op::release);
      }
    }
    return result;
  }

  // The least (greatest) solution of x = g or (f and X x): f U g (f W g).
  Truth fixpoint(const Truth& f, const Truth& g, bool greatest) const {
    Truth x(word_.size(), greatest);
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = word_.size(); i-- > 0;) {
        const char value = g[i] || (f[i] && x[word_.next(i)]);
        changed |= value != x[i];
        x[i] = value;
      }
    }
    return x;
  }

  const Lasso& word_;
  std::unordered_map<Formula, Truth> done_;
};

// A graph whose edges have marks, explored from some roots: is there a cycle with all marks?
struct MarkedGraph {
  struct Step {
    uint32_t to;
    uint64_t marks;
  };
  std::vector<std::vector<Step>> steps;
  std::vector<uint32_t> roots;

  bool has_accepting_cycle(uint64_t all) const {
    Adjacency successors(steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
      for (const Step& step : steps[i]) successors[i].push_back(step.to);
    }
    const Components parts = strongly_connected(successors, roots);
    std::vector<uint64_t> marks(parts.count, 0);
    std::vector<char> cyclic(parts.count, 0);
    for (size_t i = 0; i < steps.size(); ++i) {
      if (parts.of[i] == Components::kNone) continue;
      for (const Step& step : steps[i]) {
        if (parts.of[step.to] != parts.of[i]) continue;
        cyclic[parts.of[i]] = 1;
        marks[parts.of[i]] |= step.marks;
      }
    }
    for (uint32_t c = 0; c < parts.count; ++c) {
      if (cyclic[c] && marks[c] == all) return true;
    }
    return false;
  }
};

bool compatible(const std::vector<Cube>& a, const std::vector<Cube>& b) {
  for (const Cube& x : a) {
    for (const Cube& y : b) {
      if (((x.pos | y.pos) & (x.neg | y.neg)) == 0) return true;
    }
  }
  return false;
}

}  // namespace

bool satisfies(const Lasso& word, Formula f) { return Evaluator(word).evaluate(f)[0] != 0; }

bool accepts(const Automaton& automaton, const Lasso& word) { return accepts(automaton, word, {automaton.initial}); }

bool accepts(const Automaton& automaton, const Lasso& word, const std::vector<uint32_t>& from) {
  assert(!word.cycle.empty());
  const size_t n = word.size();
  const auto number = [&](uint32_t s, size_t i) { return narrow<uint32_t>(s * n + i); };
  MarkedGraph graph;
  graph.steps.resize(automaton.states.size() * n);
  for (uint32_t s = 0; s < automaton.states.size(); ++s) {
    for (const Edge& e : automaton.states[s].edges) {
      for (size_t i = 0; i < n; ++i) {
        if (e.matches(word.letter(i))) graph.steps[number(s, i)].push_back({number(e.target, word.next(i)), e.marks});
      }
    }
  }
  for (const uint32_t s : from) {
    assert(s < automaton.states.size());
    graph.roots.push_back(number(s, 0));
  }
  return graph.has_accepting_cycle(automaton.all_marks());
}

bool product_is_empty(const Automaton& a, const Automaton& b) {
  // Marks of both sides share one word.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> number;
  std::vector<std::pair<uint32_t, uint32_t>> nodes;
  const auto add = [&](uint32_t x, uint32_t y) {
    const auto [it, fresh] = number.emplace(std::pair(x, y), next_id<uint32_t>(nodes));
    if (fresh) nodes.emplace_back(x, y);
    return it->second;
  };
  MarkedGraph graph;
  graph.roots.push_back(add(a.initial, b.initial));
  const bool fits = a.sets + b.sets <= 64;
  // Without room for both, only a's marks are looked at here: then "empty" is still right, "not empty" may be too much.
  const uint64_t all = fits && b.sets > 0 ? a.all_marks() | b.all_marks() << a.sets : a.all_marks();
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    const auto [x, y] = nodes[i];
    graph.steps.emplace_back();
    for (const Edge& e : a.states[x].edges) {
      for (const Edge& f : b.states[y].edges) {
        if (!compatible(e.label, f.label)) continue;
        const uint32_t to = add(e.target, f.target);
        const uint64_t marks = fits && b.sets > 0 ? e.marks | f.marks << a.sets : e.marks;
        graph.steps[i].push_back({to, marks});
      }
    }
  }
  return !graph.has_accepting_cycle(all);
}

}  // namespace gyre::automata
