// Files. One that is written is there as a whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace gyre::cli {

// Writes to a temporary file in the same folder and renames it over `path`. Throws Error, with the reason, if that
// fails (no such folder), and OutputLost if there is no space left; then nothing new is left behind and an old file is
// as it was. Special files (a pipe, /dev/stdout) are written directly.
void write_file_atomically(const std::string& path, std::string_view text);

// The whole file. Throws Error.
std::string read_file(const std::string& path);

}  // namespace gyre::cli
