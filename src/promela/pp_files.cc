#include "promela/pp_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace gyre::promela::pp {

namespace {

// Far beyond any model; it stops what is no file at all, such as an endless device.
constexpr size_t kMaxFileSize = size_t{64} << 20;

std::string directory_of(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::string identity_of(const std::string& path) {
  std::error_code error;
  const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

// The same for names of files that may not exist.
std::string real_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return error ? path : identity_of(absolute.string());
}

}  // namespace

FileLoader::Outcome FileLoader::read(const std::string& path, std::string& text, std::string& why) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) {
    const bool absent = errno == ENOENT || errno == ENOTDIR;
    why = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
    return absent ? Outcome::absent : Outcome::failed;
  }
  char buffer[1 << 14];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) {
    text.append(buffer, count);
    if (text.size() > kMaxFileSize) {
      why = fmt::format("cannot read '{}': it has more than {} bytes", path, kMaxFileSize);
      return Outcome::failed;
    }
  }
  if (std::ferror(file.get()) != 0) {
    why = fmt::format("cannot read '{}': {}", path, std::strerror(errno));
    return Outcome::failed;
  }
  return Outcome::read;
}

FileLoader::Outcome FileLoader::try_load(const std::string& path, const SourceFile*& file, std::string& why) {
  if (const auto known = files_.find(path); known != files_.end()) {
    file = &known->second;
    return Outcome::read;
  }
  std::string text;
  if (const Outcome outcome = read(path, text, why); outcome != Outcome::read) return outcome;
  SourceFile loaded;
  loaded.directory = directory_of(path);
  loaded.identity = identity_of(path);
  loaded.id = sources_.add_file(path, text);
  loaded.text = pool_.keep(std::move(text));
  file = &files_.emplace(path, std::move(loaded)).first->second;
  return Outcome::read;
}

bool FileLoader::allowed(const std::string& path) const {
  if (!inside_) return true;
  const std::string file = real_path(path);
  const auto in = [&](std::string folder) {
    if (!folder.ends_with('/')) folder += '/';
    return file.starts_with(folder);
  };
  return in(home_) || std::any_of(include_dirs_.begin(), include_dirs_.end(),
                                  [&](const std::string& dir) { return in(real_path(dir)); });
}

const SourceFile* FileLoader::load(const std::string& path, std::string& why) {
  if (home_.empty()) home_ = real_path(directory_of(path).empty() ? "." : directory_of(path));
  const SourceFile* file = nullptr;
  try_load(path, file, why);
  return file;
}

const SourceFile* FileLoader::find(const std::string& name, bool quoted, const std::string& directory,
                                   std::string& why) {
  std::vector<std::string> candidates;
  if (name.starts_with('/')) {
    candidates.push_back(name);
  } else {
    for (const std::string& dir : include_dirs_) candidates.push_back(dir + (dir.ends_with('/') ? "" : "/") + name);
    candidates.insert(quoted ? candidates.begin() : candidates.end(), directory + name);
  }
  // A file that is there but cannot be read is a better reason than one that is not there.
  std::string failure;
  for (const std::string& path : candidates) {
    const SourceFile* file = nullptr;
    std::string reason;
    // Also whether there is such a file is not told.
    const bool may = allowed(path);
    const Outcome outcome = may ? try_load(path, file, reason) : Outcome::failed;
    if (!may)
      reason = fmt::format("'{}' is outside of the model's folder: --includes inside allows it with -I only", name);
    if (outcome == Outcome::read) return file;
    if (outcome == Outcome::failed && failure.empty()) failure = reason;
  }
  why = failure.empty() ? fmt::format("cannot read '{}': {}", name, std::strerror(ENOENT)) : failure;
  return nullptr;
}

const SourceFile* FileLoader::add_text(const std::string& name, const std::string& text, const std::string& directory) {
  if (home_.empty()) home_ = real_path(directory.empty() ? "." : directory);
  SourceFile file;
  file.directory = directory.empty() || directory.ends_with('/') ? directory : directory + '/';
  file.identity = "text:" + name;
  file.id = sources_.add_file(name, text);
  file.text = pool_.keep(text);
  // The key is no name that a file could have.
  return &files_.emplace(std::string("\n") + std::to_string(file.id), std::move(file)).first->second;
}

uint32_t FileLoader::named_only(const std::string& name) {
  const auto [entry, is_new] = named_.try_emplace(name, 0);
  if (is_new) entry->second = sources_.add_file(name, "");
  return entry->second;
}

}  // namespace gyre::promela::pp
