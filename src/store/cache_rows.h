// Where a cache keeps the codes of its states: a place for each slot, 32 slots to a *row*. A row is one block of memory
// in which every place has the same width, that of the longest code it ever had to take; it is made when its first
// state comes. So states of one size lie one behind the other and cost one byte more than they have, and where sizes
// differ nobody has to know them beforehand.
//
// A place is [size of the key, twice, and 1 if there are hidden bytes] [how many] [key] [hidden bytes].
//
// Which places are in use is not known here. Not for use by several threads at once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/narrow.h"
#include "base/state_view.h"
#include "store/codec.h"

namespace gyre::store {

class CacheRows {
 public:
  static constexpr uint64_t kSlots = 32;  // of a row

  explicit CacheRows(uint64_t slots) : rows_((slots + kSlots - 1) / kSlots) {}

  uint64_t count() const { return rows_.size(); }
  static uint64_t row_of(uint64_t slot) { return slot / kSlots; }
  // What a code takes in a place.
  static uint32_t size_of(StateView code) {
    assert(code.key <= code.total);
    const uint32_t hidden = code.total - code.key;
    return head_bytes(code) + (hidden > 0 ? varint_bytes(hidden) : 0) + code.total;
  }
  // Of memory, for a place of this size.
  static uint64_t bytes_for(uint32_t size) { return size + (sizeof(Row) + kBlock) / kSlots; }

  StateView get(uint64_t slot) const {
    const uint8_t* at = place(slot);
    const uint64_t head = get_varint(at);
    const auto key = narrow<uint32_t>(head >> 1);
    const uint32_t hidden = (head & 1) != 0 ? narrow<uint32_t>(get_varint(at)) : 0;
    return {at, key, key + hidden};
  }
  bool has(uint64_t slot, StateView code) const {
    const StateView there = get(slot);
    return there.key == code.key && std::memcmp(there.data, code.data, code.key) == 0;
  }

  bool is_made(uint64_t row) const { return rows_[row].width != 0; }
  // How much more memory the row of the slot would need to take a code of this size.
  uint64_t more_for(uint64_t slot, uint32_t size) const {
    const Row& row = rows_[row_of(slot)];
    return row.width >= size ? 0 : block_bytes(size) - block_bytes(row.width);
  }
  void put(uint64_t slot, StateView code) {
    const uint32_t size = size_of(code);
    Row& row = rows_[row_of(slot)];
    if (row.width < size) widen(row, size);
    uint8_t* at = row.bytes.get() + slot % kSlots * row.width;
    const uint32_t hidden = code.total - code.key;
    at = write_varint(at, uint64_t{code.key} << 1 | (hidden > 0 ? 1 : 0));
    if (hidden > 0) at = write_varint(at, hidden);
    std::memcpy(at, code.data, code.total);
  }
  void drop(uint64_t row) {
    bytes_ -= block_bytes(rows_[row].width);
    rows_[row] = Row{};
  }

  uint64_t bytes() const { return bytes_ + rows_.size() * sizeof(Row); }

 private:
  struct Row {
    std::unique_ptr<uint8_t[]> bytes;
    uint32_t width = 0;
  };
  static constexpr uint64_t kBlock = 16;  // what the heap adds to a block

  static uint64_t block_bytes(uint32_t width) { return width == 0 ? 0 : width * kSlots + kBlock; }
  static uint32_t varint_bytes(uint64_t value) {
    uint32_t bytes = 1;
    for (; value >= 0x80; value >>= 7) ++bytes;
    return bytes;
  }
  static uint32_t head_bytes(StateView code) { return varint_bytes(uint64_t{code.key} << 1); }
  static uint8_t* write_varint(uint8_t* at, uint64_t value) {
    for (; value >= 0x80; value >>= 7) *at++ = narrow<uint8_t>((value & 0x7f) | 0x80);
    *at++ = narrow<uint8_t>(value);
    return at;
  }
  const uint8_t* place(uint64_t slot) const {
    const Row& row = rows_[row_of(slot)];
    assert(row.width != 0);
    return row.bytes.get() + slot % kSlots * row.width;
  }
  void widen(Row& row, uint32_t width) {
    Row wide{std::make_unique<uint8_t[]>(width * kSlots), width};
    for (uint64_t i = 0; row.width != 0 && i < kSlots; ++i) {
      std::memcpy(wide.bytes.get() + i * width, row.bytes.get() + i * row.width, row.width);
    }
    bytes_ += block_bytes(width) - block_bytes(row.width);
    row = std::move(wide);
  }

  std::vector<Row> rows_;
  uint64_t bytes_ = 0;
};

}  // namespace gyre::store
