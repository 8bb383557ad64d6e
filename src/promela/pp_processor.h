// The preprocessor proper: the stack of open files, their directives, and the loop that makes the list of tokens.
//
// pp_processor.cc has the files and the loop, pp_directives.cc what each directive does.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "promela/pp_expander.h"
#include "promela/pp_files.h"
#include "promela/pp_lexer.h"
#include "promela/pp_macros.h"
#include "promela/pp_report.h"
#include "promela/preprocess.h"

namespace gyre::promela::pp {

class Processor : private RawSource {
 public:
  Processor(const PpOptions& options, SourceMap& sources, Diagnostics& diagnostics);

  std::vector<PpToken> run_file(const std::string& path);
  std::vector<PpToken> run_text(const std::string& name, const std::string& text, const std::string& directory);

 private:
  // An #if that is open.
  struct Condition {
    Span place;
    std::string_view directive;
    bool live = false;   // this branch is read
    bool taken = false;  // this or an earlier branch was, or none may be
    bool seen_else = false;
  };
  struct OpenFile {
    const SourceFile* file;
    Lexer lexer;
    std::optional<Token> ahead;  // seen by peek()
    std::vector<Condition> conditions;
    Span included_at;
    uint64_t entry_version;  // of the macro table when the file was entered
  };

  // Files.
  void define_options(const PpOptions& options);
  void open(const SourceFile& file, const Span& included_at);
  void finish_file();
  std::vector<PpToken> run(const SourceFile& file);
  Token take(const Macro* caller) override;
  const Token& peek() override;

  // Directives. Each reads its line to the end, or leaves it to directive().
  void directive(const Token& hash, const Macro* caller);
  bool conditional_directive(const Token& name);
  void open_condition(const Token& name);
  void else_directive(const Token& name);
  void elif_directive(const Token& name);
  void endif_directive(const Token& name);
  bool condition_value(const Token& name);
  bool name_is_defined(const Token& name);
  void define_directive();
  void undef_directive(const Token& name);
  void include_directive(const Token& name, const Macro* caller);
  std::optional<Token> included_name(const Token& directive);
  void include(const Token& name);
  bool includes_itself(const SourceFile& file, const Token& name);
  void note_inclusions();
  void line_directive(const Token& directive, std::vector<Token> line);
  void message_directive(const Token& name);
  void expect_line_end(std::string_view directive);

  bool skipping() const;
  Lexer& lexer() {
    assert(!open_.empty());
    return open_.back().lexer;
  }
  std::vector<Token> rest_of_line();

  TextPool pool_;
  Report report_;
  MacroTable macros_;
  FileLoader files_;
  std::vector<OpenFile> open_;
  Expander expander_;
  Span end_;  // of the file left last
  uint32_t inclusions_ = 0;
  size_t bytes_read_ = 0;
};

}  // namespace gyre::promela::pp
