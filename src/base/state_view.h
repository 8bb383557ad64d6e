// A state as bytes. Readable, and zero, up to the next multiple of eight behind `total`.
// Two states are the same when their first `key` bytes are; the rest (hidden variables) travels along.
#pragma once

#include <cstdint>

namespace gyre {

struct StateView {
  const uint8_t* data = nullptr;
  uint32_t key = 0;
  uint32_t total = 0;
};

}  // namespace gyre
