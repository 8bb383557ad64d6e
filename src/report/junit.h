// JUnit's XML, which servers of continuous integration show as tests: a suite for each model, a case for each property.
//
// A violation is a failure; what is not decided is an error, since nothing failed but nobody knows; what was not
// checked is skipped.
#pragma once

#include <string>
#include <vector>

#include "report/entry.h"

namespace gyre::report {

std::string to_junit(const std::vector<Entry>& entries);

}  // namespace gyre::report
