// The tokens of ESML (Geldenhuys, Appendix D.5).
#pragma once

#include <cstdint>
#include <string>

#include "base/span.h"

namespace gyre::esml {

enum class Tok : uint8_t {
  end_of_file,
  name,
  number,
  string,
  // punctuation
  semicolon,
  colon,
  comma,
  dot,
  dot_dot,
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  left_brace,
  right_brace,
  equal,
  assign,
  unequal,  // #
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  times,
  ampersand,
  tilde,
  bang,
  hook,     // ?
  arrow,    // ->
  box,      // []
  implies,  // =>
  // only in formulas of the command line
  equivalent,  // <->
  diamond,     // <>
  // keywords, in alphabetical order
  kw_a,
  kw_af,
  kw_ag,
  kw_append,
  kw_array,
  kw_assert,
  kw_ax,
  kw_begin,
  kw_const,
  kw_div,
  kw_do,
  kw_e,
  kw_ef,
  kw_eg,
  kw_empty,
  kw_end,
  kw_ex,
  kw_false,
  kw_head,
  kw_if,
  kw_in,
  kw_len,
  kw_list,
  kw_mod,
  kw_model,
  kw_of,
  kw_or,
  kw_out,
  kw_poll,
  kw_prepend,
  kw_process,
  kw_remove,
  kw_skip,
  kw_trace,
  kw_true,
  kw_type,
  kw_u,
  kw_var,
};

struct Token {
  Tok kind = Tok::end_of_file;
  std::string text;  // as written; of a string without its quotes
  int32_t number = 0;
  Span span;
};

// The name that messages give to a token: "':='", "END", "a name".
std::string token_name(Tok kind);

}  // namespace gyre::esml
