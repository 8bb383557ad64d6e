// The lexer makes Promela tokens of preprocessed ones, with SPIN's rules for semicolons and the expansion of inlines.
#pragma once

#include <cassert>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "promela/extent.h"
#include "promela/preprocess.h"
#include "promela/token.h"

namespace gyre::promela {

// Classifies the preprocessor's tokens; bad characters and numbers are reported and left out.
std::vector<Token> classify(const std::vector<PpToken>& raw, Diagnostics& diagnostics);

// The token that is written so; Tok::error: none is.
Tok punctuation(std::string_view text);

// An inline's text, for expansion at its calls.
struct InlineText {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<Token> body;  // with its braces
  Span span;
};

// The stream the parser reads: implied semicolons are inserted, redundant ones dropped, and the text of an inline or
// of an actual parameter can be pushed in front of what follows.
//
// SPIN (since 6.3) ends a statement at the end of a line, inside the body of a process and outside parentheses, when
// the last token can end a statement; `old_semicolons` switches that off (spin -o7).
class TokenStream {
 public:
  TokenStream(std::vector<Token> tokens, bool old_semicolons, Diagnostics& diagnostics);

  const Token& peek(size_t ahead = 0);
  Token next();
  bool at(Tok kind) { return peek().kind == kind; }

  // Where the tokens stand that were read since the last call of new_extent().
  const Extent& extent() const { return extent_; }
  void new_extent() { extent_ = {}; }

  // Line ends count inside a body or a typedef.
  void enter_body() { ++in_body_; }
  void leave_body() {
    assert(in_body_ > 0);
    --in_body_;
  }

  // Raw tokens up to the brace that closes the one that comes next (both included); nothing is expanded.
  std::vector<Token> raw_block();

  // Reads the text of an inline next; returns false when inlines nest too deeply (recursion). `actuals` are the
  // texts of the parameters, `call` the call among those of the SourceMap. The expansion ends by itself when its text
  // is used up.
  bool push_inline(const InlineText& text, std::vector<std::vector<Token>> actuals, int32_t call);
  // Raw tokens of the actual parameters of a call, separated at commas outside parentheses; reads "( ... )".
  std::vector<std::vector<Token>> raw_arguments();

  size_t inline_depth() const;
  size_t inline_frames() const { return frames_.size(); }

 private:
  struct Frame {
    std::vector<Token> tokens;
    size_t at = 0;
    bool is_inline = false;
    std::map<std::string, std::vector<Token>> actuals;
    int32_t call = -1;  // of the inline
  };

  Token raw();            // next token after expansion of parameters, without semicolon rules
  Token with_newlines();  // plus implied semicolons
  Token clean();          // minus redundant ones
  void fill(size_t count);

  std::vector<Frame> frames_;
  std::deque<Token> ahead_;     // a deque: references from peek() stay valid while more is read
  std::vector<Token> held_;     // a token read before an implied semicolon was given out
  std::vector<Token> pending_;  // a token read to see whether a separator is redundant
  Tok last_ = Tok::end;
  int parens_ = 0;
  int in_body_ = 0;
  bool old_semicolons_;
  bool parameter_newline_ = false;
  size_t expanded_ = 0;
  Extent extent_;
  Diagnostics& diagnostics_;
};

}  // namespace gyre::promela
