// A set of numbers of 54 bits in about five bytes each (Cleary, "Compact hash tables using bidirectional linear
// probing", 1984; with the three marks of Bender et al., "Don't thrash: how to cache your hash on flash", 2012).
//
// The place where a number belongs, its *home*, tells its leading bits; what is kept is the rest, and the marks that
// tell which home a number in a slot has that had to move on. Numbers with the same home lie one behind the other (a
// run), runs in the order of their homes. Slots are packed bit by bit. The numbers must be well mixed.
//
// The set is cut into segments by the first bits of the number; each grows by itself, an eighth at a time, so that
// never more than a thousandth of the set is there twice. Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/ratio.h"

namespace gyre::store {

class ClearyTable {
 public:
  static constexpr unsigned kValueBits = 54;

  bool contains(uint64_t value) const;
  enum class Added { yes, was_there, no_memory };
  Added add(uint64_t value, uint64_t budget);
  void prefetch(uint64_t value) const;

  uint64_t count() const { return count_; }
  uint64_t bytes() const { return bytes_; }
  double fill() const { return ratio(count_, slots_); }

 private:
  static constexpr unsigned kSegmentBits = 10;
  static constexpr unsigned kLowBits = kValueBits - kSegmentBits;
  static constexpr uint64_t kTail = 64;  // slots behind the last home

  // The marks of a slot. The first is of the place and stays there; the others go with the number in it.
  static constexpr uint64_t kOccupied = 1;   // some number has its home here
  static constexpr uint64_t kContinued = 2;  // it has the same home as the one before it
  static constexpr uint64_t kShifted = 4;    // its home is before here
  static constexpr unsigned kMarks = 3;
  static bool is_empty(uint64_t slot) { return (slot & (kOccupied | kContinued | kShifted)) == 0; }

  struct Segment {
    uint64_t homes = 0;
    uint64_t count = 0;
    unsigned width = 0;  // of a slot, in bits
    std::unique_ptr<uint8_t[]> bits;

    uint64_t slots() const { return homes + kTail; }
    uint64_t bytes() const { return homes == 0 ? 0 : (slots() * width + 7) / 8 + 8; }
    uint64_t get(uint64_t i) const;
    void set(uint64_t i, uint64_t slot);
    uint64_t home(uint64_t low) const;
    uint64_t first_of(uint64_t home) const;  // the smallest number that belongs there
    uint64_t run_of(uint64_t home) const;
    bool contains(uint64_t low) const;
    void add(uint64_t low);
    bool has_room() const;
  };
  static Segment make_segment(uint64_t homes);
  static bool copy(const Segment& from, Segment& to);
  bool grow(Segment& segment, uint64_t budget);

  std::vector<Segment> segments_ = std::vector<Segment>(size_t{1} << kSegmentBits);
  uint64_t count_ = 0;
  uint64_t slots_ = 0;
  uint64_t bytes_ = (uint64_t{1} << kSegmentBits) * sizeof(Segment);
};

}  // namespace gyre::store
