// From a file to a program, by the language of the file.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "engine/options.h"
#include "ir/program.h"

namespace gyre::engine {

struct Loaded {
  std::shared_ptr<SourceMap> sources;
  Diagnostics diagnostics;
  std::shared_ptr<const ir::Program> program;  // null when there were errors
};

// Throws Error when the language cannot be told; errors of the model are in `diagnostics`.
Loaded load(const Options& options);

std::string language_of(const Options& options);

// For `gyre compile --dump`: throws Error with the formatted diagnostics when the model has errors.
std::string dump(const Options& options);

}  // namespace gyre::engine
