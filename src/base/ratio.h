// The share that one number is of another, for reports: how full a table is, how often something happened.
#pragma once

#include <cstdint>

namespace gyre {

// The share of nothing is 0.
constexpr double ratio(uint64_t part, uint64_t whole) {
  const double of = whole;
  return whole == 0 ? 0 : part / of;
}

}  // namespace gyre
