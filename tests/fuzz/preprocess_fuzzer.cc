// libFuzzer entry point: any bytes through the preprocessor. It must end, quickly and in bounded memory, with a list
// that ends in exactly one `end` token, and every span must be one that a message can show.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "promela/preprocess.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace gyre;
  const std::string text(reinterpret_cast<const char*>(data), size);
  // An absolute path could name a device that blocks.
  if (text.find("/dev") != std::string::npos) return 0;

  SourceMap sources;
  Diagnostics diagnostics;
  promela::PpOptions options;
  options.defines = {{"N", "3"}, {"TWICE(x)", "x x"}};
  options.undefines = {"M"};
  const auto tokens = promela::preprocess_text("fuzz.pml", text, "/nonexistent", options, sources, diagnostics);

  require(!tokens.empty());
  for (size_t i = 0; i < tokens.size(); ++i) {
    const promela::PpToken& token = tokens[i];
    require((token.kind == promela::PpKind::end) == (i + 1 == tokens.size()));
    require((token.kind == promela::PpKind::end) == token.text.empty());
    require(token.span.file < sources.file_count());
    if (token.span.origin >= 0) require(sources.origin(token.span.origin).text.file < sources.file_count());
    require(token.space_before || !token.newline_before);
  }
  diagnostics.format(sources);
  return 0;
}
