// What the program says about itself, made from the tables of commands and options.
#pragma once

#include <string>

#include "cli/arguments.h"

namespace gyre::cli {

std::string usage();
std::string help(const CommandInfo& command);
// "man", "bash", "zsh", "fish", "options" (as JSON); throws Error for anything else.
std::string generate(const std::string& what);

}  // namespace gyre::cli
