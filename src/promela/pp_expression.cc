#include "promela/pp_expression.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/characters.h"

namespace gyre::promela::pp {

namespace {

// All arithmetic is done on the unsigned bits, where wrapping around is defined.
struct Value {
  uint64_t bits = 0;
  bool is_unsigned = false;

  int64_t as_signed() const { return static_cast<int64_t>(bits); }
  bool truth() const { return bits != 0; }
};

Value from_bool(bool b) { return {b ? 1u : 0u, false}; }

struct Operator {
  std::string_view text;
  int precedence;
};

constexpr int kComma = 1;
constexpr int kConditional = 2;
// clang-format off
constexpr std::array<Operator, 19> kBinary = {{
    {"*", 12}, {"/", 12}, {"%", 12},
    {"+", 11}, {"-", 11},
    {"<<", 10}, {">>", 10},
    {"<", 9}, {">", 9}, {"<=", 9}, {">=", 9},
    {"==", 8}, {"!=", 8},
    {"&", 7}, {"^", 6}, {"|", 5}, {"&&", 4}, {"||", 3},
    {",", kComma}}};
// clang-format on

int precedence_of(const Token& token) {
  if (token.kind != PpKind::punctuation) return 0;
  for (const Operator& op : kBinary) {
    if (op.text == token.text) return op.precedence;
  }
  return token.text == "?" ? kConditional : 0;
}

constexpr unsigned kNoDigit = 99;

unsigned hex_value(char c) {
  if (is_digit(c)) return digit_value(c);
  if (c >= 'a' && c <= 'f') return byte_of(c) - unsigned{'a'} + 10;
  if (c >= 'A' && c <= 'F') return byte_of(c) - unsigned{'A'} + 10;
  return kNoDigit;
}

// The values of the characters of a constant such as 'a', '\n', '\x41'; packed as gcc does when there are several.
Value character_value(std::string_view text) {
  assert(text.size() >= 2 && text.front() == '\'' && text.back() == '\'');
  text = text.substr(1, text.size() - 2);
  uint32_t packed = 0;
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++count) {
    unsigned c = byte_of(text[i++]);
    if (c == '\\' && i < text.size()) {
      const char escape = text[i++];
      constexpr std::string_view kNames = "abfnrtve";
      constexpr std::string_view kValues = "\a\b\f\n\r\t\v\033";
      if (escape == 'x') {
        for (c = 0; i < text.size() && hex_value(text[i]) < 16; ++i) {
          c = c * 16 + hex_value(text[i]);
        }
      } else if (hex_value(escape) < 8) {
        c = hex_value(escape);
        for (int n = 1; n < 3 && i < text.size() && hex_value(text[i]) < 8; ++n, ++i) {
          c = c * 8 + hex_value(text[i]);
        }
      } else if (const size_t at = kNames.find(escape); at != std::string_view::npos) {
        c = byte_of(kValues[at]);
      } else {
        c = byte_of(escape);
      }
    }
    packed = (packed << 8) | (c & 0xff);
  }
  const int64_t value = count == 1 ? static_cast<int8_t>(packed) : static_cast<int32_t>(packed);
  return {static_cast<uint64_t>(value), false};
}

// Recursive descent. After the first error, everything that follows is read as 0 and nothing more is said. `live` is
// false in the branch that && || ?: do not evaluate, where a division by zero is no error.
class Evaluator {
 public:
  Evaluator(std::vector<Token> tokens, const Span& line_end, Report& report)
      : tokens_(std::move(tokens)), report_(report) {
    Token end;
    end.span = line_end;
    tokens_.push_back(end);
  }

  bool run() {
    const Value value = binary(kComma, true);
    if (!failed_ && current().kind != PpKind::end) fail_at_rest();
    return !failed_ && value.truth();
  }

 private:
  // A model has a handful; every level costs C++ stack.
  static constexpr int kMaxDepth = 200;

  const Token& current() const { return tokens_[next_]; }
  void advance() {
    if (next_ + 1 < tokens_.size()) ++next_;
  }

  Value fail(std::string message) { return fail_at(current().span, std::move(message)); }
  Value fail_at(const Span& span, std::string message) {
    if (!failed_) report_.error(span, std::move(message));
    failed_ = true;
    next_ = tokens_.size() - 1;
    return {};
  }

  // The expression is complete but the line goes on.
  void fail_at_rest() {
    const Token& before = tokens_[next_ == 0 ? 0 : next_ - 1];
    if (current().is(")")) {
      fail("')' without '('");
    } else if (current().is("(") && before.kind == PpKind::identifier) {
      fail(fmt::format("missing operator before '('; there is no macro '{}' that takes arguments", before.text));
    } else {
      fail(fmt::format("missing operator before '{}'", current().text));
    }
  }

  // Evaluates operators of at least this precedence; `?:` is one of them.
  Value binary(int lowest, bool live) {
    Value left = unary(live);
    for (;;) {
      const Token op = current();
      const int precedence = precedence_of(op);
      if (precedence == 0 || precedence < lowest) return left;
      advance();
      if (precedence == kConditional) {
        left = conditional(left, live);
        continue;
      }
      const bool right_live = live && !(op.text == "&&" && !left.truth()) && !(op.text == "||" && left.truth());
      const Value right = binary(precedence + 1, right_live);
      left = apply(op, left, right, right_live);
    }
  }

  Value conditional(const Value& condition, bool live) {
    if (!enter()) return {};
    const Value yes = binary(kComma, live && condition.truth());
    if (!failed_ && !current().is(":")) return fail("'?' without ':'");
    advance();
    const Value no = binary(kConditional, live && !condition.truth());
    --depth_;
    Value result = condition.truth() ? yes : no;
    result.is_unsigned = yes.is_unsigned || no.is_unsigned;
    return result;
  }

  bool enter() {
    if (++depth_ <= kMaxDepth) return true;
    fail(fmt::format("expression is nested more than {} deep", kMaxDepth));
    return false;
  }

  Value unary(bool live) {
    const Token token = current();
    if (token.kind == PpKind::number) return number();
    if (token.kind == PpKind::identifier) {
      advance();
      return {};
    }
    if (token.kind == PpKind::character && !token.broken && token.text.size() > 2) {
      advance();
      return character_value(token.text);
    }
    if (token.kind == PpKind::end) return fail("expression is incomplete");
    if (!token.is("(") && !token.is("!") && !token.is("!!") && !token.is("-") && !token.is("+") && !token.is("~")) {
      return fail(fmt::format("'{}' is not valid here in the expression of #if", token.text));
    }
    if (!enter()) return {};
    advance();
    Value value;
    if (token.is("(")) {
      value = binary(kComma, live);
      if (!failed_ && !current().is(")")) return fail_at(token.span, "'(' without ')'");
      advance();
    } else {
      value = unary(live);
      if (token.is("-")) value.bits = -value.bits;
      if (token.is("~")) value.bits = ~value.bits;
      if (token.is("!")) value = from_bool(!value.truth());
      if (token.is("!!")) value = from_bool(value.truth());
    }
    --depth_;
    return value;
  }

  // An integer constant of C, whose letters the lexer gives as a glued identifier: 10, 0x1F, 012, 5u, 7UL.
  Value number() {
    const Span span = current().span;
    std::string text(current().text);
    advance();
    while (current().glued) {
      text += current().text;
      advance();
    }
    size_t i = 0;
    unsigned base = 10;
    if (text[0] == '0' && text.size() > 1) {
      const char second = text[1];
      const bool hex = second == 'x' || second == 'X';
      const bool binary = second == 'b' || second == 'B';
      base = hex ? 16 : binary ? 2 : is_digit(second) ? 8 : 10;
      i = base == 16 || base == 2 ? 2 : 0;
    }
    const size_t first = i;
    Value value;
    bool too_large = false;
    for (; i < text.size() && hex_value(text[i]) < base; ++i) {
      const unsigned digit = hex_value(text[i]);
      too_large = too_large || value.bits > (std::numeric_limits<uint64_t>::max() - digit) / base;
      value.bits = value.bits * base + digit;
    }
    const std::optional<bool> unsigned_suffix = suffix(text.substr(i));
    if (i == first || !unsigned_suffix) return fail_at(span, fmt::format("'{}' is not an integer", text));
    if (too_large) report_.warning(span, fmt::format("integer '{}' does not fit 64 bits", text));
    value.is_unsigned = *unsigned_suffix || too_large || value.as_signed() < 0;
    return value;
  }

  // Whether the suffix of a number makes it unsigned; nothing if it is no suffix.
  static std::optional<bool> suffix(std::string text) {
    for (char& c : text) c = c == 'U' ? 'u' : c;
    const bool is_unsigned = text.find('u') != std::string::npos;
    if (is_unsigned && text.front() == 'u') {
      text.erase(0, 1);
    } else if (is_unsigned && text.back() == 'u') {
      text.pop_back();
    }
    if (!text.empty() && text != "l" && text != "L" && text != "ll" && text != "LL") return std::nullopt;
    return is_unsigned;
  }

  Value apply(const Token& op, Value left, Value right, bool live) {
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    const std::string_view t = op.text;
    if (t == "&&") return from_bool(left.truth() && right.truth());
    if (t == "||") return from_bool(left.truth() || right.truth());
    if (t == ",") return right;
    if (t == "==") return from_bool(left.bits == right.bits);
    if (t == "!=") return from_bool(left.bits != right.bits);
    const bool less = is_unsigned ? left.bits < right.bits : left.as_signed() < right.as_signed();
    if (t == "<") return from_bool(less);
    if (t == ">=") return from_bool(!less);
    if (t == "<=") return from_bool(less || left.bits == right.bits);
    if (t == ">") return from_bool(!less && left.bits != right.bits);
    if (t == "<<") return shift(left, right, true);
    if (t == ">>") return shift(left, right, false);
    if (t == "/" || t == "%") {
      if (right.bits == 0) return live && !failed_ ? fail_at(op.span, "division by zero in #if") : Value{};
      return divide(left, right, is_unsigned, t == "/");
    }
    uint64_t bits = 0;
    if (t == "*") bits = left.bits * right.bits;
    if (t == "+") bits = left.bits + right.bits;
    if (t == "-") bits = left.bits - right.bits;
    if (t == "&") bits = left.bits & right.bits;
    if (t == "^") bits = left.bits ^ right.bits;
    if (t == "|") bits = left.bits | right.bits;
    return {bits, is_unsigned};
  }

  // A negative count shifts the other way, as gcc has it.
  static Value shift(const Value& value, const Value& by, bool to_left) {
    const bool backwards = !by.is_unsigned && by.as_signed() < 0;
    const uint64_t count = backwards ? -by.bits : by.bits;
    if (to_left != backwards) return {count < 64 ? value.bits << count : 0, value.is_unsigned};
    const bool negative = !value.is_unsigned && value.as_signed() < 0;
    const uint64_t sign = negative ? ~uint64_t{0} : 0;
    return {count < 64 ? sign ^ ((sign ^ value.bits) >> count) : sign, value.is_unsigned};
  }

  static Value divide(const Value& left, const Value& right, bool is_unsigned, bool quotient) {
    assert(right.bits != 0);
    if (is_unsigned) return {quotient ? left.bits / right.bits : left.bits % right.bits, true};
    // The one quotient that does not fit wraps around.
    if (right.as_signed() == -1) return {quotient ? -left.bits : 0, false};
    const int64_t result = quotient ? left.as_signed() / right.as_signed() : left.as_signed() % right.as_signed();
    return {static_cast<uint64_t>(result), false};
  }

  std::vector<Token> tokens_;
  Report& report_;
  size_t next_ = 0;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

bool evaluate_condition(std::vector<Token> tokens, const Span& line_end, Report& report) {
  return Evaluator(std::move(tokens), line_end, report).run();
}

}  // namespace gyre::promela::pp
