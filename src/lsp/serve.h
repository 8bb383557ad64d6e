// `gyre lsp`: the language server on two streams.
#pragma once

#include <cstdio>

namespace gyre::lsp {

// Talks until the other side says exit or is gone. Returns the exit status of the program. Throws Error if what comes
// is no message.
int serve(std::FILE* in, std::FILE* out);

}  // namespace gyre::lsp
