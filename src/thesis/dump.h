// For `gyre compile --dump code|frequencies` of ESML models: the code of the thesis's abstract machine, and how often
// it executes each instruction (abstract_machine.h). `improved`: with the instructions of its section 5.4.2.
#pragma once

#include <string>

#include "esml/esml.h"

namespace gyre::thesis {

std::string dump_code(const std::string& path, const esml::CompileOptions& options, bool improved, SourceMap& sources,
                      Diagnostics& diagnostics);
std::string dump_frequencies(const std::string& path, const esml::CompileOptions& options, bool improved,
                             SourceMap& sources, Diagnostics& diagnostics);

// Of the state of a model without errors (compaction.h); 0: the machine has no code for it. `text` is null for a file.
uint64_t compacted_bits(const std::string& name, const std::string* text, const esml::CompileOptions& options);

}  // namespace gyre::thesis
