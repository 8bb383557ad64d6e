// Guarded commands: who can receive what a process sends. Channels and signals are fixed when the model starts, so only
// where a partner stands is left to be seen.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"

namespace gyre::jit {

struct Partner {
  size_t pid = 0;
  struct Receives {
    uint32_t state = 0;           // where it must stand
    std::vector<uint32_t> edges;  // of its process
  };
  std::vector<Receives> receives;
};

// They come in the order in which they are tried.
std::vector<Partner> partners(const ir::Program& program, size_t sender, const ir::Edge& send);

}  // namespace gyre::jit
