#include "promela/pp_expander.h"

#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "base/nth.h"

namespace gyre::promela::pp {

namespace {

// This is deep enough for any model, and shallow enough for the C++ stack.
constexpr uint32_t kMaxDepth = 400;

std::string plural(size_t count, const char* word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + '"';
}

}  // namespace

void Expander::push(Macro* macro, std::vector<Token> tokens) {
  assert(macro == nullptr || !macro->disabled);
  if (macro != nullptr) macro->disabled = true;
  contexts_.push_back({macro, std::move(tokens), 0});
}

void Expander::pop() {
  assert(!contexts_.empty());
  if (Macro* macro = contexts_.back().macro) macro->disabled = false;
  contexts_.pop_back();
  seam_ = true;
}

// The next token, unexpanded; false at a barrier and at the end of the source (of the file, within arguments).
bool Expander::read(Token& token, const Macro* caller) {
  if (report_.stopped()) return false;
  while (!contexts_.empty()) {
    Context& context = contexts_.back();
    if (context.next < context.tokens.size()) {
      token = context.tokens[context.next++];
      return true;
    }
    if (context.macro == nullptr) return false;
    pop();
  }
  token = source_.take(caller);
  return token.kind != PpKind::end;
}

// Looks for the ( of a call; passes the ends of expansions, as reading does.
bool Expander::at_open_parenthesis() {
  while (!contexts_.empty()) {
    const Context& context = contexts_.back();
    if (context.next < context.tokens.size()) return context.tokens[context.next].is("(");
    if (context.macro == nullptr) return false;
    pop();
  }
  return source_.peek().is("(");
}

bool Expander::next(Emitted& out) {
  for (;;) {
    Token& token = out.token;
    if (!read(token, nullptr)) return false;
    const bool from_macro = !contexts_.empty();
    if (!from_macro) {
      call_line_ = token.span.line;
      if (token.first_on_line) {
        pending_newline_ = true;
        printed_line_ = token.span.line;
      }
    }
    if (token.kind == PpKind::identifier && expand_name(token)) continue;
    if ((seam_ || token.space) && call_line_ != printed_line_) {
      pending_newline_ = true;
      printed_line_ = call_line_;
    }
    out.newline = std::exchange(pending_newline_, false);
    out.space = std::exchange(pending_space_, false) || token.space || out.newline;
    seam_ = std::exchange(seam_after_, false);
    return true;
  }
}

// If the token is the name of a macro to be expanded, starts the expansion: the caller reads on. A predefined macro
// changes the token itself.
bool Expander::expand_name(Token& token) {
  if (token.painted || token.glued) return false;
  Macro* const macro = macros_.find(token.text);
  if (macro == nullptr) return false;
  if (macro->disabled) {
    token.painted = true;
    return false;
  }
  if (macro->predefined()) {
    expand_predefined(*macro, token);
    return false;
  }
  Arguments arguments;
  if (macro->kind == Macro::Kind::function) {
    const bool seam_before = std::exchange(seam_, false);
    const bool called = at_open_parenthesis();
    seam_after_ = std::exchange(seam_, seam_before) && !called;
    if (!called) return false;
    if (!collect_arguments(*macro, token, arguments) || !check_arguments(*macro, token, arguments)) {
      token.painted = true;
      return false;
    }
    expand_arguments(*macro, arguments);
  }
  record_use(*macro, token.span, report_);
  pending_space_ = pending_space_ || token.space;
  seam_ = true;
  push(macro, substitute(*macro, arguments, token, pool_, report_));
  return true;
}

void Expander::expand_predefined(const Macro& macro, Token& token) {
  assert(macro.predefined());
  const bool is_file = macro.kind == Macro::Kind::file;
  std::string text;
  if (is_file) {
    text = quoted(report_.sources.name(token.span.file));
  } else if (macro.kind == Macro::Kind::line) {
    text = std::to_string(token.span.line);
  } else {
    text = std::to_string(macros_.next_counter());
  }
  token.kind = is_file ? PpKind::string : PpKind::number;
  report_.charge(token.span, 1, text.size());
  token.text = pool_.keep(std::move(text));
  seam_ = true;
}

// Reads ( ... ) after a macro's name. False if it is never closed.
bool Expander::collect_arguments(const Macro& macro, const Token& name, Arguments& arguments) {
  Token token;
  read(token, &macro);  // the (
  arguments.raw.emplace_back();
  for (size_t nested = 0; read(token, &macro);) {
    if (token.is("(")) {
      ++nested;
    } else if (token.is(")")) {
      if (nested-- == 0) return true;
    } else if (token.is(",") && nested == 0) {
      const bool last = macro.variadic && arguments.raw.size() == macro.parameters.size();
      if (!last) {
        arguments.raw.emplace_back();
        continue;
      }
    } else if (token.kind == PpKind::identifier) {
      const Macro* inner = macros_.find(token.text);
      if (inner != nullptr && inner->disabled) token.painted = true;
    }
    arguments.raw.back().push_back(token);
  }
  if (!report_.stopped()) {
    report_.error(name.span, fmt::format("the arguments of macro '{}' have no closing ')'", macro.name));
    if (macro.place.known()) report_.note(macro.place, "it was defined here");
  }
  return false;
}

bool Expander::check_arguments(const Macro& macro, const Token& name, Arguments& arguments) {
  auto& raw = arguments.raw;
  const size_t wanted = macro.parameters.size();
  if (wanted == 0 && raw.size() == 1 && raw[0].empty()) raw.clear();
  const size_t given = raw.size();
  if (macro.variadic) {
    if (given + 1 == wanted) {
      raw.emplace_back();
      arguments.variadic_omitted = true;
    } else if (wanted == 1 && given == 1 && raw[0].empty()) {
      arguments.variadic_omitted = true;
    }
  }
  if (raw.size() == wanted) return true;
  report_.error(name.span,
                fmt::format("macro '{}' takes {}{}, but {} given", macro.name, macro.variadic ? "at least " : "",
                            plural(macro.variadic ? wanted - 1 : wanted, "argument"),
                            given == 1 ? "1 is" : fmt::format("{} are", given)));
  report_.note(macro.place, "it was defined here");
  return false;
}

void Expander::expand_arguments(const Macro& macro, Arguments& arguments) {
  assert(arguments.raw.size() == macro.parameters.size());
  std::vector<bool> needed(macro.parameters.size(), false);
  for (size_t i = 0; i < macro.body.size(); ++i) {
    if (takes_expanded(macro, i)) nth(needed, macro.body[i].parameter) = true;
  }
  arguments.expanded.resize(arguments.raw.size());
  for (size_t i = 0; i < needed.size(); ++i) {
    const std::vector<Token>& raw = arguments.raw[i];
    if (needed[i] && !raw.empty()) arguments.expanded[i] = expand_list(raw, raw.front().span);
  }
}

// Expands tokens by themselves, as if nothing followed them.
std::vector<Token> Expander::expand_list(std::vector<Token> tokens, const Span& place) {
  std::vector<Token> result;
  if (!report_.charge(place, tokens.size(), 0)) return result;
  if (++depth_ > kMaxDepth) report_.fatal(place, fmt::format("macro calls are nested more than {} deep", kMaxDepth));
  const bool seam = std::exchange(seam_, false);
  const bool space = std::exchange(pending_space_, false);
  push(nullptr, std::move(tokens));
  for (Token token; read(token, nullptr);) {
    if (token.kind == PpKind::identifier) {
      if (condition_ && token.text == "defined") {
        token = evaluate_defined(token);
      } else if (expand_name(token)) {
        continue;
      }
    }
    token.space = std::exchange(pending_space_, false) || token.space;
    result.push_back(token);
  }
  // After an error that stopped everything, expansions may be left above the barrier.
  while (contexts_.back().macro != nullptr) pop();
  pop();
  seam_ = seam;
  seam_after_ = false;
  pending_space_ = space;
  --depth_;
  return result;
}

std::vector<Token> Expander::expand_line(std::vector<Token> line, bool condition) {
  if (line.empty()) return line;
  const bool outer = std::exchange(condition_, condition);
  const Span place = line.front().span;
  std::vector<Token> result = expand_list(std::move(line), place);
  condition_ = outer;
  return result;
}

// Reads the X or (X) of `defined`; the word itself has been read.
Token Expander::evaluate_defined(const Token& word) {
  Token token;
  bool found = read(token, nullptr);
  const bool parenthesis = found && token.is("(");
  if (parenthesis) found = read(token, nullptr);
  const Token name = token;
  if (!found || name.kind != PpKind::identifier) {
    report_.error(word.span, "'defined' is not followed by the name of a macro");
  } else if (parenthesis && !(read(token, nullptr) && token.is(")"))) {
    report_.error(name.span, "missing ')' after 'defined'");
  }
  Token value = word;
  value.kind = PpKind::number;
  const Macro* const macro = found && name.kind == PpKind::identifier ? macros_.find(name.text) : nullptr;
  if (macro != nullptr) record_use(*macro, name.span, report_);
  value.text = macro != nullptr ? "1" : "0";
  return value;
}

}  // namespace gyre::promela::pp
