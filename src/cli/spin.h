// SPIN's own command line: what its files share.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "cli/pan_options.h"

namespace gyre::cli {

// The version that scripts and graphical interfaces look for.
inline constexpr const char* kSpinVersion = "6.5.2";

// Shows a trail as pan -r does; `trail` is its number or its file, or empty.
int spin_replay(const Arguments& arguments, const std::string& trail, const PanOptions& options);

}  // namespace gyre::cli
