// What was found about several models, for people, editors and continuous integration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gyre/check.h>
#include <gyre/model.h>

namespace gyre {

// One model of several: its report, or why there is none.
struct Checked {
  std::string model;
  Settings settings;             // with which it was checked
  std::optional<Model> loaded;   // none: it could not be read
  std::optional<Report> report;  // none: it has errors, or what was asked for was refused
  std::string refusal;           // the sentence, if it was refused
  double seconds = 0;

  int exit_status() const;  // 0, 1 or 3 of the report; 2: there is none
};

// The worst of several: a violation, then an error, then what is not known.
int exit_status(const std::vector<Checked>& all);

// The report of one model as `gyre check --json` writes it, and of several: { "tool", "version", "models": [...] }.
std::string json(const Checked& one);
std::string json(const std::vector<Checked>& all);
// SARIF 2.1.0: violations with the steps of their counterexamples, what is not known, and what is wrong with models.
std::string sarif(const std::vector<Checked>& all);
// JUnit: a suite for each model, a case for each property.
std::string junit(const std::vector<Checked>& all);

// "m.pml:3:5: error: assertion violated: x == 1", a line for each violation and each property that is not decided, as
// compilers write it; the diagnostics of the model are not among them.
std::string annotations(const Checked& one);

}  // namespace gyre
