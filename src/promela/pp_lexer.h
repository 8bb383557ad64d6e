// The preprocessor's lexer: bytes of one file to tokens, with comments and backslash-newlines gone.
//
// It splits as Promela needs it, not as C does: `1..3` is three tokens although C reads one "pp-number" there. The C
// reading matters in one respect and is kept as a flag: in `10L` or `2N` the letters belong to the number and are no
// macro name (Token::glued).
//
// The lexer reports nothing. What is wrong is marked (Token::broken, unterminated_comment()), because only the caller
// knows whether the text is live: an apostrophe in a skipped block or in an #error line is nobody's fault.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "promela/preprocess.h"

namespace gyre::promela::pp {

// Owner of all text that tokens point to; a string stays where it is until the preprocessor is done.
class TextPool {
 public:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

struct Token {
  PpKind kind = PpKind::end;
  bool first_on_line = false;
  bool space = false;    // white space, a comment or a line end before it
  bool glued = false;    // an identifier straight after digits
  bool painted = false;  // names a macro that must not be expanded here, now or later
  bool broken = false;   // a quote that is not closed on its line; the text runs to the end of the line
  std::string_view text;
  Span span;

  bool is(std::string_view punctuation) const { return kind == PpKind::punctuation && text == punctuation; }
};

// What to say about a broken token.
const char* broken_message(const Token& token);

class Lexer {
 public:
  // `text` and `pool` must outlive the lexer and its tokens.
  Lexer(std::string_view text, uint32_t file, TextPool& pool);

  // The next token of the file; `end` at its end, again and again.
  Token next();
  // The next token of this line; `end` at the end of the line, which is not passed.
  Token next_in_line();
  // The "name" or <name> of an #include, with its delimiters, in which backslashes mean nothing; nothing if the line
  // goes on with something else.
  std::optional<Token> header_name();

  // From the next line on, positions count from `line` in `file` (#line).
  void renumber(uint32_t line, uint32_t file);
  // The position of the lexer.
  Span here() const;
  // Where a comment began that the file does not close.
  const std::optional<Span>& unterminated_comment() const { return unterminated_comment_; }

 private:
  char current() const { return p_ == end_ ? '\0' : *p_; }
  char following() const;
  bool at_line_end(const char* p) const;
  void advance();
  void skip_splices();
  const char* after_splice(const char* p) const;
  void pass_line_end();
  void skip_white(bool stop_at_line_end);
  void skip_block_comment();
  Token lex(bool stop_at_line_end);
  Token begin_token();
  void finish_token(Token& token, const char* begin, uint32_t splices_before);
  void scan_token(Token& token);
  bool scan_quoted(char quote, bool escapes);

  const char* p_;  // never stands on a backslash-newline
  const char* const end_;
  const char* line_start_;
  uint32_t line_ = 1;
  uint32_t file_;
  uint32_t splices_ = 0;  // backslash-newlines passed
  bool at_line_start_ = true;
  bool space_ = false;
  bool after_number_ = false;
  TextPool& pool_;
  std::optional<std::pair<uint32_t, uint32_t>> renumbering_;  // line and file, for the next line on
  std::optional<Span> unterminated_comment_;
};

}  // namespace gyre::promela::pp
