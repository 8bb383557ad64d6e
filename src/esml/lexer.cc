#include "esml/lexer.h"

#include <array>
#include <cassert>
#include <climits>
#include <utility>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/narrow.h"

namespace gyre::esml {

namespace {

constexpr std::array<std::pair<std::string_view, Tok>, 38> kKeywords = {{
    {"A", Tok::kw_a},         {"AF", Tok::kw_af},           {"AG", Tok::kw_ag},           {"APPEND", Tok::kw_append},
    {"ARRAY", Tok::kw_array}, {"ASSERT", Tok::kw_assert},   {"AX", Tok::kw_ax},           {"BEGIN", Tok::kw_begin},
    {"CONST", Tok::kw_const}, {"DIV", Tok::kw_div},         {"DO", Tok::kw_do},           {"E", Tok::kw_e},
    {"EF", Tok::kw_ef},       {"EG", Tok::kw_eg},           {"EMPTY", Tok::kw_empty},     {"END", Tok::kw_end},
    {"EX", Tok::kw_ex},       {"FALSE", Tok::kw_false},     {"HEAD", Tok::kw_head},       {"IF", Tok::kw_if},
    {"IN", Tok::kw_in},       {"LEN", Tok::kw_len},         {"LIST", Tok::kw_list},       {"MOD", Tok::kw_mod},
    {"MODEL", Tok::kw_model}, {"OF", Tok::kw_of},           {"OR", Tok::kw_or},           {"OUT", Tok::kw_out},
    {"POLL", Tok::kw_poll},   {"PREPEND", Tok::kw_prepend}, {"PROCESS", Tok::kw_process}, {"REMOVE", Tok::kw_remove},
    {"SKIP", Tok::kw_skip},   {"TRACE", Tok::kw_trace},     {"TRUE", Tok::kw_true},       {"TYPE", Tok::kw_type},
    {"U", Tok::kw_u},         {"VAR", Tok::kw_var},
}};

// A symbol that begins with another one stands before it.
constexpr std::array<std::pair<std::string_view, Tok>, 28> kSymbols = {{
    {"..", Tok::dot_dot},    {":=", Tok::assign},      {"<=", Tok::less_equal},   {">=", Tok::greater_equal},
    {"->", Tok::arrow},      {"[]", Tok::box},         {"=>", Tok::implies},      {";", Tok::semicolon},
    {":", Tok::colon},       {",", Tok::comma},        {".", Tok::dot},           {"(", Tok::left_paren},
    {")", Tok::right_paren}, {"[", Tok::left_bracket}, {"]", Tok::right_bracket}, {"{", Tok::left_brace},
    {"}", Tok::right_brace}, {"=", Tok::equal},        {"#", Tok::unequal},       {"<", Tok::less},
    {">", Tok::greater},     {"+", Tok::plus},         {"-", Tok::minus},         {"*", Tok::times},
    {"&", Tok::ampersand},   {"~", Tok::tilde},        {"!", Tok::bang},          {"?", Tok::hook},
}};

// Formulas of the command line are written with these symbols, too.
constexpr std::array<std::pair<std::string_view, Tok>, 10> kFormulaSymbols = {{
    {"<->", Tok::equivalent},
    {"<=>", Tok::equivalent},
    {"<>", Tok::diamond},
    {"&&", Tok::ampersand},
    {"||", Tok::kw_or},
    {"|", Tok::kw_or},
    {"==", Tok::equal},
    {"!=", Tok::unequal},
    {"->", Tok::implies},
    {"!", Tok::tilde},
}};

class Lexer {
 public:
  Lexer(std::string_view text, uint32_t file, bool formula, Diagnostics& diagnostics)
      : text_(text), file_(file), formula_(formula), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (!diagnostics_.too_many()) {
      skip_blanks();
      if (at_ >= text_.size()) break;
      next();
    }
    Token end;
    end.span = here(0);
    tokens_.push_back(std::move(end));
    return std::move(tokens_);
  }

 private:
  Span here(size_t length) const {
    Span s;
    s.file = file_;
    s.line = line_;
    s.column = narrow<uint32_t>(at_ - line_start_) + 1;
    s.length = narrow<uint32_t>(length);
    return s;
  }
  bool starts_with(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  void advance() {
    assert(at_ < text_.size());
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_space(c))
        advance();
      else if (starts_with("(*"))
        skip_comment();
      else
        return;
    }
  }

  void skip_comment() {
    assert(starts_with("(*"));
    const Span start = here(2);
    size_t depth = 0;
    do {
      if (starts_with("(*")) {
        ++depth;
        at_ += 2;
      } else if (starts_with("*)")) {
        --depth;
        at_ += 2;
      } else {
        advance();
      }
      if (at_ >= text_.size() && depth > 0) {
        diagnostics_.error(start, "this comment is not closed");
        return;
      }
    } while (depth > 0);
  }

  void push(Tok kind, size_t length) {
    assert(length > 0 && at_ + length <= text_.size());
    Token t;
    t.kind = kind;
    t.span = here(length);
    t.text = std::string(text_.substr(at_, length));
    tokens_.push_back(std::move(t));
    at_ += length;
  }

  void next() {
    const char c = text_[at_];
    if (is_letter(c)) {
      word();
    } else if (is_digit(c)) {
      number();
    } else if (c == '"') {
      string();
    } else {
      if (formula_ && symbol(kFormulaSymbols)) return;
      if (!symbol(kSymbols)) strange();
    }
  }

  template <class Table>
  bool symbol(const Table& table) {
    for (const auto& [text, kind] : table) {
      if (!starts_with(text)) continue;
      push(kind, text.size());
      return true;
    }
    return false;
  }

  void word() {
    size_t end = at_;
    while (end < text_.size() && is_letter_or_digit(text_[end])) ++end;
    const std::string_view w = text_.substr(at_, end - at_);
    Tok kind = Tok::name;
    for (const auto& [text, keyword] : kKeywords) {
      if (text == w) kind = keyword;
    }
    push(kind, w.size());
  }

  void number() {
    size_t end = at_;
    int64_t value = 0;
    while (end < text_.size() && is_digit(text_[end])) {
      if (value <= INT32_MAX) value = value * 10 + (text_[end] - '0');
      ++end;
    }
    if (value > INT32_MAX) {
      diagnostics_.error(here(end - at_), fmt::format("numbers go up to {}", INT32_MAX));
      value = 0;
    }
    push(Tok::number, end - at_);
    tokens_.back().number = narrow<int32_t>(value);
  }

  void string() {
    assert(text_[at_] == '"');
    const size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      const size_t stop = end == std::string_view::npos ? text_.size() : end;
      diagnostics_.error(here(1), "this string is not closed on its line");
      at_ = stop;
      return;
    }
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    push(Tok::string, inside.size() + 2);
    tokens_.back().text = inside;
  }

  // A run of characters that belong nowhere is one error.
  void strange() {
    size_t end = at_ + 1;
    auto known = [&](char c) {
      if (is_letter_or_digit(c) || c == '"' || c == ' ' || c == '\t' || c == '\n' || c == '\r') return true;
      for (const auto& [text, kind] : kSymbols) {
        if (text[0] == c) return true;
      }
      return false;
    };
    while (end < text_.size() && !known(text_[end])) ++end;
    const char c = text_[at_];
    diagnostics_.error(here(end - at_), is_printable(c) ? fmt::format("'{}' does not belong to ESML", c)
                                                        : fmt::format("byte {} does not belong to ESML", byte_of(c)));
    at_ = end;
  }

  std::string_view text_;
  uint32_t file_;
  bool formula_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

std::string token_name(Tok kind) {
  if (kind == Tok::end_of_file) return "the end of the file";
  if (kind == Tok::name) return "a name";
  if (kind == Tok::number) return "a number";
  if (kind == Tok::string) return "a string";
  for (const auto& [text, keyword] : kKeywords) {
    if (keyword == kind) return std::string(text);
  }
  for (const auto& [text, symbol] : kSymbols) {
    if (symbol == kind) return fmt::format("'{}'", text);
  }
  for (const auto& [text, symbol] : kFormulaSymbols) {
    if (symbol == kind) return fmt::format("'{}'", text);
  }
  assert(false && "a token that is in no table");
  return "?";
}

std::vector<Token> tokenise(std::string_view text, uint32_t file, Diagnostics& diagnostics) {
  return Lexer(text, file, false, diagnostics).run();
}

std::vector<Token> tokenise_formula(std::string_view text, uint32_t file, Diagnostics& diagnostics) {
  return Lexer(text, file, true, diagnostics).run();
}

}  // namespace gyre::esml
