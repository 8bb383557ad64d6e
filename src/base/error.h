// Errors that are the user's fault: a model, a formula, an option, a file. They are located where possible
// and collected, so that one run reports several. Front ends and set-up may throw Error (exit status 2); searches never
// do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gyre/error.h>

#include "base/span.h"

namespace gyre {

enum class Warning : int;  // base/warning.h
class WarningSwitches;

// A gyre::Fix inside the program.
struct SpanFix {
  std::string title;
  Span span;  // what is replaced; of length 0: where to insert
  std::string replacement;
};

// A diagnostic inside the program; gyre::Diagnostic is what the users of the library see.
struct SpanDiagnostic {
  Severity severity = Severity::error;
  Span span;
  std::string message;  // lower case, no full stop
  std::optional<Warning> warning = {};
  std::vector<SpanFix> fixes = {};
};

// A message with its notes.
struct DiagnosticGroup {
  SpanDiagnostic message;
  std::vector<SpanDiagnostic> notes;
};

// Collects diagnostics of one compilation. Notes and fixes belong to the message before them.
class Diagnostics {
 public:
  void error(const Span& span, std::string message);
  void warning(Warning warning, const Span& span, std::string message);
  void note(const Span& span, std::string message);
  // `span` becomes `replacement`. What a macro has made cannot be changed where it is used: then there is no fix.
  void fix(std::string title, const Span& span, std::string replacement);

  // Forgets the warnings that are switched off, and makes errors of the others if that is asked for.
  void obey(const WarningSwitches& switches);

  bool has_errors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  // After this many errors a front end should give up.
  bool too_many() const { return errors_ >= kLimit; }
  const std::vector<SpanDiagnostic>& all() const { return list_; }
  // Each once, in the order of the source: by file, line and column, whatever pass found it.
  std::vector<DiagnosticGroup> sorted(const SourceMap& sources) const;

  // Text for a person: "file:line:column: error: message", the source line, a caret, and where a macro's text stands.
  std::string format(const SourceMap& sources) const;

 private:
  static constexpr size_t kLimit = 20;
  std::vector<SpanDiagnostic> list_;
  size_t errors_ = 0;
  bool last_kept_ = true;  // the message before was not one too many
};

}  // namespace gyre
