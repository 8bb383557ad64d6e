// A model, read and compiled, and what gyre would do to check it.
//
// A Model is immutable. Copies share it; any number of threads may use one, each with a Run, a Stepper or a graph of
// its own.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gyre/error.h>
#include <gyre/settings.h>

namespace gyre {

// One search that a check consists of. Names are those of the report.
struct Job {
  std::string property;  // "safety", the name of a formula or a claim
  std::string kind;      // "safety", "acceptance", "non-progress", "claim", "hoa", "ltl", "ctl"
  std::string formula;   // empty: there is none
  std::string search;    // "dfs", "nested", ...; empty: nothing has to be searched
  std::string store;     // "tree", ...; empty: none is needed
  std::string fairness;  // "none", "impartial", "strictly-impartial", "weak", "strong"
  bool partial_order = false;
  bool merged = false;      // local statements are taken together with the one before
  std::string settled;      // it holds without a search: why
  std::string not_checked;  // it is not checked: why
  std::string details;      // how it is done, where there was a choice
};

struct Plan {
  std::string refusal;    // not empty: nothing will be done, for this reason
  std::vector<Job> jobs;  // in the order in which they run; empty after a refusal
};

// A property that a model, or a setting with which it was read, states.
struct StatedProperty {
  std::string name;
  std::string kind;     // "claim", "hoa", "ltl", "ctl"
  std::string formula;  // empty: it is a never claim or an automaton
};

// A statement of a process type. One of an inline is there as often as the inline is called.
struct Statement {
  std::string process;
  std::string source;  // as it stands in the model
  Location location;
  std::vector<Location> calls;  // of inlines around it, from the innermost to the outermost
};

class Model {
 public:
  // Reads a model. `settings` say what belongs to the model: its language (lang), macros or constants (D, U), folders
  // of included files (I), formulas and automata (ltl, ctl, hoa), max-processes, message-loss, unless-order,
  // old-semicolons, warn; other settings are of no interest here.
  //
  // Faults of the model are in diagnostics(). Throws Error if the file cannot be read, or if a setting is not for
  // models of this language.
  static Model from_file(const std::string& path, const Settings& settings = {});
  // The same for a text; `name` is what messages call it, and its ending tells the language ("esml", otherwise
  // Promela). Included files are looked for in the folder that `name` has, or else in the current one, and in those of
  // the setting I.
  static Model from_text(const std::string& name, const std::string& text, const Settings& settings = {});

  // Whether there were no errors. Everything but diagnostics and names needs it.
  bool ok() const;
  // Errors and warnings, in the order of the source.
  const std::vector<Diagnostic>& diagnostics() const;
  // The same as text, with the lines of the source.
  std::string diagnostics_text() const;

  // The report of `gyre check --json` of a model with errors.
  // REQUIRES: !ok(); otherwise an Error is thrown.
  std::string diagnostics_json() const;

  // The claims and formulas, in the order of the model.
  // REQUIRES: ok(); otherwise an Error is thrown.
  std::vector<StatedProperty> properties() const;

  // The statements, by process type in the order of the model; those of claims are not among them.
  // REQUIRES: ok(); otherwise an Error is thrown.
  std::vector<Statement> statements() const;

  const std::string& name() const;      // the file, or as it was called
  const std::string& language() const;  // "promela" or "esml"

  // What a Run with these settings does. Pure, and fast but for large formulas.
  //
  // REQUIRES: ok(). What belongs to the model is set as it was when the model was read; otherwise an Error is thrown.
  Plan plan(const Settings& settings) const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  explicit Model(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

// What a model is compiled to, as text: tokens, ast, ir, layout, code, llvm, frequencies (as `gyre compile --dump`).
// With `improved` code and frequencies of ESML models are those with the instructions of section 5.4.2 of the thesis.
//
// Throws Error, with the diagnostics as text, if the model has errors.
std::string listing(const std::string& path, const std::string& what, const Settings& settings = {},
                    bool improved = false);

// "0.1.0": the version of the library.
const char* version();

}  // namespace gyre
