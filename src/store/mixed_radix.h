// Mixed-radix numbers: variables as the digits of one number (Geldenhuys, sections 3.4.3 and 4.3). A digit with n
// values takes log2 n bits, not a whole number of them: ranges of 5, 3 and 7 values take 7 bits together, not 8.
//
// Digits lie in *cells* of at most 64 bits, in their order of appearance; none is split over two cells, so the last
// bits of a cell may stay unused. A digit has a factor, the product of the ranges before it in its cell: a change of
// the digit by d changes the cell by factor * d.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gyre::store {

class MixedRadix {
 public:
  // `ranges`: of each digit the number of its values, from 1 to 2^32. `cell_bits`: of a cell, at most 64.
  explicit MixedRadix(const std::vector<uint64_t>& ranges, unsigned cell_bits = 64);

  size_t cells() const { return widths_.size(); }
  unsigned width(size_t cell) const { return widths_[cell]; }  // in bits
  uint64_t bits() const { return bits_; }                      // of all cells

  uint64_t get(const uint64_t* cells, size_t digit) const {
    const Digit& d = digits_[digit];
    return cells[d.cell] / d.factor % d.range;
  }
  // A digit grows by `difference`, modulo 2^64: it may as well become less.
  void update(uint64_t* cells, size_t digit, uint64_t difference) const {
    cells[digits_[digit].cell] += digits_[digit].factor * difference;
  }

 private:
  struct Digit {
    uint32_t cell;
    uint64_t factor;
    uint64_t range;
  };
  std::vector<Digit> digits_;
  std::vector<unsigned> widths_;
  uint64_t bits_ = 0;
};

}  // namespace gyre::store
