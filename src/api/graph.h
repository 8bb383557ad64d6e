// Graphs of programs, as the public header has them for models.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gyre/graph.h>

#include "ir/program.h"
#include "ir/shapes.h"
#include "vm/machine.h"

namespace gyre::api {

Graph process_graph(const ir::Program& program);

// "P: 7 cs: x = 1": where each process stands. A number tells processes of the same name apart.
std::vector<std::string> standing_texts(const std::vector<Graph::Standing>& standings);
std::vector<Graph::Standing> standings_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);
// Of a state, for Graph::Node::id. States are few here: that two of them have one hash is not to be expected.
std::string state_id(StateView state);
// Where the processes stand, the values, and the text of both.
Graph::Node node_of(const ir::Program& program, const ir::ShapeTable& shapes, StateView state);
// Who executes what in a transition.
std::string transition_text(vm::Machine& machine, StateView state, uint32_t choice);
// What the successors of a node's state say about it: an end, a deadlock, an error.
void judge_node(const model::SuccessorBuffer& successors, Graph::Node& node);

}  // namespace gyre::api
