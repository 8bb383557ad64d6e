// Trees of two levels (TreeClass::TwoLevels): states of 33 to 128 bytes, as a rule.
//
// To find out which units of a state have changed, and to look up only the nodes above these, takes more instructions
// than to look up all of them, as long as there are few, and how many have to be looked up cannot be foreseen. So each
// state has the same number of lookups, and the only branches that depend on its contents are about nodes that were not
// met recently. Those are few, but not so few that their lines of the index, and then the nodes, could not be fetched
// all together before the first is looked at: without that it takes 4 % longer (four models of 44 to 100 bytes).
#include <cassert>
#include <cstdint>

#include "base/narrow.h"
#include "store/tree_nodes.h"

namespace gyre::store {

bool TreeNodes::add_two_levels(const Class& c, std::span<const uint8_t* const> states, Root* roots,
                               uint64_t budget) const {
  constexpr unsigned kMost = TreeClass::TwoLevels::kMostNodes;
  const TreeClass::TwoLevels& two = c.levels_of_two;
  assert(c.two_levels && states.size() <= kTogether);
  const size_t count = states.size();
  uint32_t numbers[kTogether][kMost];  // of the lower nodes
  uint64_t places[kTogether * kMost];
  uint32_t absent[kTogether * kMost];

  size_t absent_count = 0;
  const auto fetch_all = [&] {
    if (absent_count < 2) return;
    for (size_t k = 0; k < absent_count; ++k) fetch_index(places[absent[k]]);
    for (size_t k = 0; k < absent_count; ++k) fetch_node(places[absent[k]]);
  };

  // The lower nodes, one after the other for all states.
  {
    const auto value_of = [&](size_t n) {
      const TreeClass::TwoLevels::Lower& lower = two.lower[n / kTogether];
      return masked(value_at(states[n % kTogether] + lower.from), value_at(&lower.mask));
    };
    for (unsigned l = 0; l < two.lower_count; ++l) {
      const uint32_t from = two.lower[l].from;
      const SmallValue mask = value_at(&two.lower[l].mask);
      for (size_t i = 0; i < count; ++i) {
        const uint64_t place = place_of(node_of(masked(value_at(states[i] + from), mask)), 0);
        __builtin_prefetch(&recent(place));
        places[l * kTogether + i] = place;
      }
    }
    for (unsigned l = 0; l < two.lower_count; ++l) {
      const uint32_t from = two.lower[l].from, to = two.lower[l].to;
      const SmallValue mask = value_at(&two.lower[l].mask);
      for (size_t i = 0; i < count; ++i) {
        const Recent& known = recent(places[l * kTogether + i]);
        numbers[i][to] = known.id;
        absent[absent_count] = narrow<uint32_t>(l * kTogether + i);
        absent_count += known.is(masked(value_at(states[i] + from), mask), 0) ? 0 : 1;
      }
    }
    fetch_all();
    for (size_t k = 0; k < absent_count; ++k) {
      const size_t n = absent[k];
      const uint32_t id = add_not_recent(node_of(value_of(n)), 0, places[n], budget);
      if (id == 0) [[unlikely]]
        return false;
      numbers[n % kTogether][two.lower[n / kTogether].to] = id;
    }
  }

  // The upper ones.
  absent_count = 0;
  SmallValue values[2 * kTogether];
  for (unsigned side = 0; side < 2; ++side) {
    const TreeClass::TwoLevels::Upper& upper = two.upper[side];
    const SmallValue numbers_mask = value_at(&upper.numbers_mask), units_mask = value_at(&upper.units_mask);
    for (size_t i = 0; i < count; ++i) {
      const SmallValue value = joined(masked(value_at(numbers[i] + upper.numbers), numbers_mask),
                                      masked(value_at(states[i] + upper.units), units_mask));
      const uint64_t place = place_of(node_of(value), upper.tag);
      __builtin_prefetch(&recent(place));
      values[side * kTogether + i] = value;
      places[side * kTogether + i] = place;
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const Recent& left = recent(places[i]);
    const Recent& right = recent(places[kTogether + i]);
    roots[i] = {left.id, right.id};
    absent[absent_count] = narrow<uint32_t>(i);
    absent_count += left.is(values[i], two.upper[0].tag) ? 0 : 1;
    absent[absent_count] = narrow<uint32_t>(kTogether + i);
    absent_count += right.is(values[kTogether + i], two.upper[1].tag) ? 0 : 1;
  }
  fetch_all();
  for (size_t k = 0; k < absent_count; ++k) {
    const size_t n = absent[k];
    const unsigned side = n / kTogether != 0 ? 1 : 0;
    const uint32_t id = add_not_recent(node_of(values[n]), two.upper[side].tag, places[n], budget);
    if (id == 0) [[unlikely]]
      return false;
    (side == 0 ? roots[n % kTogether].left : roots[n % kTogether].right) = id;
  }
  return true;
}

}  // namespace gyre::store
