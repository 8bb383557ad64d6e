#include "serve/page.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <gyre/error.h>

namespace gyre::serve {

namespace {

constexpr uintmax_t kMost = 64 << 20;  // bytes of a file

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  if (in && std::filesystem::file_size(path) > 0) out << in.rdbuf();
  if (!in) throw Error(fmt::format("{}: cannot read this file of the page", path.string()));
  return out.str();
}

}  // namespace

Page Page::built_in() {
  Page out;
  for (const EmbeddedFile& f : embedded_files()) out.files_.emplace_back(f.name, f.text);
  return out;
}

Page Page::from_folder(const std::string& folder) {
  Page out;
  std::error_code error;
  for (auto it = std::filesystem::recursive_directory_iterator(folder, error);
       !error && it != std::filesystem::recursive_directory_iterator(); it.increment(error)) {
    if (!it->is_regular_file() || it->file_size() > kMost) continue;
    out.files_.emplace_back(it->path().lexically_relative(folder).generic_string(), contents_of(it->path()));
  }
  if (error) throw Error(fmt::format("{}: cannot read this folder: {}", folder, error.message()));
  if (out.find("index.html") == nullptr) throw Error(fmt::format("{}: there is no index.html here", folder));
  return out;
}

const std::string* Page::find(std::string_view name) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& f) { return f.first == name; });
  return found == files_.end() ? nullptr : &found->second;
}

std::string content_type(std::string_view name) {
  static constexpr std::pair<std::string_view, const char*> kTypes[] = {{".html", "text/html; charset=utf-8"},
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
