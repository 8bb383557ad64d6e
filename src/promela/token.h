// Tokens of Promela. Keywords are recognised here; names stay names (whether one is a type, a process or an inline
// is the parser's business, which has seen the declarations).
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/span.h"

namespace gyre::promela {

enum class Tok : uint8_t {
  end,
  name,
  number,
  string,
  error,
  // keywords
  kw_active,
  kw_assert,
  kw_atomic,
  kw_bit,
  kw_bool,
  kw_break,
  kw_byte,
  kw_c_code,
  kw_c_decl,
  kw_c_expr,
  kw_c_state,
  kw_c_track,
  kw_d_proctype,
  kw_do,
  kw_chan,
  kw_else,
  kw_empty,
  kw_enabled,
  kw_eval,
  kw_fi,
  kw_for,
  kw_full,
  kw_get_priority,
  kw_goto,
  kw_hidden,
  kw_if,
  kw_init,
  kw_inline,
  kw_int,
  kw_len,
  kw_local,
  kw_ltl,
  kw_mtype,
  kw_nempty,
  kw_never,
  kw_nfull,
  kw_notrace,
  kw_np,
  kw_od,
  kw_of,
  kw_pc_value,
  kw_pid,
  kw_printf,
  kw_printm,
  kw_priority,
  kw_proctype,
  kw_provided,
  kw_return,
  kw_run,
  kw_d_step,
  kw_select,
  kw_set_priority,
  kw_short,
  kw_timeout,
  kw_trace,
  kw_show,
  kw_typedef,
  kw_unless,
  kw_unsigned,
  kw_xr,
  kw_xs,
  // punctuation
  c_text,  // of embedded C: in braces (value 1), or in brackets before them (value 0), without these
  l_brace,
  r_brace,
  l_paren,
  r_paren,
  l_bracket,
  r_bracket,
  comma,
  semi,
  arrow,
  colon,
  separator /* :: */,
  dot,
  dot_dot,
  at,
  assign,
  plus_plus,
  minus_minus,
  send,
  sorted_send,
  receive,
  random_receive,
  plus,
  minus,
  star,
  slash,
  percent,
  amp,
  bar,
  caret,
  tilde,
  and_and,
  or_or,
  shl,
  shr,
  lt,
  le,
  gt,
  ge,
  eq,
  ne,
};

inline bool is_one_of(Tok kind, std::initializer_list<Tok> kinds) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

struct Token {
  Tok kind = Tok::end;
  std::string text;   // as written (names, strings with quotes), or the spelling of the token
  int32_t value = 0;  // number; true/skip are 1, false is 0, characters their code
  Span span;
  // Where a statement stands that begins with it: as `span`, but of the text of an inline's argument the place of the
  // parameter in the inline.
  Span place;
  bool newline_before = false;
  bool space_before = false;
  bool implied = false;  // a semicolon that SPIN's rule put at a line's end
};

}  // namespace gyre::promela
