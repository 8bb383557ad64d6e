// file: addresses and the paths they stand for.
#pragma once

#include <string>

namespace gyre::lsp {

// The path of a file: address; of any other address the address itself, which is no file.
std::string path_of(const std::string& uri);
// A path that is not absolute is one in the current folder.
std::string uri_of(const std::string& path);

}  // namespace gyre::lsp
