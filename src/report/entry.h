// One model of several, for the writers that write about all of them.
#pragma once

#include <string>

#include "base/error.h"
#include "report/report.h"

namespace gyre::report {

struct Entry {
  std::string model;
  const Report* report = nullptr;            // null: nothing was checked
  const Diagnostics* diagnostics = nullptr;  // null: the model was not read
  const SourceMap* sources = nullptr;        // of the diagnostics
  std::string refusal;                       // why nothing was checked, if not because of errors of the model
  double seconds = 0;
};

}  // namespace gyre::report
