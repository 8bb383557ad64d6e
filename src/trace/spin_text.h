// Statements and expressions in the words of SPIN's simulator and of pan -d: `[((x<5))]`, `x = (x+1)`, `c!msg,3`.
//
// What a person reads elsewhere is Action::source; this is for programs that read what SPIN writes.
#pragma once

#include <cstdint>
#include <string>

#include "ir/program.h"

namespace gyre::trace {

std::string spin_expression(const ir::Program& program, ir::ExprId id);
std::string spin_statement(const ir::Program& program, const ir::Edge& edge);

// The numbers of a process type's statements begin here: its first one is SPIN's state 1.
int32_t spin_first_id(const ir::Process& process);
// SPIN's number of the statement of an edge within its process type, and how many statements that has.
uint32_t spin_state(const ir::Process& process, const ir::Edge& edge);
uint32_t spin_states(const ir::Process& process);

}  // namespace gyre::trace
