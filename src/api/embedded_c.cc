#include "api/embedded_c.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/files.h"
#include "base/narrow.h"
#include "ir/embedded_c.h"
#include "ir/layout.h"
#include "jit/c_load.h"
#include "plan/settings.h"
#include "vm/c_calls.h"

namespace gyre::api {

namespace {

// The place of a message, in a file of the model or in one that its C includes.
Span place_of(const jit::CMessage& m, const Span& otherwise, SourceMap& sources) {
  if (m.file.empty() || m.line == 0) return otherwise;
  for (uint32_t i = 0; i < sources.file_count(); ++i) {
    if (sources.name(i) == m.file) return {i, m.line, m.column, 1, -1, -1};
  }
  try {
    return {sources.add_file(m.file, read_file(m.file)), m.line, m.column, 1, -1, -1};
  } catch (const Error&) {
    return otherwise;
  }
}

void set_sizes(ir::Program& program, const ir::EmbeddedC& c, Diagnostics& diagnostics) {
  for (size_t i = 0; i < c.objects.size(); ++i) {
    const uint64_t size = c.unit->sizes[i];
    if (size == 0 || size > ir::kMaxElements) {
      diagnostics.error(c.objects[i].span,
                        fmt::format("{} bytes of C cannot be part of a state (1 to {} can)", size, ir::kMaxElements));
      continue;
    }
    ir::Variable& v = program.variable(c.objects[i].variable);
    v.count = narrow<uint32_t>(size);
    v.dims = {v.count};
  }
}

std::string folder_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

}  // namespace

void compile_c(const plan::Settings& options, ir::Program& program, SourceMap& sources, Diagnostics& diagnostics) {
  if (program.embedded_c == nullptr) {
    if (!options.c_link.empty() || !options.c_flag.empty() || !options.c_include.empty())
      throw Error("--c-include, --c-flag and --c-link are for models with embedded C, and this one has none");
    return;
  }
  auto c = std::make_shared<ir::EmbeddedC>(*program.embedded_c);
  if (!options.embedded_c) {
    diagnostics.error(c->first, fmt::format("the model has embedded C ({}), which runs with your rights: --embedded-c "
                                            "allows that",
                                            c->what));
    return;
  }
  std::vector<std::string> folders = {folder_of(options.model)};
  folders.insert(folders.end(), options.c_include.begin(), options.c_include.end());
  folders.insert(folders.end(), options.include.begin(), options.include.end());
  std::vector<jit::CMessage> messages;
  c->unit = jit::compile_c({c->text, folders, options.c_flag, options.c_link, vm::functions_for_c()}, messages);
  std::set<std::tuple<std::string, unsigned, unsigned, std::string>> told;
  for (const jit::CMessage& m : messages) {
    if (told.insert({m.file, m.line, m.column, m.text}).second)
      diagnostics.error(place_of(m, c->first, sources), "C: " + m.text);
  }
  if (!c->unit) return;
  set_sizes(program, *c, diagnostics);
  if (diagnostics.has_errors()) return;
  ir::lay_out(program);
  program.embedded_c = std::move(c);
}

}  // namespace gyre::api
