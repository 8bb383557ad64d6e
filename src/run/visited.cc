// Lossless stores that keep no numbered states: one instantiation of depth-first search for all of them.
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "base/error.h"
#include "run/depth_first.h"
#define GYRE_VISITED_STORES
#include "store/stores.def"

namespace gyre::run {

SafetyResult run_visited_set(const SafetyTask& t, store::VisitedInterface& set) {
  store::VisitedStack<store::AnyVisited> store(set);
  return run_visited_dfs(t, store);
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
void refuse_too_large(const SafetyTask& t) {
  model::SuccessorBuffer buffer;
  t.model.initial(buffer);
  if (buffer.list.empty() || buffer.list[0].dead_end) return;
  uint32_t shape;
  std::memcpy(&shape, buffer.view(0).data, sizeof shape);
  const double bits = store::Linear::log2_range(t.model.shape(shape));
  const auto limit = static_cast<double>(std::min<uint64_t>(t.task.memory_limit, store::physical_memory()));
  if (bits <= std::log2(limit) + 3) return;
  throw Error(
      fmt::format("--store linear has a bit for each possible state, and there are 2^{:.1f} of them, more "
                  "than there is memory for: use another store",
                  bits));
}

template <class SetT>
SafetyResult run_set(const SafetyTask& t) {
  const auto run = [&t](auto& set) {
    SafetyResult result = run_visited_set(t, set);
    result.note = note_of(set.set());
    return result;
  };
  if constexpr (std::is_same_v<SetT, store::Linear>) refuse_too_large(t);
  if constexpr (std::is_constructible_v<SetT, store::Codec::Shapes>) {
    store::Erased<SetT> set([&t](uint32_t n) -> const StateShape& { return t.model.shape(n); });
    return run(set);
  } else {
    store::Erased<SetT> set;
    return run(set);
  }
}

}  // namespace

SafetyResult run_visited(const SafetyTask& t) {
  switch (t.store.store) {
#define GYRE_MAKE_visited(Class) return run_set<store::Class>(t);
#include "run/store_cases.def"
  }
  throw std::logic_error("this store is no set of visited states");
}

}  // namespace gyre::run
