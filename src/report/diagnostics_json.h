// Diagnostics in the JSON report, of models that are refused and of others.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"

namespace gyre::report {

nlohmann::ordered_json diagnostics_json(const Diagnostics& diagnostics, const SourceMap& sources);

}  // namespace gyre::report
