// How many bits a compacted state of the thesis's implementation has (column "Bits" of its appendix B).
//
// Its variables are those of the abstract machine. A location counter has a value for each word of its process's code,
// and a state is whole cells of 31 bits (section 4.3) but for the last one. That gives the published numbers of EL3
// (89), EL4 (107), PS2 (69) and PS3 (78); of the other eight models one to three bits more: the code that was measured
// is not printed.
#pragma once

#include <cstdint>

#include "thesis/abstract_code.h"

namespace gyre::thesis {

uint64_t compacted_bits(const AbstractCode& code);

}  // namespace gyre::thesis
