// The analysed tree of a model, for whoever makes other things of it than an ir::Program.
#pragma once

#include <string>

#include "esml/ast.h"
#include "esml/esml.h"

namespace gyre::esml {

// Of no use if there are errors in `diagnostics`.
ast::Model analysed_tree(const std::string& path, const CompileOptions& options, SourceMap& sources,
                         Diagnostics& diagnostics);

// The same for the text of a model.
ast::Model analysed_tree_of(const std::string& name, const std::string& text, const CompileOptions& options,
                            SourceMap& sources, Diagnostics& diagnostics);

}  // namespace gyre::esml
