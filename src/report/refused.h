// The JSON report of a model that is refused: no properties, but what is wrong with it and where.
#pragma once

#include <string>

#include "base/error.h"

namespace gyre::report {

struct Refused {
  std::string version;
  std::string model;
  std::string language;
};

std::string to_json(const Refused& refused, const Diagnostics& diagnostics, const SourceMap& sources);
// An error without a place: a file that cannot be read.
std::string to_json(const Refused& refused, const std::string& message);

}  // namespace gyre::report
