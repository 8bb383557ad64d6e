// From a file to a program, by the language of the file.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "base/symbols.h"
#include "ir/program.h"

namespace gyre::plan {
struct Settings;
}

namespace gyre::api {

struct Loaded {
  std::string name;  // of the model
  std::shared_ptr<SourceMap> sources;
  Diagnostics diagnostics;
  std::shared_ptr<const ir::Program> program;  // null when there were errors
  uint64_t thesis_bits = 0;                    // --thesis: of a compacted state; 0: not known
};

// Throws Error when the language cannot be told; errors of the model are in `diagnostics`.
Loaded load(const plan::Settings& options);
// The same for the text of a model; options.model is what it is called.
Loaded load_text(const plan::Settings& options, const std::string& text);

// The names of a text that may have errors.
NameTable names_of_text(const plan::Settings& options, const std::string& text, SourceMap& sources);
// A text with the macros of the model replaced, if it is of Promela. `loaded` is that model, read with these options.
std::string expand_macros(const plan::Settings& options, const Loaded& loaded, const std::string& text);

std::string language_of(const plan::Settings& options);

// For `gyre compile --dump`: throws Error with the formatted diagnostics when the model has errors.
std::string dump(const plan::Settings& options);

}  // namespace gyre::api
