#include "serve/page.h"

#include <algorithm>
#include <utility>

namespace gyre::serve {

const PageFile* page_file(std::string_view name) {
  const std::vector<PageFile>& all = page_files();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PageFile& f) { return f.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string content_type(std::string_view name) {
  static constexpr std::pair<std::string_view, const char*> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".json", "application/json"},
      {".woff2", "font/woff2"},
      {".wasm", "application/wasm"}};
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace gyre::serve
