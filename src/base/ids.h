// Ids: the elements of a vector refer to each other by their positions, as numbers of a smaller type than size_t, and
// often signed, because -1 is none. That the position fits is asserted. For the way back see nth.h.
#pragma once

#include <cassert>
#include <cstdint>
#include <utility>

#include "base/narrow.h"

namespace gyre {

// The id of the element that is appended next; also one more than the last id, where elements are counted.
template <class Id = int32_t, class Vector>
constexpr Id next_id(const Vector& all) {
  return narrow<Id>(all.size());
}

// The id of the last element, which must exist.
template <class Id = int32_t, class Vector>
constexpr Id last_id(const Vector& all) {
  assert(!all.empty());
  return narrow<Id>(all.size() - 1);
}

// Appends an element and returns its id.
template <class Id = int32_t, class Vector>
constexpr Id add_to(Vector& all, typename Vector::value_type element) {
  all.push_back(std::move(element));
  return last_id<Id>(all);
}

}  // namespace gyre
