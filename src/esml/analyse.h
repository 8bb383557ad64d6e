// The analysis finds out what names mean and which types expressions have: it fills in a syntax tree and reports what
// does not fit together.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "esml/ast.h"

namespace gyre::esml {

// `constants` (name, value) replaces the values of constants of the model: the sizes of a scalable one.
void analyse(ast::Model& model, const std::vector<std::pair<std::string, std::string>>& constants,
             Diagnostics& diagnostics);

// A formula is a state expression when no temporal operator occurs in it.
bool has_temporal(const ast::Expr& formula);

}  // namespace gyre::esml
