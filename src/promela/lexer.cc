#include "promela/lexer.h"

#include <cstdlib>
#include <unordered_map>

#include <fmt/format.h>

#include "base/characters.h"
#include "base/warning.h"
#include "promela/c_text.h"

namespace gyre::promela {

namespace {

const std::unordered_map<std::string_view, Tok>& keywords() {
  static const std::unordered_map<std::string_view, Tok> table = {{"active", Tok::kw_active},
                                                                  {"assert", Tok::kw_assert},
                                                                  {"atomic", Tok::kw_atomic},
                                                                  {"bit", Tok::kw_bit},
                                                                  {"bool", Tok::kw_bool},
                                                                  {"break", Tok::kw_break},
                                                                  {"byte", Tok::kw_byte},
                                                                  {"c_code", Tok::kw_c_code},
                                                                  {"c_decl", Tok::kw_c_decl},
                                                                  {"c_expr", Tok::kw_c_expr},
                                                                  {"c_state", Tok::kw_c_state},
                                                                  {"c_track", Tok::kw_c_track},
                                                                  {"D_proctype", Tok::kw_d_proctype},
                                                                  {"do", Tok::kw_do},
                                                                  {"chan", Tok::kw_chan},
                                                                  {"else", Tok::kw_else},
                                                                  {"empty", Tok::kw_empty},
                                                                  {"enabled", Tok::kw_enabled},
                                                                  {"eval", Tok::kw_eval},
                                                                  {"fi", Tok::kw_fi},
                                                                  {"for", Tok::kw_for},
                                                                  {"full", Tok::kw_full},
                                                                  {"get_priority", Tok::kw_get_priority},
                                                                  {"goto", Tok::kw_goto},
                                                                  {"hidden", Tok::kw_hidden},
                                                                  {"if", Tok::kw_if},
                                                                  {"init", Tok::kw_init},
                                                                  {"inline", Tok::kw_inline},
                                                                  {"int", Tok::kw_int},
                                                                  {"len", Tok::kw_len},
                                                                  {"local", Tok::kw_local},
                                                                  {"ltl", Tok::kw_ltl},
                                                                  {"mtype", Tok::kw_mtype},
                                                                  {"nempty", Tok::kw_nempty},
                                                                  {"never", Tok::kw_never},
                                                                  {"nfull", Tok::kw_nfull},
                                                                  {"notrace", Tok::kw_notrace},
                                                                  {"np_", Tok::kw_np},
                                                                  {"od", Tok::kw_od},
                                                                  {"of", Tok::kw_of},
                                                                  {"pc_value", Tok::kw_pc_value},
                                                                  {"pid", Tok::kw_pid},
                                                                  {"printf", Tok::kw_printf},
                                                                  {"printm", Tok::kw_printm},
                                                                  {"priority", Tok::kw_priority},
                                                                  {"proctype", Tok::kw_proctype},
                                                                  {"provided", Tok::kw_provided},
                                                                  {"return", Tok::kw_return},
                                                                  {"run", Tok::kw_run},
                                                                  {"d_step", Tok::kw_d_step},
                                                                  {"select", Tok::kw_select},
                                                                  {"set_priority", Tok::kw_set_priority},
                                                                  {"short", Tok::kw_short},
                                                                  {"timeout", Tok::kw_timeout},
                                                                  {"trace", Tok::kw_trace},
                                                                  {"show", Tok::kw_show},
                                                                  {"typedef", Tok::kw_typedef},
                                                                  {"unless", Tok::kw_unless},
                                                                  {"unsigned", Tok::kw_unsigned},
                                                                  {"xr", Tok::kw_xr},
                                                                  {"xs", Tok::kw_xs}};
  return table;
}

const std::unordered_map<std::string_view, Tok>& punctuation_table() {
  static const std::unordered_map<std::string_view, Tok> table = {
      {"{", Tok::l_brace},      {"}", Tok::r_brace},      {"(", Tok::l_paren},
      {")", Tok::r_paren},      {"[", Tok::l_bracket},    {"]", Tok::r_bracket},
      {",", Tok::comma},        {";", Tok::semi},         {"->", Tok::arrow},
      {":", Tok::colon},        {"::", Tok::separator},   {".", Tok::dot},
      {"..", Tok::dot_dot},     {"@", Tok::at},           {"=", Tok::assign},
      {"++", Tok::plus_plus},   {"--", Tok::minus_minus}, {"!", Tok::send},
      {"!!", Tok::sorted_send}, {"?", Tok::receive},      {"\?\?", Tok::random_receive},
      {"+", Tok::plus},         {"-", Tok::minus},        {"*", Tok::star},
      {"/", Tok::slash},        {"%", Tok::percent},      {"&", Tok::amp},
      {"|", Tok::bar},          {"^", Tok::caret},        {"~", Tok::tilde},
      {"&&", Tok::and_and},     {"||", Tok::or_or},       {"<<", Tok::shl},
      {">>", Tok::shr},         {"<", Tok::lt},           {"<=", Tok::le},
      {">", Tok::gt},           {">=", Tok::ge},          {"==", Tok::eq},
      {"!=", Tok::ne}};
  return table;
}

int32_t character_value(const std::string& text) {
  if (text.size() >= 4 && text[1] == '\\') {
    switch (text[2]) {
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'f': return '\f';
    }
    return byte_of(text[2]);
  }
  return text.size() >= 3 ? byte_of(text[1]) : 0;
}

bool can_end_statement(Tok kind) {
  return is_one_of(kind, {Tok::r_brace, Tok::r_paren, Tok::r_bracket, Tok::kw_od, Tok::kw_fi, Tok::kw_else,
                          Tok::kw_break, Tok::name, Tok::number, Tok::plus_plus, Tok::minus_minus, Tok::kw_timeout,
                          Tok::c_text});
}

constexpr size_t kMaxInlineDepth = 64;
constexpr size_t kMaxExpanded = 5'000'000;  // tokens of inlines

// Do these two tokens stand next to each other, with nothing in between?
bool adjoin(const std::vector<PpToken>& raw, size_t at, std::string_view first, std::string_view second) {
  return raw[at].text == first && at + 1 < raw.size() && raw[at + 1].text == second && !raw[at + 1].space_before &&
         !raw[at + 1].newline_before;
}

}  // namespace

Tok punctuation(std::string_view text) {
  const auto it = punctuation_table().find(text);
  return it == punctuation_table().end() ? Tok::error : it->second;
}

std::vector<Token> classify(const std::vector<PpToken>& raw, Diagnostics& diagnostics) {
  std::vector<Token> out;
  out.reserve(raw.size());
  bool pending_newline = false;
  for (size_t i = 0; i < raw.size(); ++i) {
    const PpToken& pp = raw[i];
    // SPIN reads a stray end of a comment as nothing.
    if (adjoin(raw, i, "*", "/")) {
      pending_newline = pending_newline || pp.newline_before;
      ++i;
      continue;
    }
    Token t;
    t.text = pp.text;
    t.span = t.place = pp.span;
    t.newline_before = pp.newline_before || pending_newline;
    t.space_before = pp.space_before;
    pending_newline = false;
    switch (pp.kind) {
      case PpKind::end: t.kind = Tok::end; break;
      case PpKind::identifier: {
        if (pp.text == "true" || pp.text == "skip") {
          t.kind = Tok::number;
          t.value = 1;
        } else if (pp.text == "false") {
          t.kind = Tok::number;
        } else {
          auto it = keywords().find(pp.text);
          t.kind = it == keywords().end() ? Tok::name : it->second;
        }
        break;
      }
      case PpKind::number: {
        t.kind = Tok::number;
        errno = 0;
        const long long v = std::strtoll(pp.text.c_str(), nullptr, 10);
        if (errno != 0 || v > 0xffffffffLL) diagnostics.error(pp.span, "number is too large for 32 bits");
        t.value = static_cast<int32_t>(v);  // cut to 32 bits, as by SPIN
        break;
      }
      case PpKind::string: t.kind = Tok::string; break;
      case PpKind::character:
        t.kind = Tok::number;
        t.value = character_value(pp.text);
        break;
      case PpKind::punctuation: {
        t.kind = punctuation(pp.text);
        if (t.kind == Tok::error) {
          const unsigned char c = pp.text.empty() ? 0 : byte_of(pp.text[0]);
          diagnostics.error(pp.span, c >= 32 && c < 127 ? fmt::format("unexpected character '{}'", pp.text)
                                                        : fmt::format("unexpected byte 0x{:02x}", c));
          pending_newline = t.newline_before;
          continue;
        }
        if (adjoin(raw, i, "--", ">")) {  // SPIN looks ahead from its end, and finds an arrow
          diagnostics.warning(Warning::long_arrow, pp.span, "`-->` is read as `->`");
          t.kind = Tok::arrow;
          t.text = "->";
          ++i;
        }
        break;
      }
    }
    const bool before_c = is_one_of(t.kind, {Tok::kw_c_code, Tok::kw_c_decl, Tok::kw_c_expr});
    out.push_back(std::move(t));
    if (before_c) i = take_c_texts(raw, i + 1, out, diagnostics) - 1;
  }
  if (out.empty() || out.back().kind != Tok::end) out.push_back({});
  return out;
}

TokenStream::TokenStream(std::vector<Token> tokens, bool old_semicolons, Diagnostics& diagnostics)
    : old_semicolons_(old_semicolons), diagnostics_(diagnostics) {
  assert(!tokens.empty() && tokens.back().kind == Tok::end);
  frames_.push_back({std::move(tokens), 0, false, {}, -1});
}

size_t TokenStream::inline_depth() const {
  size_t depth = 0;
  for (const Frame& f : frames_) depth += f.is_inline;
  return depth;
}

Token TokenStream::raw() {
  for (;;) {
    Frame& frame = frames_.back();
    if (frame.at >= frame.tokens.size()) {
      if (frames_.size() == 1) return frame.tokens.back();  // the end, again and again
      frames_.pop_back();
      continue;
    }
    Token t = frame.tokens[frame.at];
    if (t.kind == Tok::end) return t;
    ++frame.at;
    if (frame.is_inline) t.span.call = t.place.call = frame.call;
    if (parameter_newline_) {
      t.newline_before = true;
      parameter_newline_ = false;
    }
    if (frames_.size() > 1 && ++expanded_ > kMaxExpanded) {
      if (expanded_ == kMaxExpanded + 1)
        diagnostics_.error(t.span, "the inlines of this model expand to too much text");
      t.kind = Tok::end;
      return t;
    }
    if (t.kind == Tok::name) {
      // A formal parameter stands for the text of the actual one, in the frame of its inline.
      for (size_t i = frames_.size(); i-- > 0;) {
        if (!frames_[i].is_inline) continue;
        auto it = frames_[i].actuals.find(t.text);
        if (it != frames_[i].actuals.end() && i + 1 == frames_.size()) {
          parameter_newline_ = t.newline_before;
          Frame actual{it->second, 0, false, {}, -1};
          for (Token& part : actual.tokens) part.place = t.place;
          frames_.push_back(std::move(actual));
          t.kind = Tok::error;
        }
        break;
      }
      if (t.kind == Tok::error) continue;
    }
    return t;
  }
}

Token TokenStream::with_newlines() {
  Token t;
  if (!held_.empty()) {
    t = held_.back();
    held_.pop_back();
  } else {
    t = raw();
    if (!old_semicolons_ && t.newline_before && in_body_ > 0 && parens_ == 0 && can_end_statement(last_) &&
        !(last_ == Tok::r_brace && !t.text.empty() && t.text[0] == 'u') && t.kind != Tok::semi) {
      held_.push_back(t);
      Token semi;
      semi.kind = Tok::semi;
      semi.text = ";";
      semi.span = t.span;
      semi.implied = true;
      t = semi;
    }
  }
  last_ = t.kind;
  if (t.kind == Tok::l_paren) ++parens_;
  if (t.kind == Tok::r_paren && parens_ > 0) --parens_;
  return t;
}

// A separator before another separator or a closing brace says nothing: it is never handed out.
Token TokenStream::clean() {
  auto take = [this] {
    if (pending_.empty()) return with_newlines();
    Token t = std::move(pending_.back());
    pending_.pop_back();
    return t;
  };
  Token t = take();
  while (t.kind == Tok::semi || t.kind == Tok::arrow) {
    Token following = take();
    if (following.kind == Tok::r_brace) return following;
    if (following.kind == Tok::semi || following.kind == Tok::arrow) {
      t = std::move(following);
      continue;
    }
    pending_.push_back(std::move(following));
    break;
  }
  return t;
}

void TokenStream::fill(size_t count) {
  while (ahead_.size() < count) ahead_.push_back(clean());
}

const Token& TokenStream::peek(size_t ahead) {
  fill(ahead + 1);
  return ahead_[ahead];
}

Token TokenStream::next() {
  fill(1);
  Token t = std::move(ahead_.front());
  ahead_.pop_front();
  if (!t.implied) extent_.add(t.place);
  return t;
}

std::vector<Token> TokenStream::raw_block() {
  std::vector<Token> out;
  int depth = 0;
  for (;;) {
    Token t;
    if (!ahead_.empty()) {
      t = next();
      if (t.implied) continue;
    } else if (!pending_.empty() || !held_.empty()) {
      std::vector<Token>& from = pending_.empty() ? held_ : pending_;
      t = from.back();
      from.pop_back();
      if (t.implied) continue;
    } else {
      t = raw();
    }
    if (t.kind == Tok::end) {
      if (depth > 0) diagnostics_.error(out.front().span, "this '{' is never closed");
      break;
    }
    if (t.kind == Tok::l_brace) ++depth;
    if (t.kind == Tok::r_brace) --depth;
    out.push_back(t);
    if (depth <= 0) break;
  }
  if (!out.empty()) last_ = out.back().kind;
  return out;
}

std::vector<std::vector<Token>> TokenStream::raw_arguments() {
  std::vector<std::vector<Token>> out;
  assert(at(Tok::l_paren));
  next();
  int depth = 0;
  std::vector<Token> current;
  for (;;) {
    const Token t = next();
    if (t.kind == Tok::end) {
      diagnostics_.error(t.span, "the arguments of this call are never closed");
      return out;
    }
    if (t.kind == Tok::r_paren && depth == 0) break;
    if (t.kind == Tok::l_paren || t.kind == Tok::l_bracket || t.kind == Tok::l_brace) ++depth;
    if (t.kind == Tok::r_paren || t.kind == Tok::r_bracket || t.kind == Tok::r_brace) --depth;
    if (t.kind == Tok::comma && depth == 0) {
      out.push_back(std::move(current));
      current.clear();
      continue;
    }
    current.push_back(t);
  }
  if (!current.empty() || !out.empty()) out.push_back(std::move(current));
  return out;
}

bool TokenStream::push_inline(const InlineText& text, std::vector<std::vector<Token>> actuals, int32_t call) {
  assert(actuals.size() == text.parameters.size());
  if (inline_depth() >= kMaxInlineDepth) return false;
  // What was read ahead belongs behind the inline's text.
  std::vector<Token> rest(ahead_.begin(), ahead_.end());
  ahead_.clear();
  for (std::vector<Token>* from : {&pending_, &held_}) {
    while (!from->empty()) {
      rest.push_back(from->back());
      from->pop_back();
    }
  }
  std::erase_if(rest, [](const Token& t) { return t.implied; });
  for (const Token& t : rest) parens_ += (t.kind == Tok::r_paren) - (t.kind == Tok::l_paren);
  if (!rest.empty()) frames_.push_back({std::move(rest), 0, false, {}, -1});
  Frame frame{text.body, 0, true, {}, call};
  if (!frame.tokens.empty()) frame.tokens.front().newline_before = false;  // the call goes on
  for (size_t i = 0; i < text.parameters.size(); ++i) {
    const bool itself =
        actuals[i].size() == 1 && actuals[i][0].kind == Tok::name && actuals[i][0].text == text.parameters[i];
    if (!itself) frame.actuals[text.parameters[i]] = std::move(actuals[i]);
  }
  frames_.push_back(std::move(frame));
  last_ = Tok::r_paren;
  return true;
}

}  // namespace gyre::promela
