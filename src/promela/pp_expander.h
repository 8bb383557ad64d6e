// Macro expansion, as C defines it and in the way gcc does it where C leaves the choice.
//
// Expansions that are being read form a stack of contexts. A macro is disabled while its context is on the stack; its
// name, met there, is painted and stays as it is for ever. That ends every recursion. (Hide sets per token, the
// textbook way, cost a set per token; they differ from this only where C says that the result is unspecified.)
// A context is popped when its end is *passed*, so that the last token of an expansion may be a macro that takes its
// arguments from what follows.
//
// An argument is expanded by itself before it is put in place, behind a barrier context that nothing reads past: the
// only recursion here, limited in depth.
//
// The expander also decides where the output has line ends, because that depends on what was a macro: see Emitted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "promela/pp_lexer.h"
#include "promela/pp_macros.h"
#include "promela/pp_report.h"
#include "promela/pp_substitution.h"

namespace gyre::promela::pp {

// Where tokens come from that no macro made: the files, without their directives.
class RawSource {
 public:
  virtual ~RawSource() = default;
  // The next token, after executing the directives before it. `caller`: the macro whose arguments are being read;
  // then the end of the current file is an `end` token and no other file is entered or left.
  virtual Token take(const Macro* caller) = 0;
  // The next token of the current file; a # that begins a directive is returned as it is.
  virtual const Token& peek() = 0;
};

// A token for the parser. Its line end is the one that `gcc -E` would have printed: before the first token of a line
// of the file; not within a macro's expansion, all of which counts as standing on the line of the macro's name; and
// before a token on another line than the last printed one if white space or a macro's end precedes it (after a
// multi-line comment or call; also after a backslash-newline, where one might not expect it).
struct Emitted {
  Token token;
  bool newline = false;
  bool space = false;
};

class Expander {
 public:
  Expander(MacroTable& macros, RawSource& source, TextPool& pool, Report& report)
      : macros_(macros), source_(source), pool_(pool), report_(report) {}

  // The next token of the program; false at the end.
  bool next(Emitted& out);

  // Expands the rest of a directive line. In a condition, `defined X` becomes 1 or 0.
  std::vector<Token> expand_line(std::vector<Token> line, bool condition);

 private:
  struct Context {
    Macro* macro = nullptr;  // null: a barrier, around an argument or a directive line
    std::vector<Token> tokens;
    size_t next = 0;
  };

  bool read(Token& token, const Macro* caller);
  bool at_open_parenthesis();
  void pop();
  void push(Macro* macro, std::vector<Token> tokens);
  bool expand_name(Token& token);
  void expand_predefined(const Macro& macro, Token& token);
  bool collect_arguments(const Macro& macro, const Token& name, Arguments& arguments);
  bool check_arguments(const Macro& macro, const Token& name, Arguments& arguments);
  void expand_arguments(const Macro& macro, Arguments& arguments);
  std::vector<Token> expand_list(std::vector<Token> tokens, const Span& place);
  Token evaluate_defined(const Token& word);

  MacroTable& macros_;
  RawSource& source_;
  TextPool& pool_;
  Report& report_;

  std::vector<Context> contexts_;
  uint32_t depth_ = 0;      // of arguments within arguments
  bool condition_ = false;  // `defined` has its meaning

  // These tell what lies between the token emitted last and the next one.
  bool seam_ = false;           // a macro began or ended
  bool seam_after_ = false;     // a macro ends behind the token that is about to be emitted
  bool pending_space_ = false;  // white space before a macro's name
  bool pending_newline_ = false;
  uint32_t call_line_ = 0;     // of the outermost macro being expanded
  uint32_t printed_line_ = 0;  // the line that the output is on
};

}  // namespace gyre::promela::pp
