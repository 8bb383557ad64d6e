// Byte strings as states, for the tests of stores.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/state_view.h"

namespace gyre::test {

// A byte string as a state: padded with zeroes.
class Bytes {
 public:
  explicit Bytes(const std::string& text, const std::string& hidden = "")
      : words_((text.size() + hidden.size() + 7) / 8 + 4),  // some may be read behind a state
        key_(static_cast<uint32_t>(text.size())),
        total_(static_cast<uint32_t>(text.size() + hidden.size())) {
    std::memcpy(words_.data(), text.data(), text.size());
    std::memcpy(reinterpret_cast<char*>(words_.data()) + text.size(), hidden.data(), hidden.size());
  }
  StateView view() const { return {reinterpret_cast<const uint8_t*>(words_.data()), key_, total_}; }

 private:
  std::vector<uint64_t> words_;
  uint32_t key_;
  uint32_t total_;
};

inline std::string text_of(StateView state) { return {reinterpret_cast<const char*>(state.data), state.total}; }

// Independent of the store's and of the state's layout. Qualities 0 to 5 are bad in different ways.
inline uint64_t hash_of(const std::string& text, int quality) {
  uint64_t hash = 1469598103934665603ULL;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 1099511628211ULL;
  hash = mum(hash, 0x9e3779b97f4a7c15ULL);
  switch (quality) {
    case 0: return 0;
    case 1: return (hash % 4) << 62;
    case 2: return hash % 4;
    case 3: return hash >> 40;                    // nothing in the leading bits
    case 4: return hash % 4093 << 52;             // few hashes, spread out
    case 5: return ~uint64_t{0} - (hash % 1000);  // all at the very end
    default: return hash;
  }
}

}  // namespace gyre::test
