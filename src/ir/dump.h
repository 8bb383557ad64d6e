// The program as text, for `gyre compile --dump ir`.
#pragma once

#include <string>

#include "ir/program.h"

namespace gyre::ir {

std::string dump(const Program& program);

// The control states that a process can reach from its start, by the edges alone.
std::vector<bool> reachable_states(const Process& process);

}  // namespace gyre::ir
