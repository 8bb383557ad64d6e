// What a model says of itself in its first comment: how it is checked, and what must come out (docs/manual.md).
//
//   gyre: check --safety --errors 0
//   expect: verdict=violated states=38 kinds=assertion
//   output: assertion violated: x == 1
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gyre/reports.h>

namespace gyre::cli {

// One `gyre:` line with what it leads to.
struct Case {
  std::vector<std::string> arguments;                         // command and options, without the model
  std::vector<std::pair<std::string, std::string>> expected;  // names and values
  std::vector<std::string> outputs;                           // regular expressions
};

// Throws Error for a line that says nothing that is known. No cases: the model expects nothing.
std::vector<Case> cases_of(const std::string& model, const std::string& text);

// The differences between a check and what is expected of it, as sentences.
std::vector<std::string> differences(const Case& expected, const Checked& got);

}  // namespace gyre::cli
