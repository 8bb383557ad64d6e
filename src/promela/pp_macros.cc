#include "promela/pp_macros.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/ids.h"
#include "base/narrow.h"

namespace gyre::promela::pp {

namespace {

// Reads one #define line; each step returns false after it has reported an error.
class DefinitionParser {
 public:
  DefinitionParser(const std::vector<Token>& line, const Span& line_end, Report& report)
      : line_(line), line_end_(line_end), report_(report) {}

  std::optional<Macro> parse() {
    if (!parse_name()) return std::nullopt;
    const bool has_parameters = next_ < line_.size() && line_[next_].is("(") && !line_[next_].space;
    if (has_parameters) {
      macro_.kind = Macro::Kind::function;
      ++next_;
      if (!parse_parameters()) return std::nullopt;
    } else if (next_ < line_.size() && !line_[next_].space) {
      report_.warning(line_[next_].span, fmt::format("no white space after the name of macro '{}'", macro_.name));
    }
    if (!parse_body()) return std::nullopt;
    return std::move(macro_);
  }

 private:
  const Span& place() const { return next_ < line_.size() ? line_[next_].span : line_end_; }

  bool fail(std::string message) {
    report_.error(place(), std::move(message));
    return false;
  }

  bool parse_name() {
    if (line_.empty()) return fail("#define without a macro name");
    const Token& name = line_.front();
    if (name.kind != PpKind::identifier) return fail(fmt::format("'{}' cannot be the name of a macro", name.text));
    if (name.text == "defined") return fail("'defined' cannot be the name of a macro");
    macro_.name = name.text;
    macro_.place = name.span;
    ++next_;
    return true;
  }

  bool at(std::string_view punctuation) const { return next_ < line_.size() && line_[next_].is(punctuation); }

  // `...`, which the lexer gives as `..` and `.`
  bool take_ellipsis() {
    if (!at("..") || next_ + 1 == line_.size() || !line_[next_ + 1].is(".")) return false;
    next_ += 2;
    macro_.variadic = true;
    return true;
  }

  bool parse_parameters() {
    if (at(")")) {
      ++next_;
      return true;
    }
    for (;;) {
      if (take_ellipsis()) {
        macro_.parameters.push_back("__VA_ARGS__");
      } else {
        if (next_ == line_.size() || line_[next_].kind != PpKind::identifier) {
          return fail(fmt::format("expected the name of a parameter of macro '{}'", macro_.name));
        }
        const std::string_view name = line_[next_].text;
        if (std::find(macro_.parameters.begin(), macro_.parameters.end(), name) != macro_.parameters.end()) {
          return fail(fmt::format("macro '{}' has two parameters '{}'", macro_.name, name));
        }
        if (macro_.parameters.size() == kMaxParameters) {
          return fail(fmt::format("macro '{}' has more than {} parameters", macro_.name, kMaxParameters));
        }
        macro_.parameters.push_back(name);
        ++next_;
        take_ellipsis();  // GNU: `rest...`
      }
      if (at(")")) break;
      if (macro_.variadic || !at(",")) {
        return fail(fmt::format("expected {}')' in the parameters of macro '{}'", macro_.variadic ? "" : "',' or ",
                                macro_.name));
      }
      ++next_;
    }
    ++next_;
    return true;
  }

  int32_t parameter_index(const Token& token) const {
    if (token.kind != PpKind::identifier || token.glued) return -1;
    const auto found = std::find(macro_.parameters.begin(), macro_.parameters.end(), token.text);
    return found == macro_.parameters.end() ? -1 : narrow<int32_t>(found - macro_.parameters.begin());
  }

  bool at_paste() const {
    return at("#") && next_ + 1 < line_.size() && line_[next_ + 1].is("#") && !line_[next_ + 1].space;
  }

  bool parse_body() {
    while (next_ < line_.size()) {
      if (at_paste()) {
        if (macro_.body.empty() || next_ + 2 == line_.size()) {
          return fail("'##' cannot stand at either end of a macro's text");
        }
        macro_.body.back().paste_next = true;
        next_ += 2;
        continue;
      }
      BodyToken element;
      element.token = line_[next_];
      if (element.token.broken) {
        report_.warning(element.token.span, broken_message(element.token));
        element.token.kind = PpKind::punctuation;
        element.token.text = element.token.text.substr(0, 1);
        element.token.span.length = 1;
        element.token.broken = false;
      }
      if (macro_.kind == Macro::Kind::function && element.token.is("#")) {
        ++next_;
        element.stringify = true;
        element.parameter = next_ < line_.size() ? parameter_index(line_[next_]) : -1;
        if (element.parameter < 0) return fail("'#' is not followed by a parameter of the macro");
      } else {
        element.parameter = parameter_index(element.token);
      }
      if (macro_.body.empty()) element.token.space = false;
      macro_.body.push_back(element);
      ++next_;
    }
    return true;
  }

  // More serves nobody, and the search for a parameter's name is linear.
  static constexpr size_t kMaxParameters = 255;

  const std::vector<Token>& line_;
  const Span line_end_;
  Report& report_;
  size_t next_ = 0;
  Macro macro_;
};

}  // namespace

std::optional<Macro> parse_definition(const std::vector<Token>& line, const Span& line_end, Report& report) {
  return DefinitionParser(line, line_end, report).parse();
}

bool same_definition(const Macro& a, const Macro& b) {
  if (a.kind != b.kind || a.variadic != b.variadic || a.parameters != b.parameters) return false;
  return std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(),
                    [](const BodyToken& x, const BodyToken& y) {
                      return x.token.text == y.token.text && x.token.space == y.token.space &&
                             x.parameter == y.parameter && x.stringify == y.stringify && x.paste_next == y.paste_next;
                    });
}

MacroTable::MacroTable() {
  const std::pair<std::string_view, Macro::Kind> predefined[] = {
      {"__LINE__", Macro::Kind::line}, {"__FILE__", Macro::Kind::file}, {"__COUNTER__", Macro::Kind::counter}};
  for (const auto& [name, kind] : predefined) {
    Macro& macro = storage_.emplace_back();
    macro.name = name;
    macro.kind = kind;
    names_[name] = &macro;
  }
}

Macro* MacroTable::find(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : found->second;
}

void record_use(const Macro& macro, const Span& place, Report& report) {
  // Twenty lines of macros can be used a million times.
  constexpr size_t kMaxUses = 200'000;
  if (macro.recorded < 0 || report.record == nullptr || report.record->uses.size() >= kMaxUses) return;
  report.record->uses.push_back({macro.recorded, place});
}

void MacroTable::define(Macro macro, Report& report) {
  if (const Macro* old = find(macro.name)) {
    if (same_definition(*old, macro)) return;
    if (old->predefined()) {
      report.warning(macro.place, fmt::format("predefined macro '{}' is redefined", macro.name));
    } else {
      report.warning(macro.place, fmt::format("macro '{}' is redefined with another text", macro.name));
      report.note(old->place, "it was defined here");
    }
  }
  ++version_;
  const std::string_view name = macro.name;
  if (report.record != nullptr && macro.place.known()) {
    PpRecord::Macro entry{std::string(name), {}, macro.place};
    for (const std::string_view p : macro.parameters) entry.parameters.emplace_back(p);
    macro.recorded = add_to(report.record->macros, std::move(entry));
  }
  names_[name] = &storage_.emplace_back(std::move(macro));
}

void MacroTable::undefine(std::string_view name) {
  if (names_.erase(name) > 0) ++version_;
}

}  // namespace gyre::promela::pp
