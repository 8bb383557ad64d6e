// The model that is explored: one file, read whenever somebody asks for it, since others may change it too.
//
// Any number of threads may use a ModelFile.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include <gyre/gyre.h>

#include "serve/json.h"

namespace gyre::serve {

// Writes a file as a whole or not at all. Throws Error.
using FileWriter = std::function<void(const std::string& path, const std::string& text)>;

// The text of the model at some time.
struct Snapshot {
  std::string text;
  std::string version;  // a hash of the text; empty: there is no such file any more
};

class ModelFile {
 public:
  // `settings`: what belongs to the model, as on the command line. Throws Error if the file cannot be read.
  ModelFile(std::string path, Settings settings, FileWriter write);

  const std::string& path() const { return path_; }
  std::string name() const;    // without its folder
  std::string folder() const;  // "" is the current one, otherwise it ends with a slash
  const Settings& settings() const { return settings_; }

  // As it is on disk now. Throws Error if it cannot be read, but for a file that is gone.
  Snapshot now() const;
  // The model that a text is; `settings` as settings() and more. Throws Error.
  Model model(const std::string& text, const Settings& settings) const;
  // Writes the text, if the file is still the one of that version. Throws Refusal with status 409 otherwise.
  std::string save(const std::string& text, const std::string& version);
  // Writes a new file beside it. Throws Refusal if the name is more than a name, or there is such a file.
  std::string save_beside(const std::string& name, const std::string& text);

 private:
  const std::string path_;
  const Settings settings_;
  const FileWriter write_;
  std::mutex saving_;
};

std::string hash_of(const std::string& text);

// {ok, diagnostics, properties} of a text; a setting that is not for this language is a diagnostic, too.
Json diagnosed(const ModelFile& file, const std::string& text);
// The names of the files that a text includes.
Json included(const ModelFile& file, const std::string& text);

}  // namespace gyre::serve
