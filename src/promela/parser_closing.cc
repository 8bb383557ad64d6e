// What is missing at the end of something: where it was opened, and which brace may be the one that was forgotten.
#include <fmt/format.h>

#include "promela/parser_impl.h"

namespace gyre::promela {

bool Parser::at_unit() {
  return is_one_of(in_.peek().kind, {Tok::kw_active, Tok::kw_proctype, Tok::kw_d_proctype, Tok::kw_init, Tok::kw_never,
                                     Tok::kw_ltl, Tok::kw_typedef, Tok::kw_inline});
}

// A proctype begins inside of one.
void Parser::unclosed() {
  assert(!open_.empty());
  const Token& found = in_.peek();
  const Open open = open_.back();
  diagnostics_.error(found.span, fmt::format("expected '{}' before {}", open.close, shown(found)));
  diagnostics_.note(open.span, fmt::format("this '{}' is not closed", open.text));
  note_indentation();
  if (!odd_braces_) {
    Span before = found.span;
    before.length = 0;
    diagnostics_.fix(fmt::format("insert '{}'", open.close), before, std::string(open.close) + "\n");
  }
  throw ParseFailure{};
}

// The file ends inside of something.
void Parser::never_closed(const Span& open, const char* what) {
  diagnostics_.error(open, fmt::format("this '{}' is never closed", what));
  note_indentation();
  throw ParseFailure{};
}

void Parser::note_indentation() {
  if (odd_braces_)
    diagnostics_.note(
        odd_braces_->first,
        fmt::format("by its indentation this '{{' is not closed by the '}}' of line {}", odd_braces_->second.line));
}

// A closing brace that begins its line should stand where the line of the opening one begins.
void Parser::compare_indentation(const Span& open, const Token& close) {
  if (odd_braces_ || !close.newline_before || close.span.file != open.file || close.span.line == open.line) return;
  if (open.call >= 0 || open.origin >= 0 || close.span.origin >= 0) return;
  const std::string_view line = sources_.line_text(open.file, open.line);
  const size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || begin + 1 == close.span.column) return;
  // Braces that stand where the statement inside stands, or the opening one itself, are a style of their own.
  if (close.span.column >= begin + 1) return;
  odd_braces_.emplace(open, close.span);
}

}  // namespace gyre::promela
