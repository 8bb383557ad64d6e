// Standard output. Nobody may take what was lost for whole: text that cannot be written throws OutputLost, and a
// verdict whose report was lost is not claimed by the exit status either.
#pragma once

#include <string_view>

namespace gyre::cli {

// Throws OutputLost, at once or, what is buffered, later.
void put(std::string_view text);
// Throws OutputLost if anything put so far could not be written.
void flush();

}  // namespace gyre::cli
