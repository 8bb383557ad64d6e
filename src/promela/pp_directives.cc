#include "promela/pp_processor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/narrow.h"
#include "promela/pp_expression.h"

namespace gyre::promela::pp {

namespace {

constexpr size_t kMaxIncludeDepth = 200;
// A file that includes itself twice, with macros changing on the way, would otherwise be read 2^200 times.
constexpr uint32_t kMaxInclusions = 20'000;
constexpr size_t kMaxIncludedBytes = size_t{256} << 20;

std::string spelled(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (!text.empty() && token.space) text += ' ';
    text += token.text;
  }
  return text;
}

// The name between the quotes of a #line.
std::string unescaped(std::string_view text) {
  std::string name;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\' && i + 2 < text.size()) ++i;
    name += text[i];
  }
  return name;
}

}  // namespace

std::vector<Token> Processor::rest_of_line() {
  std::vector<Token> line;
  for (Token token = lexer().next_in_line(); token.kind != PpKind::end; token = lexer().next_in_line()) {
    line.push_back(token);
  }
  return line;
}

void Processor::directive(const Token& hash, const Macro* caller) {
  // #include puts another file on top of this one, and the vector may move: the line is read before that.
  const Token name = lexer().next_in_line();
  if (name.kind == PpKind::end) return;
  if (name.kind == PpKind::identifier && conditional_directive(name)) {
    rest_of_line();
    return;
  }
  if (skipping()) {
    rest_of_line();
  } else if (name.kind == PpKind::number) {
    std::vector<Token> line = rest_of_line();
    line.insert(line.begin(), name);
    line_directive(hash, std::move(line));
  } else if (name.text == "define") {
    define_directive();
  } else if (name.text == "undef") {
    undef_directive(name);
  } else if (name.text == "include") {
    include_directive(name, caller);
  } else if (name.text == "line") {
    line_directive(name, expander_.expand_line(rest_of_line(), false));
  } else if (name.text == "error" || name.text == "warning") {
    message_directive(name);
  } else if (name.text == "pragma" || name.text == "ident") {
    rest_of_line();
  } else {
    report_.error(name.span, fmt::format("unknown directive '#{}'", name.text));
    rest_of_line();
  }
}

void Processor::expect_line_end(std::string_view directive) {
  const std::vector<Token> rest = rest_of_line();
  if (!rest.empty()) report_.warning(rest.front().span, fmt::format("extra text at the end of #{}", directive));
}

// Follows the directives that count also in text that is skipped.
bool Processor::conditional_directive(const Token& name) {
  if (name.text == "if" || name.text == "ifdef" || name.text == "ifndef") {
    open_condition(name);
  } else if (name.text == "elif") {
    elif_directive(name);
  } else if (name.text == "else") {
    else_directive(name);
  } else if (name.text == "endif") {
    endif_directive(name);
  } else {
    return false;
  }
  return true;
}

void Processor::open_condition(const Token& name) {
  Condition condition{name.span, name.text};
  if (skipping()) {
    condition.taken = true;
  } else {
    condition.live = name.text == "if" ? condition_value(name) : name_is_defined(name) == (name.text == "ifdef");
    condition.taken = condition.live;
  }
  open_.back().conditions.push_back(condition);
}

bool Processor::condition_value(const Token& name) {
  std::vector<Token> line = rest_of_line();
  const Span line_end = line.empty() ? name.span : line.back().span;
  if (line.empty()) {
    report_.error(name.span, fmt::format("#{} without an expression", name.text));
    return false;
  }
  return evaluate_condition(expander_.expand_line(std::move(line), true), line_end, report_);
}

bool Processor::name_is_defined(const Token& name) {
  const Token macro = lexer().next_in_line();
  if (macro.kind != PpKind::identifier) {
    report_.error(macro.kind == PpKind::end ? name.span : macro.span,
                  fmt::format("#{} is not followed by the name of a macro", name.text));
    return name.text == "ifndef";
  }
  expect_line_end(name.text);
  const Macro* const found = macros_.find(macro.text);
  if (found != nullptr) record_use(*found, macro.span, report_);
  return found != nullptr;
}

void Processor::elif_directive(const Token& name) {
  auto& conditions = open_.back().conditions;
  if (conditions.empty()) {
    report_.error(name.span, "#elif without #if");
    return;
  }
  if (conditions.back().seen_else) {
    report_.error(name.span, "#elif after #else");
    report_.note(conditions.back().place, "the #if is here");
  }
  if (conditions.back().taken) {  // also when this is not the place for an #elif, or all of it is skipped
    conditions.back().live = false;
    return;
  }
  const bool value = condition_value(name);
  conditions.back().live = value;
  conditions.back().taken = value;
}

void Processor::else_directive(const Token& name) {
  auto& conditions = open_.back().conditions;
  if (conditions.empty()) {
    report_.error(name.span, "#else without #if");
    return;
  }
  Condition& condition = conditions.back();
  if (condition.seen_else) {
    report_.error(name.span, "second #else of one #if");
    report_.note(condition.place, "the #if is here");
  }
  condition.seen_else = true;
  condition.live = !condition.taken;
  condition.taken = true;
  if (condition.live) expect_line_end(name.text);
}

void Processor::endif_directive(const Token& name) {
  auto& conditions = open_.back().conditions;
  if (conditions.empty()) {
    report_.error(name.span, "#endif without #if");
    return;
  }
  conditions.pop_back();
  if (!skipping()) expect_line_end(name.text);
}

void Processor::define_directive() {
  const std::vector<Token> line = rest_of_line();
  const Span line_end = line.empty() ? lexer().here() : line.back().span;
  if (auto macro = parse_definition(line, line_end, report_)) macros_.define(std::move(*macro), report_);
}

void Processor::undef_directive(const Token& name) {
  const Token macro = lexer().next_in_line();
  if (macro.kind != PpKind::identifier) {
    report_.error(macro.kind == PpKind::end ? name.span : macro.span, "#undef is not followed by the name of a macro");
    rest_of_line();
    return;
  }
  macros_.undefine(macro.text);
  expect_line_end(name.text);
}

void Processor::message_directive(const Token& name) {
  const std::vector<Token> line = rest_of_line();
  const std::string text = spelled(line);
  const std::string message = fmt::format("#{}{}{}", name.text, text.empty() ? "" : " ", text);
  if (name.text == "error") {
    report_.error(name.span, message);
  } else {
    report_.warning(name.span, message);
  }
}

void Processor::line_directive(const Token& directive, std::vector<Token> line) {
  constexpr uint64_t kMaxLine = 0x7fffffff;
  uint64_t number = 0;
  bool valid = !line.empty() && line[0].kind == PpKind::number;
  if (valid) {
    for (const char c : line[0].text) number = std::min(number * 10 + digit_value(c), kMaxLine + 1);
    valid = number <= kMaxLine && (line.size() == 1 || !line[1].glued);
  }
  if (!valid) {
    report_.error(line.empty() ? directive.span : line[0].span, "expected a line number");
    return;
  }
  if (line.size() > 1 && (line[1].kind != PpKind::string || line[1].broken)) {
    report_.error(line[1].span, "expected the name of a file in double quotes");
    return;
  }
  // The file named has no text of its own: the lines of this file would be the wrong ones to show.
  const std::string name = line.size() > 1 ? unescaped(line[1].text) : report_.sources.name(lexer().here().file);
  lexer().renumber(narrow<uint32_t>(number), files_.named_only(name));
}

// The name to include with its delimiters, for #include "f", #include <f>, and #include with a macro that gives one.
std::optional<Token> Processor::included_name(const Token& directive) {
  std::optional<Token> name = lexer().header_name();
  if (name) {
    if (name->broken) {
      report_.error(name->span, "the name of the included file is not closed on its line");
      rest_of_line();
      return std::nullopt;
    }
    expect_line_end(directive.text);
  } else {
    const std::vector<Token> line = expander_.expand_line(rest_of_line(), false);
    if (!line.empty() && line[0].kind == PpKind::string && !line[0].broken) {
      name = line[0];
    } else if (line.size() > 2 && line[0].is("<") && line.back().is(">")) {
      name = line[0];
      name->text = pool_.keep(spelled(line));
    } else {
      report_.error(line.empty() ? directive.span : line[0].span, "#include expects \"file\" or <file>");
      return std::nullopt;
    }
  }
  if (name->text.size() == 2) {
    report_.error(name->span, "the name of the included file is empty");
    return std::nullopt;
  }
  return name;
}

void Processor::include_directive(const Token& directive, const Macro* caller) {
  const std::optional<Token> name = included_name(directive);
  if (!name) return;
  if (caller != nullptr) {
    report_.error(directive.span, fmt::format("#include within the arguments of macro '{}'", caller->name));
    return;
  }
  include(*name);
}

void Processor::include(const Token& name) {
  const std::string path(name.text.substr(1, name.text.size() - 2));
  std::string why;
  const SourceFile* file = files_.find(path, name.text[0] == '"', open_.back().file->directory, why);
  if (file == nullptr) {
    report_.error(name.span, why);
    return;
  }
  if (report_.record != nullptr) report_.record->includes.emplace_back(name.span, report_.sources.name(file->id));
  if (includes_itself(*file, name)) return;
  if (open_.size() > kMaxIncludeDepth) {
    report_.fatal(name.span, fmt::format("#include is nested more than {} deep", kMaxIncludeDepth));
    note_inclusions();
    return;
  }
  bytes_read_ += file->text.size();
  if (++inclusions_ > kMaxInclusions || bytes_read_ > kMaxIncludedBytes) {
    report_.fatal(name.span, "too many files are included");
    note_inclusions();
    return;
  }
  open(*file, name.span);
}

// If a file is entered a second time within itself and no macro has changed since, it will be entered for ever.
bool Processor::includes_itself(const SourceFile& file, const Token& name) {
  const auto same = std::find_if(open_.rbegin(), open_.rend(), [&](const OpenFile& open) {
    return open.file->identity == file.identity && open.entry_version == macros_.version();
  });
  if (same == open_.rend()) return false;
  report_.error(name.span, fmt::format("'{}' includes itself without end", report_.sources.name(file.id)));
  note_inclusions();
  return true;
}

void Processor::note_inclusions() {
  size_t left = 8;
  for (size_t i = open_.size(); i-- > 1;) {
    if (left-- == 0) {
      report_.note({}, fmt::format("and {} more", i));
      return;
    }
    report_.note(open_[i].included_at, fmt::format("'{}' is included here", report_.sources.name(open_[i].file->id)));
  }
}

}  // namespace gyre::promela::pp
