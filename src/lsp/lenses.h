// What stands above formulas and processes: check, shortest, simulate, and the last verdict.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "lsp/checks.h"
#include "lsp/workspace.h"

namespace gyre::lsp {

using Findings = std::map<Checks::Key, Finding>;

nlohmann::json lenses(Workspace& workspace, const Document& document, const Findings& findings, const Checks& checks);

// What the checks of this version of the document have found wrong, as diagnostics by address.
std::map<std::string, nlohmann::json> finding_diagnostics(Workspace& workspace, const Document& document,
                                                          const Findings& findings);

// "violated: assertion violated: x == 1 (7 steps)"
std::string verdict_text(const Finding& finding);

}  // namespace gyre::lsp
