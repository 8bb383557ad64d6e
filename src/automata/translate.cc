#include "automata/translate.h"

#include <fmt/format.h>

#include <optional>
#include <tuple>

#include "automata/degeneralise.h"
#include "automata/graph.h"
#include "automata/lasso.h"
#include "automata/obligation.h"
#include "automata/simulation.h"
#include "automata/tableau.h"
#include "base/error.h"
#include "logic/simplify.h"

namespace gyre::automata {

namespace {

// Subsets of states in the construction of a weak deterministic automaton: for syntactic obligations, and for others.
constexpr size_t kMaxSubsets = 2000;
constexpr size_t kMaxSubsetsTried = 300;

// Formulas up to this size, with automata up to this many states, are also translated without rewriting.
constexpr uint64_t kMaxSizeTwice = 60;
constexpr size_t kMaxStatesTwice = 60;

// The most edges of automata that are only tried.
constexpr size_t kMaxEdgesTried = 2000;

// The best automaton so far: fewest states, then deterministic, then fewest edges, then the one that came first.
class Best {
 public:
  explicit Best(BddManager& bdds) : bdds_(bdds) {}

  void offer(Graph graph) {
    const Key key = {graph.size(), !is_deterministic(graph, bdds_), graph.edges()};
    if (best_ && key >= key_) return;
    best_ = std::move(graph);
    key_ = key;
  }

  const Graph& get() const { return *best_; }

 private:
  using Key = std::tuple<size_t, bool, size_t>;
  BddManager& bdds_;
  std::optional<Graph> best_;
  Key key_;
};

Graph general_automaton(logic::FormulaFactory& factory, logic::Formula f, const TranslateOptions& options,
                        BddManager& bdds, size_t max_edges) {
  Graph graph = normalise(tableau(factory, f, bdds, max_edges), bdds);
  return options.simulation ? reduce_by_simulation(std::move(graph), bdds) : graph;
}

// The minimal weak deterministic automaton, if there is one and it has at most `size` states. `general` is the
// automaton of f. Where the syntax does not promise an obligation the result is tried out on the languages of f and !f.
std::optional<Graph> weak_automaton(logic::FormulaFactory& factory, logic::Formula f, const Graph& general, size_t size,
                                    const TranslateOptions& options, BddManager& bdds) {
  std::optional<WeakDeterministic> weak =
      minimal_weak_deterministic(general, f->obligation ? kMaxSubsets : kMaxSubsetsTried, bdds);
  if (!weak || weak->graph.size() > size) return std::nullopt;
  if (f->obligation) return std::move(weak->graph);
  if (!product_is_empty(to_automaton(general, bdds), to_automaton(weak->complement, bdds))) return std::nullopt;
  try {
    const Graph negated = general_automaton(factory, factory.negated_nnf(f), options, bdds, kMaxEdgesTried);
    if (!product_is_empty(to_automaton(negated, bdds), to_automaton(weak->graph, bdds))) return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // !f is too large to try it out
  }
  return std::move(weak->graph);
}

void add_candidates(logic::FormulaFactory& factory, logic::Formula f, const TranslateOptions& options, BddManager& bdds,
                    size_t max_edges, Best& best) {
  const Graph general = general_automaton(factory, f, options, bdds, max_edges);
  if (options.generalised) {
    best.offer(general);
  } else {
    for (const Entry entry : {Entry::lowest, Entry::highest}) {
      Graph plain = degeneralise(general, entry, bdds);
      if (options.simulation) plain = reduce_by_simulation(std::move(plain), bdds);
      best.offer(std::move(plain));
    }
  }
  if (!options.obligations) return;
  if (std::optional<Graph> weak = weak_automaton(factory, f, general, best.get().size(), options, bdds)) {
    best.offer(std::move(*weak));
  }
}

}  // namespace

Automaton translate(logic::Formula f, const TranslateOptions& options) {
  if (logic::atom_bound(f) > kMaxAtoms) {
    throw Error(fmt::format("formula has more than {} atoms", kMaxAtoms));
  }
  // The factory is a fresh one, so that the result does not depend on what the user's holds.
  logic::FormulaFactory factory;
  logic::Simplifier simplifier(factory);
  const logic::Formula own = factory.nnf(factory.import(f));
  const logic::Formula simple = options.simplify ? simplifier.simplify(own) : own;

  BddManager bdds(options.stop);
  Best best(bdds);
  add_candidates(factory, simple, options, bdds, kMaxTableauEdges, best);
  // Now and then rewriting has spoilt something; small formulas are cheap enough to try both.
  if (simple != own && own->size <= kMaxSizeTwice && best.get().size() <= kMaxStatesTwice) {
    try {
      add_candidates(factory, own, options, bdds, kMaxEdgesTried, best);
    } catch (const Error&) {
      // The automaton without rewriting is the larger one, then.
    }
  }
  return to_automaton(best.get(), bdds);
}

Automaton state_based(const Automaton& automaton) {
  BddManager bdds;
  Graph general = to_graph(automaton, bdds);
  general.state_based = false;
  general.accepting.clear();
  general = reduce_by_simulation(std::move(general), bdds);
  Automaton result = to_automaton(reduce_by_simulation(degeneralise(general, Entry::lowest, bdds), bdds), bdds);
  result.atoms = automaton.atoms;
  return result;
}

}  // namespace gyre::automata
