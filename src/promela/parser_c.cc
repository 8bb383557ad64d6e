// The parser of embedded C: words and texts; the C itself is a C compiler's business.
#include <fmt/format.h>

#include "promela/parser_impl.h"

namespace gyre::promela {

using namespace ast;

// What follows c_code, c_decl or c_expr.
std::shared_ptr<CText> Parser::c_text(const Token& word) {
  auto out = std::make_shared<CText>();
  if (in_.at(Tok::c_text) && in_.peek().value == 0) {
    const Token t = in_.next();
    out->has_precondition = true;
    out->precondition = t.text;
    out->precondition_span = t.span;
    if (word.kind == Tok::kw_c_decl) diagnostics_.error(t.span, "a c_decl has no precondition");
  }
  const Token t = expect(Tok::c_text, "'{' and C");
  out->text = t.text;
  out->span = t.span;
  return out;
}

// A string of c_state or c_track, without its quotes.
std::string Parser::c_string(const char* what) {
  const Token t = expect(Tok::string, what);
  std::string out;
  for (size_t i = 1; i + 1 < t.text.size(); ++i) {
    if (t.text[i] == '\\' && i + 2 < t.text.size()) ++i;
    out += t.text[i];
  }
  return out;
}

// c_code and c_decl outside of processes, c_state and c_track.
void Parser::embedded_c(Model& out) {
  const Token word = in_.next();
  CPart part;
  part.span = word.span;
  if (word.kind == Tok::kw_c_code || word.kind == Tok::kw_c_decl) {
    part.kind = word.kind == Tok::kw_c_code ? CPart::Kind::code : CPart::Kind::declaration;
    part.text = *c_text(word);
    if (part.kind == CPart::Kind::code && part.text.has_precondition)
      diagnostics_.error(part.text.precondition_span,
                         "c_code outside of a process is not executed: it has no precondition");
  } else {
    const bool state = word.kind == Tok::kw_c_state;
    part.kind = state ? CPart::Kind::state : CPart::Kind::track;
    part.words.push_back(c_string(state ? "a declaration of C in quotes" : "an address of C in quotes"));
    part.words.push_back(c_string(state ? "\"Global\", \"Hidden\" or \"Local P\"" : "a size of C in quotes"));
    if (in_.at(Tok::string)) part.words.push_back(c_string("a string"));
  }
  out.c_parts.push_back(std::move(part));
}

}  // namespace gyre::promela
