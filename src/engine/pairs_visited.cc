// Lossless stores that keep no numbered states: one instantiation of depth-first search for all of them.
#include <cmath>

#include "base/error.h"
#include "engine/pair_runs.h"
#include "engine/visited_run.h"
#include "store/dfa.h"
#include "store/linear.h"
#include "store/tree_compact.h"

namespace gyre::engine {

PairResult run_visited(const PairTask& t, store::VisitedInterface& set) {
  store::VisitedStack<store::AnyVisited> store(set);
  return run_visited_dfs(t, store);
}

PairResult run_dfs_dfa(const PairTask& t) {
  store::Erased<store::Dfa> dfa;
  PairResult result = run_visited(t, dfa);
  result.note = fmt::format("the automaton has {} nodes", dfa.set().nodes());
  return result;
}

PairResult run_dfs_tree_compact(const PairTask& t) {
  store::Erased<store::TreeCompact> tree;
  return run_visited(t, tree);
}

PairResult run_dfs_linear(const PairTask& t) {
  model::SuccessorBuffer buffer;
  t.model.initial(buffer);
  if (!buffer.list.empty() && !buffer.list[0].dead_end) {
    uint32_t shape;
    std::memcpy(&shape, buffer.view(0).data, sizeof shape);
    const double bits = store::Linear::log2_range(t.model.shape(shape));
    const auto limit = static_cast<double>(std::min<uint64_t>(t.task.memory_limit, store::physical_memory()));
    if (bits > std::log2(limit) + 3) {
      throw Error(
          fmt::format("--store linear has a bit for each possible state, and there are 2^{:.1f} of them, more "
                      "than there is memory for: use another store",
                      bits));
    }
  }
  store::Erased<store::Linear> linear([&t](uint32_t n) -> const StateShape& { return t.model.shape(n); });
  PairResult result = run_visited(t, linear);
  const store::Linear& l = linear.set();
  result.note = fmt::format(
      "density {:.3g} of 2^{:.1f} possible states, d_crit {:.3g}: to list the states would take {} memory", l.fill(),
      std::log2(l.range()), l.critical_density(), l.fill() > l.critical_density() ? "more" : "less");
  if (l.met_large_shape()) result.note += "; processes were created, and for their states there was no room";
  return result;
}

}  // namespace gyre::engine
