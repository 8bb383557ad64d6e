// Files. One that is written is there as a whole or not at all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace gyre::cli {

// Writes to a temporary file in the same folder and renames it over `path`. Throws Error, with the reason, if that
// fails (no such folder), and OutputLost if there is no space left; then nothing new is left behind and an old file is
// as it was. Special files (a pipe, /dev/stdout) are written directly.
void write_file_atomically(const std::string& path, std::string_view text);

// A file that is written piece by piece: there as a whole after finish(), and not at all without it. Throws as
// write_file_atomically() does.
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view text);
  // What was written so far, for reading; the caller closes it. Null: it is a special file, which cannot be read back.
  std::FILE* reading();
  void finish();

 private:
  std::string path_, target_, name_;  // name_: of the temporary file; empty: written directly
  uint32_t mode_ = 0;
  int descriptor_ = -1;
};

// The whole file. Throws Error.
std::string read_file(const std::string& path);

}  // namespace gyre::cli
