#include "thesis/dump.h"

#include "esml/tree.h"
#include "thesis/abstract_machine.h"

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

}  // namespace gyre::thesis
