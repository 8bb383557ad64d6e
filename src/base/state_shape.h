// What a codec must know of states, without knowing any language: the fields of the vector with their widths and
// the boundaries of its components (globals, one process, one channel). A vector's first word names its shape,
// because processes and channels come and go.
#pragma once

#include <cstdint>
#include <vector>

namespace gyre {

struct ShapeField {
  uint32_t bit_offset = 0;
  uint32_t width = 0;        // in bits
  uint64_t cardinality = 0;  // number of possible values
};

struct ShapeComponent {
  uint32_t byte_offset = 0;
  uint32_t byte_size = 0;
  uint32_t kind = 0;  // components of the same kind have the same layout
};

struct StateShape {
  uint32_t key_bytes = 0;    // what makes the state: compared, hashed, stored
  uint32_t total_bytes = 0;  // key plus hidden variables that travel along
  std::vector<ShapeField> fields;
  std::vector<ShapeComponent> components;
};

}  // namespace gyre
