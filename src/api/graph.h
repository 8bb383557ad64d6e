// Graphs of programs, as the public header has them for models.
#pragma once

#include <memory>

#include <gyre/graph.h>

#include "ir/program.h"

namespace gyre::api {

Graph state_graph(const std::shared_ptr<const ir::Program>& program, const GraphLimits& limits);
Graph process_graph(const ir::Program& program);

}  // namespace gyre::api
