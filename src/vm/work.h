// States while the machine works on them: as they lie somewhere (Base), as a copy that a step changes (Work), and as
// the process sees them whose statement is executed (Context).
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "ir/shapes.h"
#include "model/model.h"

namespace gyre::vm {

inline constexpr uint32_t kSlack = 16;  // bytes behind a state that bit access may touch

// States lie padded with zeroes to whole words.
inline uint32_t padded(uint32_t bytes) { return (bytes + 7) & ~7u; }

// Copies a padded state. It has few words as a rule: a call of memcpy takes longer.
inline void copy_words(uint8_t* to, const uint8_t* from, size_t size) {
  size_t at = 0;
  for (; at + 16 <= size; at += 16) std::memcpy(to + at, from + at, 16);
  if (at < size) std::memcpy(to + at, from + at, 8);
}

struct Base {
  const uint8_t* s = nullptr;
  const ir::Shape* shape = nullptr;
};

struct Work {
  std::vector<uint8_t> bytes;
  const ir::Shape* shape = nullptr;
  uint8_t* data() { return bytes.data(); }
  Base base() const { return {bytes.data(), shape}; }
};

struct Context {
  uint8_t* s = nullptr;
  const ir::Shape* shape = nullptr;
  uint8_t* frame = nullptr;
  int32_t pid = 0;
  bool timeout = false;
  model::ErrorKind error = model::ErrorKind::none;
  Work* work = nullptr;  // null: nothing may be changed
};

}  // namespace gyre::vm
