// Elements by numbers that are not size_t: ids of the program are signed, because -1 is none, and enumerations count
// too. In debug builds the number is checked.
#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace gyre {

template <class Container, class Index>
requires(std::is_integral_v<Index> || std::is_enum_v<Index>) constexpr decltype(auto)
    nth(Container&& container, Index index) {
  if constexpr (std::is_integral_v<Index> && std::is_signed_v<Index>) assert(index >= 0);
  const auto at = static_cast<size_t>(index);
  assert(at < std::size(container));
  return container[at];
}

}  // namespace gyre
