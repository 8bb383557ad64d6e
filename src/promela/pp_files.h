// Reading source files and finding the files that #include names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/span.h"
#include "promela/pp_lexer.h"

namespace gyre::promela::pp {

struct SourceFile {
  uint32_t id = 0;        // in the SourceMap
  std::string directory;  // where files named beside it are looked for, with its final slash; "" is the current one
  std::string identity;   // the same for all names of one file
  std::string_view text;
};

// Reads every file once, however often it is included.
class FileLoader {
 public:
  // `inside`: what is included is in the folder of the first file, or in one of these, or below.
  FileLoader(SourceMap& sources, TextPool& pool, std::vector<std::string> include_dirs, bool inside)
      : sources_(sources), pool_(pool), include_dirs_(std::move(include_dirs)), inside_(inside) {}

  // Null when the file cannot be read; then `why` says so, in a sentence.
  const SourceFile* load(const std::string& path, std::string& why);
  // The file that `name` means in a file of `directory`: "quoted" names are looked up there first, <others> in the
  // include directories first.
  const SourceFile* find(const std::string& name, bool quoted, const std::string& directory, std::string& why);
  // A text that is in no file.
  const SourceFile* add_text(const std::string& name, const std::string& text, const std::string& directory);
  // A file that is only named, by a #line: it has no text to show.
  uint32_t named_only(const std::string& name);

 private:
  enum class Outcome { read, absent, failed };
  static Outcome read(const std::string& path, std::string& text, std::string& why);
  Outcome try_load(const std::string& path, const SourceFile*& file, std::string& why);

  SourceMap& sources_;
  TextPool& pool_;
  // Whether a file may be included. The first file says which folder is the model's.
  bool allowed(const std::string& path) const;

  std::vector<std::string> include_dirs_;
  bool inside_ = false;
  std::string home_;                                   // the folder of the first file, as it really is
  std::unordered_map<std::string, SourceFile> files_;  // by path; references stay valid
  std::unordered_map<std::string, uint32_t> named_;
};

}  // namespace gyre::promela::pp
