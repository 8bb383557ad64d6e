// Counterexamples and evidence as files. The report holds the traces; where they go is decided here.
#pragma once

#include <string>

#include <gyre/check.h>

#include "cli/arguments.h"

namespace gyre::cli {

// Writes the trails that the settings ask for, and puts their names into the report. What cannot be written, in a
// folder that is read-only for one, becomes a warning of the report: the verdict is not lost.
//
// A trail of safety is MODEL.trail.json, one of another property MODEL.PROPERTY.trail.json, unless --trail gives a
// name; several of one property are numbered.
void write_trails(const Arguments& arguments, Report& report);

// The report as JSON, to the file or to standard output. The exit status: that of the report, and if the file cannot be
// written, which is said, 2, but for a violation, which is worth more.
int write_json(const Arguments& arguments, const Report& report);

}  // namespace gyre::cli
