// Lossless stores that keep no numbered states: one instantiation of a search for all of them.
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "run/depth_first.h"
#define GYRE_VISITED_STORES
#include "store/stores.def"

namespace gyre::run {

search::Outcome run_visited_set(const SafetyTask& t, store::VisitedInterface& set) {
  store::VisitedStack<store::AnyVisited> store(set);
  return run_visited_dfs(t, store).outcome;
}

namespace {

// What the report says about a set; of most it says nothing.
template <class SetT>
std::string note_of(const SetT&) {
  return "";
}
std::string note_of(const store::Dfa& dfa) { return fmt::format("the automaton has {} nodes", dfa.nodes()); }
std::string note_of(const store::Linear& l) {
  std::string note = fmt::format(
      "density {:.3g} of 2^{:.1f} possible states, d_crit {:.3g}: to list the states would take {} memory", l.fill(),
      std::log2(l.range()), l.critical_density(), l.fill() > l.critical_density() ? "more" : "less");
  if (l.met_large_shape()) note += "; processes were created, and for their states there was no room";
  return note;
}

// A set whose size is known before there is any state may be too large.
void refuse_too_large(const SetTask& t) {
  if (!t.shape) return;
  const double bits = store::Linear::log2_range(t.store.shapes->shape(*t.shape));
  const auto limit = static_cast<double>(std::min<uint64_t>(t.memory_limit, store::physical_memory()));
  if (bits <= std::log2(limit) + 3) return;
  throw Error(
      fmt::format("--store linear has a bit for each possible state, and there are 2^{:.1f} of them, more "
                  "than there is memory for: use another store",
                  bits));
}

template <class SetT>
SearchResult with_set(const SetTask& t, const SetRun& run) {
  const auto run_with = [&run](auto& set) {
    SearchResult result;
    result.outcome = run(set);
    result.note = note_of(set.set());
    return result;
  };
  if constexpr (std::is_same_v<SetT, store::Linear>) refuse_too_large(t);
  if constexpr (std::is_constructible_v<SetT, store::Codec::Shapes, uint32_t>) {
    const model::Model& model = *t.store.shapes;
    store::Erased<SetT> set([&model](uint32_t n) -> const StateShape& { return model.shape(n); }, t.prefix);
    return run_with(set);
  } else {
    store::Erased<SetT> set;
    return run_with(set);
  }
}

}  // namespace

SearchResult with_lossless_set(const SetTask& t, const SetRun& run) {
  switch (t.store.store) {
#define GYRE_MAKE_visited(Class) return with_set<store::Class>(t, run);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is no set of visited states");
}

SafetyResult run_visited(const SafetyTask& t) {
  return SafetyResult(
      with_lossless_set(set_task(t), [&t](store::VisitedInterface& set) { return run_visited_set(t, set); }));
}

}  // namespace gyre::run
