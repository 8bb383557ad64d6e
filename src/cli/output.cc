#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace gyre::cli {

namespace {

[[noreturn]] void lost() { throw OutputLost(fmt::format("cannot write to standard output: {}", std::strerror(errno))); }

}  // namespace

void put(std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) lost();
}

void flush() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) lost();
}

}  // namespace gyre::cli
