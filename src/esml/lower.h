// The lowering makes an ir::Program of an analysed syntax tree.
//
// Every command is a location, as in the thesis's code (../docs/design/esml.md): IF, DO and POLL are locations whose
// edges are the guards, behind every guarded list stands a jump, and the end of a process is a location without edges.
// A process that has executed something goes on through jumps and SKIPs at once; one that was only received from
// stays on them, and they are then steps of its own. That is what the thesis's tables count.
#pragma once

#include <memory>

#include "esml/ast.h"
#include "ir/program.h"

namespace gyre::esml {

// The model must be free of errors. Throws Error when it is too large.
ir::Program lower(const ast::Model& model, std::shared_ptr<SourceMap> sources);

}  // namespace gyre::esml
