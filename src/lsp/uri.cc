#include "lsp/uri.h"

#include <filesystem>

namespace gyre::lsp {

namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string path_of(const std::string& uri) {
  const std::string scheme = "file://";
  if (uri.rfind(scheme, 0) != 0) return uri;
  const size_t slash = uri.find('/', scheme.size());  // behind the name of the host, which is empty or localhost
  std::string out;
  for (size_t i = slash == std::string::npos ? uri.size() : slash; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0) {
      out += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

std::string uri_of(const std::string& path) {
  std::error_code ignored;
  const std::string whole = std::filesystem::absolute(path, ignored).lexically_normal().string();
  std::string out = "file://";
  for (const char c : whole) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    if (plain) {
      out += c;
    } else {
      const char* const digits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
  return out;
}

}  // namespace gyre::lsp
