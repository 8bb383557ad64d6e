#include "promela/pp_lexer.h"

#include <cassert>
#include <tuple>

#include "base/characters.h"
#include "base/narrow.h"
#include "promela/lexer.h"

namespace gyre::promela::pp {

namespace {

bool starts_name(char c) { return is_letter(c) || c == '_'; }
bool is_blank(char c) { return is_space(c) && c != '\n'; }  // but see at_line_end

// Whether `a` and `b` make one operator of Promela. `<>`, `[]` and `<->` are for the LTL parser to join.
bool joins(char a, char b) {
  const char both[] = {a, b};
  return punctuation({both, 2}) != Tok::error;
}

}  // namespace

const char* broken_message(const Token& token) {
  return token.kind == PpKind::string ? "string is not closed before the end of its line"
                                      : "apostrophe is not closed before the end of its line";
}

Lexer::Lexer(std::string_view text, uint32_t file, TextPool& pool)
    : p_(text.data()), end_(text.data() + text.size()), line_start_(text.data()), file_(file), pool_(pool) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") p_ += 3;  // byte order mark
  skip_splices();
}

// A carriage return by itself ends a line, as for gcc: models that have seen many editors contain some. It does not
// count as a line, though, because for SourceMap and for most editors of today it is not one.
bool Lexer::at_line_end(const char* p) const {
  return p != end_ && (*p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] != '\n')));
}

// Past a backslash-newline at p, or null. Blanks between the two are forgiven, as gcc does, and so is a backslash
// that ends the file.
const char* Lexer::after_splice(const char* p) const {
  if (p == end_ || *p != '\\') return nullptr;
  ++p;
  while (p != end_ && is_blank(*p) && !at_line_end(p)) ++p;
  if (p == end_) return p;
  return at_line_end(p) ? p + 1 : nullptr;
}

void Lexer::skip_splices() {
  while (const char* after = after_splice(p_)) {
    p_ = after;
    ++splices_;
    if (p_[-1] != '\n') continue;
    ++line_;
    line_start_ = p_;
  }
}

void Lexer::advance() {
  assert(p_ != end_);
  ++p_;
  if (p_ != end_ && *p_ == '\\') skip_splices();
}

char Lexer::following() const {
  const char* p = p_ + 1;
  while (const char* after = after_splice(p)) p = after;
  return p == end_ ? '\0' : *p;
}

void Lexer::pass_line_end() {
  assert(at_line_end(p_));
  if (renumbering_) {
    std::tie(line_, file_) = *renumbering_;
    renumbering_.reset();
  } else if (*p_ == '\n') {
    ++line_;
  }
  if (*p_ == '\n') line_start_ = p_ + 1;
  advance();
}

void Lexer::skip_block_comment() {
  Span place = here();
  place.length = 2;
  advance();
  advance();
  while (p_ != end_) {
    if (at_line_end(p_)) {
      pass_line_end();
    } else if (*p_ == '*' && following() == '/') {
      advance();
      advance();
      return;
    } else {
      advance();
    }
  }
  unterminated_comment_ = place;
}

void Lexer::skip_white(bool stop_at_line_end) {
  while (p_ != end_) {
    if (at_line_end(p_)) {
      if (stop_at_line_end) return;
      pass_line_end();
      at_line_start_ = true;
    } else if (is_blank(*p_)) {
      advance();
    } else if (*p_ == '/' && following() == '*') {
      skip_block_comment();
    } else if (*p_ == '/' && following() == '/') {
      while (p_ != end_ && !at_line_end(p_)) advance();
    } else {
      return;
    }
    space_ = true;
  }
}

void Lexer::renumber(uint32_t line, uint32_t file) { renumbering_ = {line, file}; }

Span Lexer::here() const { return {file_, line_, narrow<uint32_t>(p_ - line_start_ + 1), 0, -1}; }

Token Lexer::begin_token() {
  Token token;
  token.first_on_line = at_line_start_;
  token.space = space_;
  token.span = here();
  return token;
}

// Sets text and length. A token that is cut by backslash-newlines gets a text of its own.
void Lexer::finish_token(Token& token, const char* begin, uint32_t splices_before) {
  const char* const end = p_;
  if (splices_ == splices_before) {
    token.text = std::string_view(begin, end);
    token.span.length = narrow<uint32_t>(end - begin);
  } else {
    std::string text;
    for (const char* p = begin; p != end;) {
      if (const char* after = after_splice(p)) {
        if (token.span.length == 0) token.span.length = narrow<uint32_t>(p - begin);
        p = after;
      } else {
        text += *p++;
      }
    }
    token.text = pool_.keep(std::move(text));
  }
  at_line_start_ = false;
  space_ = false;
  after_number_ = token.kind == PpKind::number;
}

// Passes a quoted text; false if the line ends before it does.
bool Lexer::scan_quoted(char quote, bool escapes) {
  assert(*p_ == quote || (*p_ == '<' && quote == '>'));
  advance();
  while (p_ != end_ && !at_line_end(p_)) {
    const char c = *p_;
    advance();
    if (c == quote) return true;
    if (escapes && c == '\\' && p_ != end_ && !at_line_end(p_)) advance();
  }
  return false;
}

void Lexer::scan_token(Token& token) {
  assert(p_ != end_);
  const char first = *p_;
  if (starts_name(first)) {
    token.kind = PpKind::identifier;
    token.glued = after_number_ && !token.space;
    while (p_ != end_ && (starts_name(*p_) || is_digit(*p_))) advance();
  } else if (is_digit(first)) {
    token.kind = PpKind::number;
    while (p_ != end_ && is_digit(*p_)) advance();
  } else if (first == '"' || first == '\'') {
    token.kind = first == '"' ? PpKind::string : PpKind::character;
    token.broken = !scan_quoted(first, true);
  } else {
    token.kind = PpKind::punctuation;
    advance();
    if (p_ != end_ && joins(first, *p_)) advance();
  }
}

Token Lexer::lex(bool stop_at_line_end) {
  skip_white(stop_at_line_end);
  Token token = begin_token();
  if (p_ == end_ || at_line_end(p_)) return token;
  const char* const begin = p_;
  const uint32_t splices_before = splices_;
  scan_token(token);
  finish_token(token, begin, splices_before);
  return token;
}

Token Lexer::next() { return lex(false); }

Token Lexer::next_in_line() { return lex(true); }

std::optional<Token> Lexer::header_name() {
  skip_white(true);
  if (current() != '"' && current() != '<') return std::nullopt;
  Token token = begin_token();
  token.kind = PpKind::string;
  const char* const begin = p_;
  const uint32_t splices_before = splices_;
  token.broken = !scan_quoted(current() == '<' ? '>' : '"', false);
  finish_token(token, begin, splices_before);
  return token;
}

}  // namespace gyre::promela::pp
