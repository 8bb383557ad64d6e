#include "promela/preprocess.h"

#include "promela/pp_processor.h"

namespace gyre::promela {

std::vector<PpToken> preprocess(const std::string& path, const PpOptions& options, SourceMap& sources,
                                Diagnostics& diagnostics) {
  return pp::Processor(options, sources, diagnostics).run_file(path);
}

std::vector<PpToken> preprocess_text(const std::string& name, const std::string& text, const std::string& directory,
                                     const PpOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  return pp::Processor(options, sources, diagnostics).run_text(name, text, directory);
}

}  // namespace gyre::promela
