// Graphs of programs, as the public header has them for models.
#pragma once

#include <memory>

#include <gyre/graph.h>

#include "ir/program.h"
#include "ir/shapes.h"
#include "vm/machine.h"

namespace gyre::api {

Graph state_graph(const std::shared_ptr<const ir::Program>& program, const GraphLimits& limits);
Graph process_graph(const ir::Program& program);

// "P@2": where each process stands.
std::vector<std::string> places_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);
// The same, and a line "x=1" for each variable and channel.
std::string state_text(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);
// Who executes what in a transition.
std::string transition_text(vm::Machine& machine, StateView state, uint32_t choice);

}  // namespace gyre::api
