// Where the parts of the preprocessor report to, and the budget that keeps hostile input from running for ever.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/span.h"
#include "base/warning.h"
#include "promela/preprocess.h"

namespace gyre::promela::pp {

class Report {
 public:
  Report(SourceMap& sources_in, Diagnostics& diagnostics, PpRecord* record_in)
      : sources(sources_in), record(record_in), diagnostics_(diagnostics) {}

  void error(const Span& span, std::string message) {
    recorded_ = !diagnostics_.too_many();
    diagnostics_.error(span, std::move(message));
  }
  // Reports what makes going on pointless: the preprocessor ends soon after.
  void fatal(const Span& span, std::string message) {
    error(span, std::move(message));
    fatal_ = true;
  }
  void warning(const Span& span, std::string message) {
    recorded_ = ++warnings_ <= kMaxWarnings;
    if (recorded_) diagnostics_.warning(Warning::preprocessor, span, std::move(message));
  }
  // Belongs to the message before it, and is dropped when that one was.
  void note(const Span& span, std::string message) {
    if (recorded_) diagnostics_.note(span, std::move(message));
  }

  // Pays for tokens and text that macros make. Twenty lines of macros that double each other give a million tokens;
  // without a limit, forty would fill the memory. False (after one error) when the budget is used up.
  bool charge(const Span& use, size_t tokens, size_t bytes) {
    spent_ += tokens + bytes / kBytesPerToken;
    if (spent_ > kBudget && !fatal_) {
      fatal(use, "macro expansion produces too much: more than " + std::to_string(kBudget) + " tokens");
    }
    return !stopped();
  }

  bool stopped() const { return fatal_ || diagnostics_.too_many(); }

  SourceMap& sources;
  PpRecord* const record;  // null: nothing is recorded

 private:
  static constexpr size_t kMaxWarnings = 100;
  static constexpr size_t kBudget = 2'000'000;
  static constexpr size_t kBytesPerToken = 32;

  Diagnostics& diagnostics_;
  size_t warnings_ = 0;
  size_t spent_ = 0;
  bool fatal_ = false;
  bool recorded_ = true;
};

}  // namespace gyre::promela::pp
