#include "base/span.h"

#include <fmt/format.h>

#include "base/narrow.h"

namespace gyre {

SourceMap::SourceMap() { files_.push_back({"", "", {0}}); }

uint32_t SourceMap::add_file(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {0}};
  for (size_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(narrow<uint32_t>(i + 1));
  }
  files_.push_back(std::move(file));
  return narrow<uint32_t>(files_.size() - 1);
}

int32_t SourceMap::add_origin(MacroOrigin origin) {
  origins_.push_back(std::move(origin));
  return narrow<int32_t>(origins_.size() - 1);
}

int32_t SourceMap::add_call(InlineCall call) {
  calls_.push_back(std::move(call));
  return narrow<int32_t>(calls_.size() - 1);
}

std::vector<InlineCall> SourceMap::calls_around(const Span& span) const {
  std::vector<InlineCall> out;
  for (int32_t at = span.call; at >= 0; at = out.back().at.call) out.push_back(call(at));
  return out;
}

std::string_view SourceMap::line_text(uint32_t file, uint32_t line) const {
  if (file >= files_.size() || line == 0) return {};
  const File& f = files_[file];
  if (line > f.line_starts.size()) return {};
  const size_t begin = f.line_starts[line - 1];
  size_t end = line < f.line_starts.size() ? f.line_starts[line] - 1 : f.text.size();
  if (end > begin && f.text[end - 1] == '\r') --end;
  return std::string_view(f.text).substr(begin, end - begin);
}

std::string SourceMap::where(const Span& span) const {
  if (span.file == 0 || span.file >= files_.size()) return "";
  if (!span.known()) return files_[span.file].name;
  return fmt::format("{}:{}:{}", files_[span.file].name, span.line, span.column);
}

std::string SourceMap::last_name(uint32_t file) const {
  const std::string& whole = name(file);
  const size_t slash = whole.find_last_of('/');
  return slash == std::string::npos ? whole : whole.substr(slash + 1);
}

std::string SourceMap::calls_text(const Span& span) const {
  std::string out;
  for (const InlineCall& c : calls_around(span)) {
    out +=
        fmt::format(", in {}, called at {}:{}", c.name, c.at.file == span.file ? "" : last_name(c.at.file), c.at.line);
  }
  return out;
}

}  // namespace gyre
