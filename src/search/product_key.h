// A product state as one string of bytes, for a store: a head of four bytes, which says what there is besides the
// system's state (the claim's state, a copy, which search has seen it), and behind it the system's state.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/hash.h"
#include "base/state_view.h"

namespace gyre::search::product_key {

inline constexpr uint32_t kHead = 4;
inline constexpr uint32_t kDemon = uint32_t{1} << 31;  // of the head: the second search

// `system`: the hash of the system's state.
inline uint64_t hash(uint64_t system, uint32_t head) { return mum(system ^ position_key(head), 0xd6e8feb86659fd93ULL); }

// Written into `bytes`, which may not hold the system's state.
inline StateView join(StateView system, uint32_t head, std::vector<uint8_t>& bytes) {
  bytes.assign((system.total + kHead + 7) & ~7u, 0);
  std::memcpy(bytes.data(), &head, kHead);
  if (system.total != 0) std::memcpy(bytes.data() + kHead, system.data, system.total);
  return {bytes.data(), system.key + kHead, system.total + kHead};
}

inline uint32_t head_of(StateView key) {
  assert(key.key >= kHead);
  uint32_t head;
  std::memcpy(&head, key.data, kHead);
  return head;
}

// The system's state, copied into `bytes`, as a state has to be aligned.
inline StateView system_of(StateView key, std::vector<uint8_t>& bytes) {
  assert(key.key >= kHead);
  bytes.assign(key.data + kHead, key.data + key.total);
  bytes.resize((bytes.size() + 7) & ~size_t{7});
  return {bytes.data(), key.key - kHead, key.total - kHead};
}

}  // namespace gyre::search::product_key
