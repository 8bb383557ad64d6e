// The names of an ESML model: what is declared where, and who uses it. Made from the tree that the parser leaves, also
// if there are errors in it.
#pragma once

#include "base/symbols.h"
#include "esml/ast.h"

namespace gyre::esml {

NameTable names_of(const ast::Model& model);

}  // namespace gyre::esml
