// How a program of many statements is made: LLVM's time grows with the square of a function, and between two modules
// one can stop.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gyre::jit {

struct Sizes {
  // A program of more statements is made in several modules. Its searches are 7 % slower, because functions of other
  // modules are called by a detour.
  size_t module = 1000;
  // If the processes of the common shape (model/native.h) have no more statements in all, they get code of their own.
  size_t common = 1000;
  // In several modules, how many one function has at most, if a control state does not have more.
  size_t function = 200;
  // For more than these instructions are selected one by one: five times as fast, and searches are 8 to 30 % slower.
  size_t carefully = 3000;
};

// How much LLVM is to do for the speed of the code. In a hurry it takes a fifth to a seventh of the time, without
// common shapes, and the code is slower (docs/design/jit.md).
enum class Effort : uint8_t { quick, careful };

struct How {
  Effort effort = Effort::careful;
  bool from_cache_only = false;  // nothing is compiled
  Sizes sizes = {};
};

}  // namespace gyre::jit
