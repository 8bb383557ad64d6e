// --certificate FILE and --confirm: what makes a `holds` checkable, compressed (zstd), and its check.
#pragma once

#include <functional>

#include <gyre/check.h>

#include "cli/arguments.h"

namespace gyre::cli {

// Throws Error if a certificate is asked for and there can be none of what is checked. Before anything runs.
void refuse_certificate(const Arguments& arguments, const Model& model);

// Makes the certificate if it is asked for and the property holds, checks it if that is asked for, and says so in the
// report. If the property does not hold, what an earlier run has written there is removed. `stopped` is asked now and
// then. Throws OutputLost if there is none in the end, InternalError if it does not establish the verdict.
void certify_report(const Arguments& arguments, const Model& model, Report& report,
                    const std::function<bool()>& stopped);

}  // namespace gyre::cli
