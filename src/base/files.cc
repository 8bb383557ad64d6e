#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"

namespace gyre {

namespace {

constexpr size_t kMaxFileSize = size_t{64} << 20;  // stops what is no file at all, such as an endless device

}  // namespace

std::string read_file(const std::string& path) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  std::string text;
  char buffer[1 << 14];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) {
    text.append(buffer, count);
    if (text.size() > kMaxFileSize)
      throw Error(fmt::format("cannot read '{}': it has more than {} bytes", path, kMaxFileSize));
  }
  if (std::ferror(file.get()) != 0) throw Error(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return text;
}

}  // namespace gyre
