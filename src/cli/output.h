// Standard output. Nobody may take what was lost for whole: text that cannot be written throws OutputLost, and a
// verdict whose report was lost is not claimed by the exit status either.
#pragma once

#include <string_view>

#include <gyre/error.h>

namespace gyre::cli {

// What was to be written cannot be, for no fault of the user's: a full disk. Exit status 4.
class OutputLost : public Error {
 public:
  using Error::Error;
};

// Throws OutputLost, at once or, what is buffered, later.
void put(std::string_view text);
// Throws OutputLost if anything put so far could not be written.
void flush();

}  // namespace gyre::cli
