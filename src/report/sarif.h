// SARIF 2.1.0, the format in which static analysers tell GitHub, GitLab and editors what they have found.
//
// A violation is a result of level error, whose code flow has the steps of the counterexample with what they change.
// A property that is not decided is one of level warning: whoever asks for a check wants to know. What holds is none.
#pragma once

#include <string>
#include <vector>

#include "report/entry.h"

namespace gyre::report {

std::string to_sarif(const std::vector<Entry>& entries, const std::string& version);

}  // namespace gyre::report
