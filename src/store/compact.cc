#include "store/compact.h"

#include <cassert>
#include <cstring>

#include "base/bits.h"
#include "base/narrow.h"

namespace gyre::store {

namespace {

// Writes a value of `width` bits at bit `at` of words that are zero from there on.
void append(std::vector<uint64_t>& words, uint64_t at, uint64_t value, unsigned width) {
  if (width == 0) return;
  assert(width == 64 || value >> width == 0);
  words[at / 64] |= value << (at % 64);
  if (at % 64 + width > 64) words[at / 64 + 1] |= value >> (64 - at % 64);
}

uint64_t extract(const uint64_t* words, uint64_t at, unsigned width) {
  if (width == 0) return 0;
  uint64_t value = words[at / 64] >> (at % 64);
  if (at % 64 + width > 64) value |= words[at / 64 + 1] << (64 - at % 64);
  return width == 64 ? value : value & ((uint64_t{1} << width) - 1);
}

}  // namespace

Compact::Layout::Layout(const StateShape& shape) : fields(shape), radix(fields.ranges()) {
  starting.resize(fields.words());
  crossing.assign(fields.words(), kNone);
  for (uint32_t i = 0; i < fields.size(); ++i) {
    const uint32_t first_word = fields[i].bit_offset / 64;
    const uint32_t last_word = (fields[i].bit_offset + fields[i].width - 1) / 64;
    starting[first_word].push_back(i);
    if (last_word != first_word) crossing[last_word] = i;
  }
  last.assign(fields.words() + 1, 0);
  cells.assign(radix.cells(), 0);
}

uint64_t Compact::Layout::bytes() const {
  return sizeof(Layout) + fields.size() * (sizeof(ShapeField) + 24 + 4) + last.size() * (8 + 8 + 24 + 4) +
         cells.size() * 12;
}

Compact::Layout& Compact::layout_of(uint32_t number, const StateShape& shape) {
  if (last_ != nullptr && last_number_ == number) return *last_;
  std::unique_ptr<Layout>& layout = layouts_[number];
  if (!layout) {
    layout = std::make_unique<Layout>(shape);
    bytes_ += layout->bytes();
  }
  last_number_ = number;
  last_ = layout.get();
  return *layout;
}

ShapeCodec::Coding Compact::encode_body(uint32_t number, const StateShape& shape, const uint8_t* system,
                                        std::vector<uint8_t>& out, bool, uint64_t) {
  Layout& l = layout_of(number, shape);
  assert(shape.key_bytes <= l.last.size() * 8);
  const auto* words = reinterpret_cast<const uint64_t*>(system);
  const size_t count = l.fields.words();
  // Everything is looked at before anything is changed: a state that is kept as it is leaves no trace.
  for (size_t w = 0; w < count; ++w) {
    if (words[w] == l.last[w]) continue;
    if ((words[w] & l.fields.uncovered(w)) != 0) return Coding::as_it_is;
    for (const uint32_t i : l.starting[w]) {
      if (!l.fields.in_range(words, i)) return Coding::as_it_is;
    }
    if (l.crossing[w] != kNone && !l.fields.in_range(words, l.crossing[w])) return Coding::as_it_is;
  }
  const auto update = [&](uint32_t i) {
    const uint64_t difference = l.fields.value(words, i) - l.fields.value(l.last.data(), i);
    if (difference != 0) l.radix.update(l.cells.data(), i, difference);
  };
  bool before = false;  // the word before was different: the field that comes over from it is up to date
  for (size_t w = 0; w < count; ++w) {
    const bool differs = words[w] != l.last[w];
    if (differs) {
      for (const uint32_t i : l.starting[w]) update(i);
      if (l.crossing[w] != kNone && !before) update(l.crossing[w]);
    }
    before = differs;
  }
  std::memcpy(l.last.data(), system, shape.key_bytes);

  const size_t bytes = (l.radix.bits() + 7) / 8;
  packed_.assign(bytes / 8 + 2, 0);
  uint64_t at = 0;
  for (size_t c = 0; c < l.cells.size(); ++c) {
    append(packed_, at, l.cells[c], l.radix.width(c));
    at += l.radix.width(c);
  }
  const auto* from = reinterpret_cast<const uint8_t*>(packed_.data());
  out.insert(out.end(), from, from + bytes);
  return Coding::done;
}

void Compact::decode_body(uint32_t number, const StateShape& shape, const uint8_t*& at, uint8_t* system) {
  const Layout& l = layout_of(number, shape);
  const size_t bytes = (l.radix.bits() + 7) / 8;
  packed_.assign(bytes / 8 + 2, 0);
  std::memcpy(packed_.data(), at, bytes);
  at += bytes;
  cells_.resize(l.cells.size());
  uint64_t bit = 0;
  for (size_t c = 0; c < cells_.size(); ++c) {
    cells_[c] = extract(packed_.data(), bit, l.radix.width(c));
    bit += l.radix.width(c);
  }
  for (size_t i = 0; i < l.fields.size(); ++i) {
    store_bits(system, l.fields[i].bit_offset, l.fields[i].width, narrow<uint32_t>(l.radix.get(cells_.data(), i)));
  }
}

}  // namespace gyre::store
