// The files of the page. They are part of the program, if it was built with them (cmake/page.cmake); who works on the
// page takes them from a folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gyre::serve {

class Page {
 public:
  // That of the program, which may have none.
  static Page built_in();
  // The files of a folder, as they are now. Throws Error if there is no index.html.
  static Page from_folder(const std::string& folder);

  // Null: there is no such file. Names are those of the folder: "index.html", "assets/index-1a2b.js".
  const std::string* find(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, std::string>> files_;
};

// By the ending of a name.
std::string content_type(std::string_view name);

struct EmbeddedFile {
  std::string_view name, text;
};
// Made by the build.
const std::vector<EmbeddedFile>& embedded_files();

}  // namespace gyre::serve
