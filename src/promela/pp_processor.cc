#include "promela/pp_processor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace gyre::promela::pp {

Processor::Processor(const PpOptions& options, SourceMap& sources, Diagnostics& diagnostics)
    : report_(sources, diagnostics, options.record),
      files_(sources, pool_, options.include_dirs, options.includes_inside),
      expander_(macros_, *this, pool_, report_) {
  define_options(options);
}

// Options become the lines of a little file, so that messages about them have a place.
void Processor::define_options(const PpOptions& options) {
  std::string text;
  for (const auto& [name, value] : options.defines) text += fmt::format("#define {} {}", name, value) + '\n';
  for (const std::string& name : options.undefines) text += fmt::format("#undef {}", name) + '\n';
  if (text.empty()) return;
  open(*files_.add_text("<command line>", text, ""), {});
  for (Emitted out; expander_.next(out);) {
    report_.error(out.token.span, "a macro defined by an option must be one line");
  }
}

std::vector<PpToken> Processor::run_file(const std::string& path) {
  std::string why;
  if (const SourceFile* file = files_.load(path, why)) return run(*file);
  report_.error({}, why);
  return {PpToken{}};
}

std::vector<PpToken> Processor::run_text(const std::string& name, const std::string& text,
                                         const std::string& directory) {
  return run(*files_.add_text(name, text, directory));
}

std::vector<PpToken> Processor::run(const SourceFile& file) {
  std::vector<PpToken> result;
  open(file, {});
  for (Emitted out; expander_.next(out);) {
    result.push_back({out.token.kind, std::string(out.token.text), out.token.span, out.newline, out.space});
  }
  PpToken end;
  end.span = end_;
  end.newline_before = true;
  end.space_before = true;
  result.push_back(end);
  return result;
}

void Processor::open(const SourceFile& file, const Span& included_at) {
  open_.push_back({&file, Lexer(file.text, file.id, pool_), {}, {}, included_at, macros_.version()});
}

void Processor::finish_file() {
  const OpenFile& file = open_.back();
  if (const auto& comment = file.lexer.unterminated_comment()) report_.error(*comment, "comment is never closed");
  for (const Condition& condition : file.conditions) {
    report_.error(condition.place, fmt::format("#{} without #endif", condition.directive));
  }
  end_ = file.lexer.here();
  open_.pop_back();
}

bool Processor::skipping() const {
  const auto& conditions = open_.back().conditions;
  return !conditions.empty() && !conditions.back().live;
}

const Token& Processor::peek() {
  assert(!open_.empty());
  OpenFile& file = open_.back();
  if (!file.ahead) file.ahead = file.lexer.next();
  return *file.ahead;
}

Token Processor::take(const Macro* caller) {
  while (!open_.empty() && !report_.stopped()) {
    const Token token = peek();
    if (token.kind == PpKind::end) {
      if (caller != nullptr) return token;
      finish_file();
      continue;
    }
    open_.back().ahead.reset();
    if (token.first_on_line && token.is("#")) {
      directive(token, caller);
    } else if (skipping()) {
      continue;
    } else if (token.broken) {
      report_.error(token.span, broken_message(token));
    } else {
      return token;
    }
  }
  return {};
}

}  // namespace gyre::promela::pp
