// Conversions between integer types that must not change the value: asserted, and for free in release.
#pragma once
#include <cassert>
#include <utility>
namespace gyre {
template <class To, class From>
constexpr To narrow(From value) {
  assert(std::in_range<To>(value));
  return static_cast<To>(value);
}
}  // namespace gyre
