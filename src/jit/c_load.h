// Opens the C compiler when a model has embedded C: clang as a library, in a module of its own, so that nobody pays for
// it who has none, and a program built without clang says so.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jit/c_module.h"

namespace gyre::jit {

// Throws Error with a sentence when clang is not there, or something is wrong that is not a place in the C. Null: there
// are errors among the messages.
std::shared_ptr<const ir::CUnit> compile_c(const CRequest& request, std::vector<CMessage>& messages);

}  // namespace gyre::jit
