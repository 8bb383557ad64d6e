// Which index was out of which array: "the index is 3, but 'a' has 3 elements".
#pragma once

#include <string>

#include "trace/trace.h"

namespace gyre::trace {

// Of a step of the trace that fails because of an index. Empty if it cannot be told: the statement is inside a d_step,
// or its index depends on more than variables and numbers.
std::string index_text(const Trace& trace, const Step& step);

}  // namespace gyre::trace
