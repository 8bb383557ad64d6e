#include "thesis/dump.h"

#include "base/error.h"
#include "esml/tree.h"
#include "thesis/abstract_machine.h"
#include "thesis/compaction.h"

namespace gyre::thesis {

std::string dump_code(const std::string& path, const esml::CompileOptions& options, bool improved, SourceMap& sources,
                      Diagnostics& diagnostics) {
  const ast::Model model = esml::analysed_tree(path, options, sources, diagnostics);
  return diagnostics.has_errors() ? "" : listing(generate(model, improved));
}

std::string dump_frequencies(const std::string& path, const esml::CompileOptions& options, bool improved,
                             SourceMap& sources, Diagnostics& diagnostics) {
  const ast::Model model = esml::analysed_tree(path, options, sources, diagnostics);
  return diagnostics.has_errors() ? "" : frequencies(generate(model, improved));
}

uint64_t compacted_bits(const std::string& name, const std::string* text, const esml::CompileOptions& options) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::Model model = text == nullptr ? esml::analysed_tree(name, options, sources, diagnostics)
                                           : esml::analysed_tree_of(name, *text, options, sources, diagnostics);
  if (diagnostics.has_errors()) return 0;
  try {
    return compacted_bits(generate(model, false));
  } catch (const Error&) {  // the head of a head
    return 0;
  }
}

}  // namespace gyre::thesis
