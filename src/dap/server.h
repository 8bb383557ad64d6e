// `gyre dap`: the debug adapter on two streams.
#pragma once

#include <cstdio>

namespace gyre::dap {

// Talks to one client until it disconnects or its stream ends. Throws Error if what comes is no message, or if nothing
// can be sent any more. After an Error the stream may still be read from: the program should end then.
void serve(std::FILE* in, std::FILE* out);

}  // namespace gyre::dap
