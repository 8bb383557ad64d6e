// State compaction (Geldenhuys, sections 3.4.3 and 4.3): the fields of a state as the digits of mixed-radix numbers.
// The code of a state is the cells one behind the other, bit by bit.
//
// For each shape the codec remembers the state that was coded last, with its cells: of the next one only the fields in
// words that differ are brought up to date, each by its difference.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "store/mixed_radix.h"
#include "store/shape_codec.h"
#include "store/shape_fields.h"

namespace gyre::store {

class Compact : public ShapeCodec {
 public:
  explicit Compact(Shapes shapes, uint32_t prefix = 0) : ShapeCodec(std::move(shapes), prefix) {}

  uint64_t bytes() const override { return bytes_; }

 protected:
  Coding encode_body(uint32_t number, const StateShape& shape, const uint8_t* system, std::vector<uint8_t>& out,
                     bool add, uint64_t budget) override;
  void decode_body(uint32_t number, const StateShape& shape, const uint8_t*& at, uint8_t* system) override;

 private:
  struct Layout {
    explicit Layout(const StateShape& shape);
    ShapeFields fields;
    MixedRadix radix;
    std::vector<std::vector<uint32_t>> starting;  // per word of the key: the fields that begin in it
    std::vector<uint32_t> crossing;               // per word: the field that comes over from the word before, or kNone
    std::vector<uint64_t> last;                   // the state coded last; padded
    std::vector<uint64_t> cells;                  // of it
    uint64_t bytes() const;
  };
  static constexpr uint32_t kNone = ~uint32_t{0};
  Layout& layout_of(uint32_t number, const StateShape& shape);

  std::unordered_map<uint32_t, std::unique_ptr<Layout>> layouts_;
  uint32_t last_number_ = 0;
  Layout* last_ = nullptr;
  uint64_t bytes_ = 0;
  std::vector<uint64_t> packed_;
  std::vector<uint64_t> cells_;
};

}  // namespace gyre::store
