#include "logic/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>

#include "base/characters.h"
#include "base/error.h"
#include "base/ids.h"

namespace gyre::logic {

namespace {

enum class Kind : uint8_t {
  end,
  word,
  number,
  open,
  close,
  open_bracket,
  close_bracket,
  unary,       // an LTL operator, in Token::op
  binary,      // an LTL operator, in Token::op
  connective,  // && || -> <->, in Token::connective
  arithmetic,  // == + < ..., only inside atoms
  postfix,     // . @ : ? ?? and the comma, only inside atoms
};

enum class Connective : uint8_t { conjunction, disjunction, implication, equivalence };

struct Token {
  Kind kind = Kind::end;
  Op op = Op::bottom;
  Connective connective = Connective::conjunction;
  size_t begin = 0;
  size_t end = 0;
  size_t match = 0;  // of a parenthesis or bracket: the token at its other end; 0: none
};

[[noreturn]] void fail(std::string_view text, size_t at, const std::string& message) {
  at = std::min(at, text.size());
  size_t begin = at;
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  size_t end = at;
  while (end < text.size() && text[end] != '\n') ++end;
  // Of a very long line only the surroundings of the place are shown.
  constexpr size_t kAround = 60;
  const bool cut_before = at - begin > kAround, cut_after = end - at > kAround;
  if (cut_before) begin = at - kAround;
  if (cut_after) end = at + kAround;
  std::string line = cut_before ? "..." : "";
  size_t caret = line.size();
  for (size_t i = begin; i < end; ++i) {
    line += is_control(text[i]) ? ' ' : text[i];
    if (i < at && (byte_of(text[i]) & 0xc0) != 0x80) ++caret;  // a UTF-8 sequence takes one column
  }
  if (cut_after) line += "...";
  throw Error(fmt::format("syntax error in formula: {}\n  {}\n  {}^", message, line, std::string(caret, ' ')));
}

class Lexer {
 public:
  Lexer(std::string_view text, bool glued_next) : text_(text), glued_next_(glued_next) {}

  std::vector<Token> run() {
    while (skip_space(), at_ < text_.size()) next();
    push(Kind::end, 0);
    match_pairs();
    return std::move(tokens_);
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool starts(std::string_view symbol) const { return text_.substr(at_, symbol.size()) == symbol; }

  Token& push(Kind kind, size_t length) {
    assert(at_ + length <= text_.size());
    Token token;
    token.kind = kind;
    token.begin = at_;
    token.end = at_ + length;
    at_ += length;
    tokens_.push_back(token);
    return tokens_.back();
  }

  void next() {
    const char c = text_[at_];
    if (is_letter(c) || c == '_') return word();
    if (is_digit(c)) {
      size_t n = 1;
      while (at_ + n < text_.size() && is_letter_or_digit(text_[at_ + n])) ++n;
      push(Kind::number, n);
      return;
    }
    symbol();
  }

  void word() {
    size_t n = 1;
    while (at_ + n < text_.size() && (is_letter_or_digit(text_[at_ + n]) || text_[at_ + n] == '_')) {
      ++n;
    }
    std::string_view name = text_.substr(at_, n);
    // `Xp` is X p and `XX` is X X, as for spin -f, whose names begin with small letters.
    size_t nexts = 0;
    while (nexts < n && name[nexts] == 'X') ++nexts;
    if (nexts > 0 && (nexts == n || (glued_next_ && is_lower(name[nexts])))) {
      for (size_t i = 0; i < nexts; ++i) push(Kind::unary, 1).op = Op::next;
      if (nexts == n) return;
      n -= nexts;
      name = text_.substr(at_, n);
    }
    static const std::unordered_map<std::string_view, Op> unary = {
        {"next", Op::next}, {"F", Op::eventually},  {"eventually", Op::eventually},
        {"G", Op::always},  {"always", Op::always},
    };
    static const std::unordered_map<std::string_view, Op> binary = {
        {"U", Op::until},          {"until", Op::until},     {"stronguntil", Op::until}, {"V", Op::release},
        {"R", Op::release},        {"release", Op::release}, {"W", Op::weak_until},      {"weakuntil", Op::weak_until},
        {"M", Op::strong_release},
    };
    if (const auto it = unary.find(name); it != unary.end()) {
      push(Kind::unary, n).op = it->second;
    } else if (const auto bit = binary.find(name); bit != binary.end()) {
      push(Kind::binary, n).op = bit->second;
    } else if (name == "implies") {
      push(Kind::connective, n).connective = Connective::implication;
    } else if (name == "equivalent") {
      push(Kind::connective, n).connective = Connective::equivalence;
    } else {
      push(Kind::word, n);
    }
  }

  void symbol() {
    struct Entry {
      std::string_view text;
      Kind kind;
      Op op = Op::bottom;
      Connective connective = Connective::conjunction;
    };
    // Longer symbols stand before those that they begin with.
    static const std::array<Entry, 39> table = {{
        {"<->", Kind::connective, Op::bottom, Connective::equivalence},
        {"<=>", Kind::connective, Op::bottom, Connective::equivalence},
        {"->", Kind::connective, Op::bottom, Connective::implication},
        {"=>", Kind::connective, Op::bottom, Connective::implication},
        {"&&", Kind::connective, Op::bottom, Connective::conjunction},
        {"/\\", Kind::connective, Op::bottom, Connective::conjunction},
        {"||", Kind::connective, Op::bottom, Connective::disjunction},
        {"\\/", Kind::connective, Op::bottom, Connective::disjunction},
        {"<>", Kind::unary, Op::eventually},
        {"==", Kind::arithmetic},
        {"!=", Kind::arithmetic},
        {"<=", Kind::arithmetic},
        {">=", Kind::arithmetic},
        {"<<", Kind::arithmetic},
        {">>", Kind::arithmetic},
        {"<", Kind::arithmetic},
        {">", Kind::arithmetic},
        {"+", Kind::arithmetic},
        {"-", Kind::arithmetic},
        {"*", Kind::arithmetic},
        {"/", Kind::arithmetic},
        {"%", Kind::arithmetic},
        {"&", Kind::arithmetic},
        {"|", Kind::arithmetic},
        {"^", Kind::arithmetic},
        {"~", Kind::arithmetic},
        {"!", Kind::unary, Op::negation},
        {"(", Kind::open},
        {")", Kind::close},
        {"[", Kind::open_bracket},
        {"]", Kind::close_bracket},
        {".", Kind::postfix},
        {"@", Kind::postfix},
        {":", Kind::postfix},
        {"??", Kind::postfix},
        {"?", Kind::postfix},
        {",", Kind::postfix},
    }};
    // `[ ]` is the operator "always", also with blanks between the brackets.
    if (text_[at_] == '[') {
      size_t close = at_ + 1;
      while (close < text_.size() && is_space(text_[close])) ++close;
      if (close < text_.size() && text_[close] == ']') {
        push(Kind::unary, close + 1 - at_).op = Op::always;
        return;
      }
    }
    for (const Entry& entry : table) {
      if (entry.text.empty() || !starts(entry.text)) continue;
      Token& token = push(entry.kind, entry.text.size());
      token.op = entry.op;
      token.connective = entry.connective;
      return;
    }
    const char c = text_[at_];
    if (c == '=') fail(text_, at_, "'=' is no operator here; equality is '=='");
    fail(text_, at_,
         is_printable(c) ? fmt::format("unexpected character '{}'", c)
                         : fmt::format("unexpected byte 0x{:02x}", byte_of(c)));
  }

  void match_pairs() {
    std::vector<size_t> open;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Kind kind = tokens_[i].kind;
      if (kind == Kind::open || kind == Kind::open_bracket) {
        open.push_back(i);
      } else if (kind == Kind::close || kind == Kind::close_bracket) {
        const Kind wanted = kind == Kind::close ? Kind::open : Kind::open_bracket;
        if (open.empty() || tokens_[open.back()].kind != wanted) {
          fail(text_, tokens_[i].begin, fmt::format("unmatched '{}'", text_[tokens_[i].begin]));
        }
        tokens_[i].match = open.back();
        tokens_[open.back()].match = i;
        open.pop_back();
      }
    }
    if (!open.empty()) {
      fail(text_, tokens_[open.back()].begin, fmt::format("unmatched '{}'", text_[tokens_[open.back()].begin]));
    }
  }

  std::string_view text_;
  bool glued_next_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
};

class Parser {
 public:
  Parser(std::string_view text, FormulaFactory& factory, std::vector<std::string>& atoms, const ParseOptions& options)
      : text_(text),
        tokens_(Lexer(text, options.glued_next).run()),
        factory_(factory),
        atoms_(atoms),
        options_(options) {
    for (size_t i = 0; i < atoms.size(); ++i) known_.emplace(atoms[i], narrow<uint32_t>(i));
  }

  Formula run() {
    const Formula f = level(0);
    if (peek().kind != Kind::end) unexpected("an operator");
    return f;
  }

 private:
  static constexpr size_t kMaxNesting = 400;

  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

  [[noreturn]] void unexpected(const std::string& wanted) const {
    const Token& token = peek();
    const std::string seen = token.kind == Kind::end
                                 ? "the formula ends"
                                 : fmt::format("found '{}'", text_.substr(token.begin, token.end - token.begin));
    fail(text_, token.begin, fmt::format("expected {}, but {}", wanted, seen));
  }

  // Level 0: -> and <->; 1: ||; 2: &&; 3: U V R W M; 4: unary operators and operands.
  bool connective_at(int level) const {
    if (peek().kind != Kind::connective) return false;
    if (options_.flat) return level == 0;
    const Connective c = peek().connective;
    const int own = c == Connective::conjunction ? 2 : c == Connective::disjunction ? 1 : 0;
    return own == level;
  }

  Formula level(int n) {
    if (n == 4) return operand();
    Formula f = level(n + 1);
    while (n == 3 ? peek().kind == Kind::binary : connective_at(n)) {
      const Token token = peek();
      ++at_;
      const Formula g = level(n + 1);
      f = combine(token, f, g);
    }
    return f;
  }

  Formula combine(const Token& token, Formula f, Formula g) {
    if (token.kind == Kind::binary) return factory_.binary(token.op, f, g);
    assert(token.kind == Kind::connective);
    switch (token.connective) {
      case Connective::conjunction: return factory_.conjunction({f, g});
      case Connective::disjunction: return factory_.disjunction({f, g});
      case Connective::implication: return factory_.implication(f, g);
      case Connective::equivalence: return factory_.equivalence(f, g);
    }
    return f;
  }

  bool starts_operand(const Token& token) const {
    return token.kind == Kind::word || token.kind == Kind::number || token.kind == Kind::open ||
           token.kind == Kind::unary;
  }

  // Whether the word operator here (G, F, R, M) is a name: it stands where an operand is expected.
  bool operator_as_name() const {
    const Token& token = peek();
    const std::string_view name = text_.substr(token.begin, token.end - token.begin);
    if (token.kind == Kind::binary) return name == "R" || name == "M";
    return (name == "G" || name == "F") && !starts_operand(peek(1));
  }

  Formula operand() {
    if (++nesting_ > kMaxNesting) {
      fail(text_, peek().begin, fmt::format("nested more than {} levels deep", kMaxNesting));
    }
    const Formula f = nested_operand();
    --nesting_;
    return f;
  }

  Formula nested_operand() {
    const Token token = peek();
    if (token.kind == Kind::unary && !operator_as_name()) {
      ++at_;
      const Formula f = operand();
      return token.op == Op::negation ? factory_.negation(f) : factory_.unary(token.op, f);
    }
    if (token.kind == Kind::open && tokens_[token.match + 1].kind != Kind::arithmetic) {
      ++at_;
      const Formula f = level(0);
      if (peek().kind != Kind::close) unexpected("an operator or ')'");
      ++at_;
      return f;
    }
    return atom();
  }

  Formula atom() {
    const size_t first = at_;
    while (true) {
      primary(at_ == first);
      if (peek().kind != Kind::arithmetic || is_tilde(peek())) break;
      ++at_;
    }
    const std::string text = collapse(text_.substr(tokens_[first].begin, tokens_[at_ - 1].end - tokens_[first].begin));
    if (text == "true") return factory_.top();
    if (text == "false") return factory_.bottom();
    if (at_ == first + 1 && tokens_[first].kind == Kind::number) {
      return std::all_of(text.begin(), text.end(), [](char c) { return c == '0'; }) ? factory_.bottom()
                                                                                    : factory_.top();
    }
    const auto [it, fresh] = known_.emplace(text, next_id<uint32_t>(atoms_));
    if (fresh) atoms_.push_back(text);
    return factory_.atom(it->second);
  }

  bool is_tilde(const Token& token) const { return text_[token.begin] == '~'; }

  bool is_sign(const Token& token) const {
    if (token.kind == Kind::unary) return token.op == Op::negation;
    return token.kind == Kind::arithmetic &&
           (is_tilde(token) || (text_[token.begin] == '-' && token.end == token.begin + 1));
  }

  // One operand of a state expression: name, number, call or parentheses, with indices, fields and labels behind.
  void primary(bool at_start) {
    while (is_sign(peek())) ++at_;
    const Token& token = peek();
    const bool name =
        token.kind == Kind::word || ((token.kind == Kind::unary || token.kind == Kind::binary) && operator_as_name());
    if (token.kind == Kind::open) {
      at_ = token.match + 1;
    } else if (name || token.kind == Kind::number) {
      ++at_;
      if (name && peek().kind == Kind::open) at_ = peek().match + 1;
    } else {
      unexpected(at_start ? "a formula" : "an operand");
    }
    while (postfix()) {
    }
  }

  bool postfix() {
    const Token& token = peek();
    if (token.kind == Kind::open_bracket) {
      at_ = token.match + 1;
      return true;
    }
    if (token.kind != Kind::postfix) return false;
    const char c = text_[token.begin];
    if (c == '?' && peek(1).kind == Kind::open_bracket) {
      at_ = peek(1).match + 1;
      return true;
    }
    if ((c == '.' || c == '@' || c == ':') && peek(1).kind != Kind::end && is_word(peek(1))) {
      at_ += 2;
      return true;
    }
    unexpected("an operator");
  }

  bool is_word(const Token& token) const {
    const char c = text_[token.begin];
    return is_letter(c) || c == '_';
  }

  static std::string collapse(std::string_view text) {
    assert(!text.empty() && !is_space(text[0]));
    std::string out;
    for (const char c : text) {
      if (!is_space(c)) {
        out += c;
      } else if (out.back() != ' ') {
        out += ' ';
      }
    }
    return out;
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  FormulaFactory& factory_;
  std::vector<std::string>& atoms_;
  ParseOptions options_;
  std::unordered_map<std::string, uint32_t> known_;
  size_t at_ = 0;
  size_t nesting_ = 0;
};

}  // namespace

Formula parse(std::string_view text, FormulaFactory& factory, std::vector<std::string>& atoms,
              const ParseOptions& options) {
  return Parser(text, factory, atoms, options).run();
}

}  // namespace gyre::logic
