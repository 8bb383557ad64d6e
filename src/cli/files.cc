#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "cli/output.h"

namespace gyre::cli {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  throw Error(fmt::format("{}: cannot {} this file: {}", path, what, std::strerror(error)));
}
// The place is fine, but there is no room.
[[noreturn]] void lose(const std::string& path, int error) {
  throw OutputLost(fmt::format("{}: cannot write this file: {}", path, std::strerror(error)));
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  // Some file systems tell of a full disk only now. 0: well.
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0 ? 0 : errno;
  }

 private:
  int fd_;
};

// 0: all is written, otherwise errno.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// The file a chain of links ends in: the link stays, its target is replaced.
std::string real_target(const std::string& path) {
  std::vector<char> buffer(4096);
  std::string at = path;
  for (int i = 0; i < 32; ++i) {
    const ssize_t n = ::readlink(at.c_str(), buffer.data(), buffer.size());
    if (n <= 0) break;
    const std::string to(buffer.data(), static_cast<size_t>(n));
    const size_t slash = at.find_last_of('/');
    at = to.front() == '/' || slash == std::string::npos ? to : at.substr(0, slash + 1) + to;
  }
  return at;
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view text) {
  const std::string target = real_target(path);
  struct stat old {};
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(path, "write", EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {
    Descriptor direct(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (direct.get() < 0) fail(path, "write", errno);
    if (const int error = write_all(direct.get(), text)) lose(path, error);
    if (const int error = direct.close()) lose(path, error);
    return;
  }
  // Renaming would replace even a file that must not be written.
  if (exists && ::access(target.c_str(), W_OK) != 0) fail(path, "write", errno);
  const size_t slash = target.find_last_of('/');
  std::string name = (slash == std::string::npos ? "" : target.substr(0, slash + 1)) + ".gyre-XXXXXX";
  Descriptor temporary(::mkostemp(name.data(), O_CLOEXEC));
  if (temporary.get() < 0) fail(path, "write", errno);
  int error = write_all(temporary.get(), text);
  if (error == 0 && ::fchmod(temporary.get(), exists ? old.st_mode & 07777 : default_mode()) != 0) error = errno;
  const int close_error = temporary.close();
  if (error == 0) error = close_error;
  if (error == 0 && ::rename(name.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(name.c_str());
    lose(path, error);
  }
}

std::string read_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(path, "read", errno);
  std::string out;
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path, "read", errno);
    if (n == 0) return out;
    out.append(buffer.data(), static_cast<size_t>(n));
  }
}

}  // namespace gyre::cli
