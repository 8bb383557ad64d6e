// The part of a file in which the tokens of a statement stand, and its text as somebody has written it: with its
// macros, its `x++`, and in an inline with the names of the parameters.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "base/span.h"

namespace gyre::promela {

class Extent {
 public:
  // Takes a token in, by its place. What a macro stands for has the place of the macro's name.
  void add(const Span& place);

  // Whether the two have text in common: then a macro stands for more than one statement, and says too little of each.
  bool overlaps(const Extent& other) const;

  // The text in one line, without comments. It is empty where there is no such text: if tokens are from different
  // files, or lines of the preprocessor are among them.
  std::string text(const SourceMap& sources) const;

 private:
  struct Point {
    uint32_t line = 0, column = 0;
    auto operator<=>(const Point&) const = default;
  };
  bool empty() const { return last_.line == 0; }

  uint32_t file_ = 0;
  int32_t call_ = -1;       // the inline's
  Point first_, last_;      // last_ is behind the last character
  bool scattered_ = false;  // tokens are from different files or calls
};

}  // namespace gyre::promela
