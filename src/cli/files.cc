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

NewFile::NewFile(const std::string& path) : path_(path), target_(real_target(path)) {
  struct stat old {};
  const bool exists = ::stat(target_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) fail(path, "write", EISDIR);
  if (exists && !S_ISREG(old.st_mode)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(path, "write", errno);
    return;
  }
  // Renaming would replace even a file that must not be written.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(path, "write", errno);
  mode_ = exists ? old.st_mode & 07777 : default_mode();
  const size_t slash = target_.find_last_of('/');
  name_ = (slash == std::string::npos ? "" : target_.substr(0, slash + 1)) + ".gyre-XXXXXX";
  descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);
  if (descriptor_ < 0) fail(path, "write", errno);
}

NewFile::~NewFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!name_.empty()) ::unlink(name_.c_str());
}

void NewFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text)) lose(path_, error);
}

std::FILE* NewFile::reading() { return name_.empty() ? nullptr : std::fopen(name_.c_str(), "rb"); }

void NewFile::finish() {
  int error = 0;
  if (!name_.empty() && ::fchmod(descriptor_, mode_) != 0) error = errno;
  // Some file systems tell of a full disk only now.
  if (::close(descriptor_) != 0 && error == 0) error = errno;
  descriptor_ = -1;
  if (error == 0 && !name_.empty() && ::rename(name_.c_str(), target_.c_str()) != 0) error = errno;
  if (error == 0) return;
  if (!name_.empty()) ::unlink(name_.c_str());
  lose(path_, error);
}

void write_file_atomically(const std::string& path, std::string_view text) {
  NewFile file(path);
  file.write(text);
  file.finish();
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
