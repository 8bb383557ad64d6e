// The files of the page, which are part of the program. Where they come from is the build's (cmake/page.cmake): without
// a built page there are none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gyre::serve {

struct PageFile {
  std::string_view name;  // "index.html", "assets/index-1a2b.js"
  std::string_view text;
};

// Made by the build.
const std::vector<PageFile>& page_files();

// Null: there is no such file.
const PageFile* page_file(std::string_view name);
// By the ending of its name.
std::string content_type(std::string_view name);

}  // namespace gyre::serve
