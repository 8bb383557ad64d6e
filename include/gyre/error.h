// What can go wrong, as data and as an exception.
//
// Faults of a model are Diagnostics, collected while it is loaded. Everything else that keeps gyre from doing what it
// was asked to do is an Error, the only exception that leaves the library: a file that cannot be read, a setting
// without a meaning, a refused combination of settings, memory that has run out, a fault of gyre itself.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace gyre {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// There is no more memory.
class OutOfMemory : public Error {
 public:
  using Error::Error;
};

// A fault of gyre itself.
class InternalError : public Error {
 public:
  using Error::Error;
};

enum class Severity { error, warning, note };
// "error", "warning", "note"
const char* severity_name(Severity severity);

// A place in the text of a model.
struct Location {
  std::string file;     // empty: none is known
  uint32_t line = 0;    // from 1; 0: none is known
  uint32_t column = 0;  // from 1, in bytes
  uint32_t length = 0;  // in bytes, within the line
};

// A change of the model's text that does what a diagnostic asks for: `range` becomes `replacement`. Of a range of
// length 0 the replacement is inserted before it.
struct Fix {
  std::string title;  // what it does, for a button: "replace '=' by '=='"
  Location range;
  std::string replacement;
};

struct Diagnostic {
  Severity severity = Severity::error;
  Location location;
  std::string message;            // lower case, without a full stop
  std::vector<Diagnostic> notes;  // what belongs to it: where else to look, which macro the text comes from
  std::string name;               // of a warning: what the setting `warn` calls it; empty: it has none
  std::vector<Fix> fixes;         // each alone is one; empty: what to do is not that obvious
};

// A kind of warning, which the setting `warn` switches.
struct WarningKind {
  std::string name;
  std::string help;  // a sentence
};
// All of them. docs/warnings.md explains them.
const std::vector<WarningKind>& warning_kinds();

}  // namespace gyre
