// Lossless stores that keep no numbered states: one instantiation of depth-first search for all of them.
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "run/depth_first.h"
#include "store/dfa.h"
#include "store/linear.h"
#include "store/tree_compact.h"

namespace gyre::run {

SafetyResult run_visited_set(const SafetyTask& t, store::VisitedInterface& set) {
  store::VisitedStack<store::AnyVisited> store(set);
  return run_visited_dfs(t, store);
}

namespace {

SafetyResult run_dfa(const SafetyTask& t) {
  store::Erased<store::Dfa> dfa;
  SafetyResult result = run_visited_set(t, dfa);
  result.note = fmt::format("the automaton has {} nodes", dfa.set().nodes());
  return result;
}

SafetyResult run_tree_compact(const SafetyTask& t) {
  store::Erased<store::TreeCompact> tree;
  return run_visited_set(t, tree);
}

SafetyResult run_linear(const SafetyTask& t) {
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
  SafetyResult result = run_visited_set(t, linear);
  const store::Linear& l = linear.set();
  result.note = fmt::format(
      "density {:.3g} of 2^{:.1f} possible states, d_crit {:.3g}: to list the states would take {} memory", l.fill(),
      std::log2(l.range()), l.critical_density(), l.fill() > l.critical_density() ? "more" : "less");
  if (l.met_large_shape()) result.note += "; processes were created, and for their states there was no room";
  return result;
}

}  // namespace

SafetyResult run_visited(const SafetyTask& t) {
  if (t.store.store == plan::Store::dfa) return run_dfa(t);
  if (t.store.store == plan::Store::tree_compact) return run_tree_compact(t);
  if (t.store.store == plan::Store::linear) return run_linear(t);
  throw std::logic_error("this store is no set of visited states");
}

}  // namespace gyre::run
