// An automaton that was given beside the model, as a front end sees it: its atoms are expressions of the model's
// language, which stand in some other file. What the automaton looks like is no business of a front end; it makes a
// property of it (Property::Kind::automaton).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/span.h"

namespace gyre::automata {
struct Automaton;
}

namespace gyre::ir {

struct GivenAutomaton {
  struct Atom {
    std::string text;
    Span begin;  // of its first character
  };
  std::string name;
  Span span;
  std::vector<Atom> atoms;
  std::shared_ptr<const automata::Automaton> automaton;
};

// A place in an atom's text, which was read as a text of its own, in the file that it is from.
inline Span place_in_file(Span in_text, const Span& begin) {
  in_text.file = begin.file;
  if (in_text.line == 1) in_text.column += begin.column - 1;
  in_text.line += begin.line - 1;
  return in_text;
}

}  // namespace gyre::ir
