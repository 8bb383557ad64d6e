// Machine code that was made before, in a folder of the user's: a model that is checked again runs natively at once.
//
// A file has all that its code was made from, which is compared byte by byte, so that no two can be taken for each
// other: who made it (versions, processor, options) and its source (LLVM's intermediate code). It is written whole or
// not at all (rename), has a checksum, and is ignored and written anew if anything about it is wrong. Several runs may
// use a folder at once. What was not used for the longest time is removed when there are more than `most` bytes.
//
// This is code that will be executed: the folder and each file must belong to the user, and nobody else may be able to
// write to them. Where that is not so, or there is no such folder and none can be made, there is no cache, and
// nobody is bothered with that.
//
// May be used by several threads at once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gyre::jit {

class CodeCache {
 public:
  static constexpr uint64_t kMost = 200'000'000;

  // Makes the folder if it is not there; empty: no cache.
  explicit CodeCache(const std::string& folder, uint64_t most = kMost);
  CodeCache(const CodeCache&) = delete;
  CodeCache& operator=(const CodeCache&) = delete;
  ~CodeCache();

  // GYRE_CACHE if that is set (`off`: empty), or `gyre` in XDG_CACHE_HOME or in ~/.cache.
  static std::string usual_folder();

  bool usable() const { return folder_ >= 0; }
  std::optional<std::string> find(std::string_view made_by, std::string_view source) const;
  void keep(std::string_view made_by, std::string_view source, std::string_view code) const;

 private:
  void remove_oldest() const;

  const uint64_t most_;
  int folder_ = -1;
};

}  // namespace gyre::jit
