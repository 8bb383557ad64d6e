// How large a state is as a mixed-radix number (compact.h), without the number of its shape.
#pragma once

#include <cstdint>

#include "store/mixed_radix.h"
#include "store/shape_fields.h"

namespace gyre::store {

inline uint64_t compacted_bits(const StateShape& shape) { return MixedRadix(ShapeFields(shape).ranges()).bits(); }

}  // namespace gyre::store
