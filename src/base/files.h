// Reading the files that users name.
#pragma once

#include <string>

namespace gyre {

// The text of a file. Throws Error, with the reason, if it cannot be read or has more than 64 MB.
std::string read_file(const std::string& path);

}  // namespace gyre
