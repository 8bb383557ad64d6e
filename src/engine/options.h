// The settings, as engine/ calls them.
#pragma once

#include "plan/settings.h"

namespace gyre::engine {

using Options = plan::Settings;

inline constexpr uint64_t kSeed = 1;  // of random choices, if none is given

}  // namespace gyre::engine
