// How a program of many statements is made: LLVM's time grows with the square of a function, and between two modules
// one can stop.
#pragma once

#include <cstddef>

namespace gyre::jit {

struct Sizes {
  size_t function = 200;  // most statements of one function, if a control state does not have more
  size_t module = 1000;   // a program of more is made in several modules
  // For more than these instructions are selected one by one: five times as fast, and a search that waits for memory
  // hardly notices.
  size_t carefully = 3000;
};

}  // namespace gyre::jit
