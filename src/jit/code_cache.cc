#include "jit/code_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"

namespace gyre::jit {

namespace {

constexpr std::string_view kMagic = "gyre code 1\n";
constexpr time_t kStale = 3600;  // seconds after which nobody is writing a file any more

class File {
 public:
  explicit File(int number) : number_(number) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  const int number_;
};

// Ours, and nobody else can write to it.
bool safe(const struct stat& s) { return s.st_uid == geteuid() && (s.st_mode & (S_IWGRP | S_IWOTH)) == 0; }

uint64_t hash_of(std::string_view text, uint64_t sum) {
  uint64_t index = 0;
  for (size_t at = 0; at < text.size(); at += 8, ++index) {
    uint64_t word = 0;
    std::memcpy(&word, text.data() + at, std::min<size_t>(8, text.size() - at));
    sum += word_term(word, index);
  }
  return finish_hash(sum, text.size());
}

std::string name_of(std::string_view made_by, std::string_view source) {
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "%016llx.code",
                static_cast<unsigned long long>(hash_of(source, hash_of(made_by, 0))));
  return name.data();
}

bool is_ours(std::string_view name) { return name.ends_with(".code") || name.starts_with("new-"); }

struct Header {
  std::array<char, 16> magic = {};
  uint64_t made_by = 0, source = 0, code = 0;  // bytes of what follows
  uint64_t checksum = 0;
};

Header header_of(std::string_view made_by, std::string_view source, std::string_view code) {
  Header h;
  std::copy(kMagic.begin(), kMagic.end(), h.magic.begin());
  h.made_by = made_by.size();
  h.source = source.size();
  h.code = code.size();
  h.checksum = hash_of(code, hash_of(source, hash_of(made_by, 0)));
  return h;
}

bool write_all(int file, const void* data, size_t size) {
  for (const char* at = static_cast<const char*>(data); size > 0;) {
    const ssize_t n = write(file, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= narrow<size_t>(n);
  }
  return true;
}

std::optional<std::string> read_all(int file, size_t size) {
  std::string out(size, 0);
  for (size_t at = 0; at < size;) {
    const ssize_t n = read(file, out.data() + at, size - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return {};
    at += narrow<size_t>(n);
  }
  return out;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

std::string CodeCache::usual_folder() {
  if (getauxval(AT_SECURE) != 0) return "";  // who set the variables is not who we are
  const std::string ours = variable("GYRE_CACHE"), caches = variable("XDG_CACHE_HOME"), home = variable("HOME");
  if (ours == "off") return "";
  if (!ours.empty()) return ours;
  if (caches.starts_with('/')) return caches + "/gyre";
  return home.starts_with('/') ? home + "/.cache/gyre" : "";
}

CodeCache::CodeCache(const std::string& folder, uint64_t most) : most_(most) {
  if (folder.empty()) return;
  const std::string above = folder.substr(0, folder.find_last_of('/'));
  if (above.ends_with("/.cache")) mkdir(above.c_str(), 0700);
  mkdir(folder.c_str(), 0700);
  const int number = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  struct stat s {};
  if (number >= 0 && fstat(number, &s) == 0 && safe(s))
    folder_ = number;
  else if (number >= 0)
    close(number);
}

CodeCache::~CodeCache() {
  if (usable()) close(folder_);
}

std::optional<std::string> CodeCache::find(std::string_view made_by, std::string_view source) const {
  if (!usable()) return {};
  // A pipe of that name must not make us wait.
  const File file(openat(folder_, name_of(made_by, source).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat s {};
  if (!file.is_open() || fstat(file.number(), &s) != 0 || !S_ISREG(s.st_mode) || !safe(s)) return {};
  const auto size = narrow<uint64_t>(s.st_size);
  Header h;
  if (size < sizeof h || size > most_) return {};
  const std::optional<std::string> all = read_all(file.number(), size);
  if (!all) return {};
  std::memcpy(&h, all->data(), sizeof h);
  const std::string_view rest = std::string_view(*all).substr(sizeof h);
  if (h.made_by != made_by.size() || h.source != source.size() ||
      rest.size() - std::min<size_t>(rest.size(), made_by.size() + source.size()) != h.code)
    return {};
  const std::string_view code = rest.substr(made_by.size() + source.size());
  const Header expected = header_of(made_by, source, code);
  if (h.magic != expected.magic || h.checksum != expected.checksum || rest.substr(0, made_by.size()) != made_by ||
      rest.substr(made_by.size(), source.size()) != source)
    return {};
  futimens(file.number(), nullptr);  // it is in use
  return std::string(code);
}

void CodeCache::keep(std::string_view made_by, std::string_view source, std::string_view code) const {
  const uint64_t size = sizeof(Header) + made_by.size() + source.size() + code.size();
  if (!usable() || size > most_ / 2) return;
  static std::atomic<unsigned> number{0};
  const std::string fresh = "new-" + std::to_string(getpid()) + "-" + std::to_string(number++);
  bool written = false;
  {
    const File file(openat(folder_, fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file.is_open()) return;
    const Header h = header_of(made_by, source, code);
    written = write_all(file.number(), &h, sizeof h) && write_all(file.number(), made_by.data(), made_by.size()) &&
              write_all(file.number(), source.data(), source.size()) &&
              write_all(file.number(), code.data(), code.size());
  }
  if (!written || renameat(folder_, fresh.c_str(), folder_, name_of(made_by, source).c_str()) != 0)
    unlinkat(folder_, fresh.c_str(), 0);
  remove_oldest();
}

void CodeCache::remove_oldest() const {
  struct Entry {
    timespec used;
    uint64_t bytes;
    std::string name;
  };
  std::vector<Entry> all;
  uint64_t bytes = 0;
  const int number = openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* list = number >= 0 ? fdopendir(number) : nullptr;
  if (list == nullptr) {
    if (number >= 0) close(number);
    return;
  }
  const time_t now = time(nullptr);
  while (const dirent* entry = readdir(list)) {
    struct stat s {};
    if (!is_ours(entry->d_name) || fstatat(folder_, entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (std::string_view(entry->d_name).starts_with("new-")) {  // somebody is writing it, or died
      if (s.st_mtime + kStale < now) unlinkat(folder_, entry->d_name, 0);
      continue;
    }
    bytes += narrow<uint64_t>(s.st_size);
    all.push_back({s.st_mtim, narrow<uint64_t>(s.st_size), entry->d_name});
  }
  closedir(list);
  if (bytes <= most_) return;
  std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec : a.used.tv_nsec < b.used.tv_nsec;
  });
  // Some more, so that it need not be done each time.
  for (const Entry& entry : all) {
    if (bytes <= most_ - most_ / 4) break;
    if (unlinkat(folder_, entry.name.c_str(), 0) == 0) bytes -= entry.bytes;
  }
}

}  // namespace gyre::jit
