#include "promela/pp_substitution.h"

#include <cassert>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/ids.h"
#include "base/nth.h"

namespace gyre::promela::pp {

namespace {

bool pasted_to_previous(const Macro& macro, size_t index) { return index > 0 && macro.body[index - 1].paste_next; }

// Whether C takes the text for one "pp-number", of which Promela makes several tokens, such as `1x` and `0..3`.
bool like_number(std::string_view text) {
  assert(!text.empty());
  if (!is_digit(text[0]) && text[0] != '.') return false;
  for (const char c : text) {
    if (!is_letter_or_digit(c) && c != '_' && c != '.') return false;
  }
  return true;
}

class Substitution {
 public:
  Substitution(Macro& macro, const Arguments& arguments, const Token& use, TextPool& pool, Report& report)
      : macro_(macro), arguments_(arguments), use_(use), pool_(pool), report_(report) {}

  std::vector<Token> run() {
    for (size_t i = 0; i < macro_.body.size() && !report_.stopped(); ++i) {
      BodyToken& element = macro_.body[i];
      if (element.parameter < 0) {
        Token token = element.token;
        token.span = span_of(element);
        add(i, &token, 1);
      } else if (element.stringify) {
        Token token = stringify(element);
        add(i, &token, 1);
      } else {
        const auto& from = takes_expanded(macro_, i) ? arguments_.expanded : arguments_.raw;
        const std::vector<Token>& argument = nth(from, element.parameter);
        add(i, argument.data(), argument.size());
      }
    }
    return std::move(result_);
  }

 private:
  Span span_of(BodyToken& element) {
    if (element.origin < 0) {
      element.origin = report_.sources.add_origin({std::string(macro_.name), element.token.span});
    }
    Span span = use_.span;
    span.origin = element.origin;
    return span;
  }

  // Adds what stands for element `index`, which may be nothing; then it is what C calls a placemarker.
  void add(size_t index, const Token* tokens, size_t count) {
    BodyToken& element = macro_.body[index];
    size_t bytes = 0;
    for (size_t i = 0; i < count; ++i) bytes += tokens[i].text.size();
    if (!report_.charge(use_.span, count, bytes)) return;

    const bool pasted = pasted_to_previous(macro_, index);
    const bool after_comma = pasted && !left_empty_ && result_.back().is(",") && is_variadic_parameter(element);
    if (after_comma && arguments_.variadic_omitted) {
      result_.pop_back();  // GNU: `, ## __VA_ARGS__` without arguments takes the comma away
      return;
    }
    size_t first = 0;
    if (pasted && !left_empty_ && !after_comma && count > 0) {
      paste(element, tokens[0]);
      first = 1;
    }
    for (size_t i = first; i < count; ++i) {
      result_.push_back(tokens[i]);
      Token& token = result_.back();
      if (i == 0) token.space = element.token.space || pending_space_;
      token.first_on_line = false;
    }
    pending_space_ = count == 0 && (pending_space_ || element.token.space);
    left_empty_ = count == 0 && (!pasted || left_empty_);
  }

  bool is_variadic_parameter(const BodyToken& element) const {
    return macro_.variadic && !element.stringify && element.parameter == last_id(macro_.parameters);
  }

  // Joins the last token of the result with `right`. The new token belongs to the macro.
  void paste(BodyToken& element, const Token& right) {
    assert(!result_.empty());
    const Token left = result_.back();
    const std::string_view text = pool_.keep(std::string(left.text) + std::string(right.text));
    if (!report_.charge(use_.span, 1, text.size())) return;
    std::vector<Token> joined;
    Lexer lexer(text, 0, pool_);
    for (Token token = lexer.next(); token.kind != PpKind::end && joined.size() < 4; token = lexer.next()) {
      token.span = span_of(element);
      token.first_on_line = false;
      joined.push_back(token);
    }
    const bool one_token = joined.size() == 1 && joined[0].text == text && !joined[0].broken;
    if (one_token || (joined.size() > 1 && like_number(text))) {
      joined[0].space = left.space;
      result_.pop_back();
      result_.insert(result_.end(), joined.begin(), joined.end());
    } else {
      report_.error(span_of(element), fmt::format("'##' makes no token of '{}' and '{}'", left.text, right.text));
      result_.push_back(right);
    }
  }

  Token stringify(BodyToken& element) {
    const std::vector<Token>& argument = nth(arguments_.raw, element.parameter);
    std::string text = "\"";
    for (size_t i = 0; i < argument.size(); ++i) {
      const Token& token = argument[i];
      if (i > 0 && token.space) text += ' ';
      const bool quoted = token.kind == PpKind::string || token.kind == PpKind::character;
      for (const char c : token.text) {
        if (c == '"' || (c == '\\' && quoted)) text += '\\';
        text += c;
      }
    }
    text += '"';
    Token token;
    token.kind = PpKind::string;
    token.text = pool_.keep(std::move(text));
    token.span = span_of(element);
    token.space = element.token.space;
    // A lone backslash at the end of the argument would escape the closing quote.
    Lexer lexer(token.text, 0, pool_);
    const Token again = lexer.next();
    if (again.broken || again.text.size() != token.text.size()) {
      report_.error(token.span, fmt::format("'#' makes no string of the argument '{}' of macro '{}'",
                                            nth(macro_.parameters, element.parameter), macro_.name));
      token.text = "\"\"";
    }
    return token;
  }

  Macro& macro_;
  const Arguments& arguments_;
  const Token& use_;
  TextPool& pool_;
  Report& report_;
  std::vector<Token> result_;
  bool left_empty_ = true;  // what stands left of a ## is a placemarker
  bool pending_space_ = false;
};

}  // namespace

bool takes_expanded(const Macro& macro, size_t index) {
  const BodyToken& element = macro.body[index];
  return element.parameter >= 0 && !element.stringify && !element.paste_next && !pasted_to_previous(macro, index);
}

std::vector<Token> substitute(Macro& macro, const Arguments& arguments, const Token& use, TextPool& pool,
                              Report& report) {
  return Substitution(macro, arguments, use, pool, report).run();
}

}  // namespace gyre::promela::pp
