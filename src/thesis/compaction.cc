#include "thesis/compaction.h"

#include "base/narrow.h"
#include "store/mixed_radix.h"

namespace gyre::thesis {

namespace {
constexpr unsigned kCell = 31;  // a LONGINT without its sign
}

uint64_t compacted_bits(const AbstractCode& code) {
  std::vector<uint64_t> ranges;
  for (const AbstractCode::Frame& frame : code.frames) {
    ranges.push_back(frame.code_words);
    for (size_t i = 1; i < frame.variables.size(); ++i) {
      const AbstractCode::Frame::Word& word = frame.variables[i];
      ranges.push_back(narrow<uint64_t>(int64_t{word.high} - word.low + 1));
    }
  }
  const store::MixedRadix radix(ranges, kCell);
  if (radix.cells() == 0) return 0;
  return (radix.cells() - 1) * kCell + radix.width(radix.cells() - 1);
}

}  // namespace gyre::thesis
