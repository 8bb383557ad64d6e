#include "promela/names.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/ids.h"
#include "promela/names_impl.h"

namespace gyre::promela {

namespace {

constexpr size_t kMaxNesting = 500;  // each level is some frames of the C++ stack

const char* values_of(Tok type) {
  if (is_one_of(type, {Tok::kw_bit})) return "0..1";
  if (type == Tok::kw_bool) return "false, true";
  if (is_one_of(type, {Tok::kw_byte, Tok::kw_pid})) return "0..255";
  if (type == Tok::kw_short) return "-32768..32767";
  if (type == Tok::kw_int) return "-2147483648..2147483647";
  return "";
}

bool is_type(Tok kind) {
  return is_one_of(kind, {Tok::kw_bit, Tok::kw_bool, Tok::kw_byte, Tok::kw_pid, Tok::kw_short, Tok::kw_int,
                          Tok::kw_unsigned, Tok::kw_mtype, Tok::kw_chan});
}

// Words of formulas, which are names elsewhere.
bool is_formula_word(const std::string& text) {
  static const char* const kWords[] = {"U",         "V",       "W",       "X",          "R",    "M",     "G",
                                       "F",         "AG",      "EG",      "AF",         "EF",   "AX",    "EX",
                                       "A",         "E",       "always",  "eventually", "next", "until", "stronguntil",
                                       "weakuntil", "release", "implies", "equivalent", "moves"};
  return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
}

bool can_end(Tok kind) {
  return is_one_of(kind, {Tok::r_brace, Tok::r_paren, Tok::r_bracket, Tok::name, Tok::number, Tok::plus_plus,
                          Tok::minus_minus, Tok::string});
}

}  // namespace

NameTable names_of(const std::vector<Token>& tokens, const PpRecord& record, const SourceMap& sources) {
  if (tokens.empty()) return {};
  return NameReader(tokens, record, sources).run();
}

NameTable NameReader::run() {
  while (!is(Tok::end)) step();
  leave_unit();
  resolve();
  return std::move(out_);
}

// Tokens --------------------------------------------------------------------------------------------------------------

bool NameReader::accept(Tok kind) {
  if (!is(kind)) return false;
  next();
  return true;
}

Span NameReader::place(const Token& token) const {
  return token.span.origin >= 0 ? sources_.origin(token.span.origin).text : token.span;
}

// The tokens [from, to) on one line.
std::string NameReader::text(size_t from, size_t to) const {
  std::string out;
  for (size_t i = from; i < to && i < tokens_.size(); ++i) {
    if (!out.empty() && (tokens_[i].space_before || tokens_[i].newline_before)) out += ' ';
    out += tokens_[i].text;
    if (out.size() > 300) return out.substr(0, 300) + " ...";
  }
  return out;
}

// Units ---------------------------------------------------------------------------------------------------------------

// Reads at least one token.
void NameReader::step() {
  if (unit()) return;
  if (at_declaration()) {
    if (is(Tok::kw_mtype) && mtype_constants()) return;
    declaration(in_type_ ? NameKind::field : in_head_ ? NameKind::parameter : NameKind::variable);
    return;
  }
  const Tok kind = now().kind;
  if (kind == Tok::l_brace) return open_brace();
  if (kind == Tok::r_brace) return close_brace();
  if (kind == Tok::name) return name();
  if (is_one_of(kind, {Tok::kw_for, Tok::kw_select})) return written_in_parentheses();
  if (kind == Tok::kw_goto) {
    next();
    if (!is(Tok::name)) return;
    reference(NameUse::jump, Where::label);
  }
  if (is_one_of(kind, {Tok::kw_if, Tok::kw_do})) open_choice();
  if (is_one_of(kind, {Tok::kw_fi, Tok::kw_od})) close_choice();
  if (kind == Tok::l_paren) parens_.push_back({});
  if (kind == Tok::r_paren && !parens_.empty()) parens_.pop_back();
  if (kind == Tok::comma && !parens_.empty()) ++parens_.back().position;
  next();
}

// The heads of units. These words stand nowhere else: what was open before, somebody has not closed yet.
bool NameReader::unit() {
  const Tok kind = now().kind;
  const bool is_ctl = kind == Tok::name && now().text == "ctl" && braces_.empty() && owner_ < 0 &&
                      (ahead(1).kind == Tok::l_brace || ahead(2).kind == Tok::l_brace);
  if (!is_ctl && !is_one_of(kind, {Tok::kw_active, Tok::kw_proctype, Tok::kw_d_proctype, Tok::kw_init, Tok::kw_inline,
                                   Tok::kw_typedef, Tok::kw_ltl, Tok::kw_never, Tok::kw_trace, Tok::kw_notrace})) {
    return false;
  }
  if (kind == Tok::kw_init && in_formula_) return false;  // moves(init)
  leave_unit();
  if (is_ctl || kind == Tok::kw_ltl) {
    formula_head();
  } else if (is_one_of(kind, {Tok::kw_active, Tok::kw_proctype, Tok::kw_d_proctype})) {
    process_head(kind == Tok::kw_active);
  } else if (kind == Tok::kw_inline) {
    inline_head();
  } else if (kind == Tok::kw_typedef) {
    type_head();
  } else {
    claim_head();
  }
  return true;
}

int32_t NameReader::declare(NameKind kind, const Token& name, std::string shown) {
  DeclaredName d;
  d.kind = kind;
  d.name = name.text;
  d.text = std::move(shown);
  d.place = place(name);
  d.parent = owner_;
  const int32_t symbol = add_to(out_.names, std::move(d));
  add_use(symbol, name, NameUse::declaration, owner_);
  return symbol;
}

void NameReader::own(int32_t symbol, size_t first) {
  owner_ = symbol;
  first_ = first;
  nth(out_.names, symbol).parent = -1;
  nth(out_.names, symbol).begin = tokens_[first].span;
}

void NameReader::process_head(bool active) {
  const size_t first = at_;
  next();
  if (active) {
    while (!is(Tok::end) && !is_one_of(now().kind, {Tok::kw_proctype, Tok::kw_d_proctype, Tok::l_brace, Tok::semi})) {
      if (is(Tok::name))
        name();
      else
        next();
    }
    if (!is_one_of(now().kind, {Tok::kw_proctype, Tok::kw_d_proctype})) return;
    next();
  }
  if (!is(Tok::name)) return;
  const Token& id = now();
  const int32_t symbol = declare(NameKind::process, id, "");
  scopes_[0].names[id.text] = symbol;
  own(symbol, first);
  scope_ = add_to(scopes_, {0, {}});
  next();
  if (accept(Tok::l_paren)) {
    in_head_ = true;
    while (!is(Tok::end) && !is(Tok::r_paren) && !is(Tok::l_brace) && owner_ == symbol) step();
    in_head_ = false;
    accept(Tok::r_paren);
  }
  nth(out_.names, symbol).text = text(first, at_);
}

void NameReader::inline_head() {
  const size_t first = at_;
  next();
  if (!is(Tok::name)) return;
  const int32_t symbol = declare(NameKind::inline_, now(), "");
  scopes_[0].names[now().text] = symbol;
  own(symbol, first);
  scope_ = add_to(scopes_, {0, {}});
  next();
  if (accept(Tok::l_paren)) {
    for (; is(Tok::name) || is(Tok::comma); next()) {
      if (is(Tok::comma)) continue;
      const int32_t parameter = declare(NameKind::parameter, now(), now().text);
      written_[parameter] = narrow<int32_t>(nth(out_.names, symbol).parameters.size());
      nth(out_.names, symbol).parameters.push_back(now().text);
      nth(scopes_, scope_).names[now().text] = parameter;
    }
    accept(Tok::r_paren);
  }
  nth(out_.names, symbol).text = text(first, at_);
}

void NameReader::type_head() {
  const size_t first = at_;
  next();
  if (!is(Tok::name)) return;
  const int32_t symbol = declare(NameKind::type, now(), "");
  scopes_[0].names[now().text] = symbol;
  own(symbol, first);
  in_type_ = true;
  next();
}

void NameReader::formula_head() {
  const size_t first = at_;
  const std::string unnamed = fmt::format("{}_{}", now().text, formulas_++);
  next();
  Token id = is(Tok::name) ? now() : tokens_[first];
  const bool named = is(Tok::name);
  if (!named) id.text = unnamed;
  const int32_t symbol = declare(NameKind::formula, id, "");
  own(symbol, first);
  if (named) {
    scopes_[0].names.emplace(id.text, symbol);
    next();
  }
  in_formula_ = true;
}

void NameReader::claim_head() {
  const size_t first = at_;
  const Tok kind = now().kind;
  next();
  Token id = tokens_[first];
  const bool named = kind == Tok::kw_never && is(Tok::name);
  if (named) {
    id = now();
    next();
  }
  const size_t uses = out_.uses.size();
  const int32_t symbol = declare(kind == Tok::kw_init ? NameKind::process : NameKind::formula, id, text(first, at_));
  if (!named) out_.uses.resize(uses);  // it is a word of the language, no name
  own(symbol, first);
  if (named) scopes_[0].names.emplace(id.text, symbol);
  scope_ = add_to(scopes_, {0, {}});
}

void NameReader::leave_unit() {
  while (!braces_.empty()) {
    scope_ = braces_.back().outer;
    braces_.pop_back();
  }
  if (owner_ >= 0) {
    DeclaredName& unit = nth(out_.names, owner_);
    const Token& last = tokens_[at_ > 0 ? at_ - 1 : 0];
    unit.end = last.span;
    if (in_formula_ && unit.text.empty()) unit.text = text(first_, at_);
    if (unit.kind == NameKind::type) unit.text = fmt::format("typedef {}", unit.name);
    for (size_t i = static_cast<size_t>(owner_) + 1; i < out_.names.size(); ++i) {
      DeclaredName& d = out_.names[i];
      if (d.parent == owner_ && d.kind != NameKind::field && !d.visible_to.known()) d.visible_to = last.span;
    }
  }
  scope_ = 0;
  owner_ = -1;
  in_formula_ = in_type_ = in_head_ = false;
  parens_.clear();
  choices_.clear();
}

// Declarations --------------------------------------------------------------------------------------------------------

bool NameReader::at_declaration() const {
  if (in_formula_) return false;
  if (is_one_of(now().kind, {Tok::kw_hidden, Tok::kw_show, Tok::kw_local}) || is_type(now().kind)) return true;
  if (!is(Tok::name) || ahead(1).kind != Tok::name) return false;
  const int32_t symbol = lookup(now().text, 0);
  return symbol >= 0 && nth(out_.names, symbol).kind == NameKind::type;
}

// Reads mtype [: name] [=] { a, b }; false: it is no such thing.
bool NameReader::mtype_constants() {
  size_t k = 1;
  if (ahead(1).kind == Tok::colon && ahead(2).kind == Tok::name) k = 3;
  if (ahead(k).kind == Tok::assign) ++k;
  if (ahead(k).kind != Tok::l_brace) return false;
  const std::string type = k > 2 && ahead(1).kind == Tok::colon ? "mtype:" + ahead(2).text : "mtype";
  const size_t first = at_;
  while (!is(Tok::l_brace)) next();
  const int32_t outer = std::exchange(owner_, -1);
  for (; !is(Tok::end) && !is(Tok::r_brace); next()) {
    if (!is(Tok::name)) continue;
    const int32_t symbol = declare(NameKind::constant, now(), fmt::format("{} {}", type, now().text));
    scopes_[0].names[now().text] = symbol;
  }
  owner_ = outer;
  block(first, at_);
  next();
  return true;
}

void NameReader::declaration(NameKind kind) {
  const size_t first = at_;
  while (is_one_of(now().kind, {Tok::kw_hidden, Tok::kw_show, Tok::kw_local})) next();
  if (!is_type(now().kind) && !is(Tok::name)) {
    if (at_ == first) next();
    return;
  }
  const std::string user = is(Tok::name) ? now().text : "";
  if (is(Tok::name)) reference(NameUse::read, Where::field_type);
  const Tok type = now().kind;
  next();
  if (type == Tok::kw_mtype && is(Tok::colon) && ahead(1).kind == Tok::name) {
    next();
    next();
  }
  const std::string words = text(first, at_);
  while (is(Tok::name)) {
    const size_t before = out_.names.size();
    declarator(kind, words, user);
    DeclaredName& d = out_.names[before];
    if (type == Tok::kw_unsigned) {
      const size_t colon = d.text.find(':');
      const int bits = colon == std::string::npos ? 0 : std::atoi(d.text.c_str() + colon + 1);
      if (bits > 0 && bits <= 32) d.values = fmt::format("0..{}", (uint64_t{1} << bits) - 1);
    } else {
      d.values = values_of(type);
    }
    if (!accept(Tok::comma)) break;
  }
}

void NameReader::declarator(NameKind kind, const std::string& type, const std::string& user) {
  const size_t first = at_;
  const std::string id = now().text;
  const int32_t symbol = declare(kind, now(), "");
  if (kind == NameKind::field) {
    fields_[owner_][id] = symbol;
  } else {
    nth(scopes_, scope_).names[id] = symbol;
    if (owner_ >= 0) locals_[owner_].emplace_back(id, symbol);
  }
  if (!user.empty()) user_types_[symbol] = user;
  next();
  rest_of_declarator();
  const std::string shown = fmt::format("{} {}", type, text(first, at_));
  nth(out_.names, symbol).text = shown;
  if (kind == NameKind::parameter && owner_ >= 0) nth(out_.names, owner_).parameters.push_back(shown);
}

// What stands behind the name of a variable: [size], : bits, = value.
void NameReader::rest_of_declarator() {
  const size_t outer = parens_.size();
  size_t read = 0;
  for (; !is(Tok::end); ++read) {
    const Tok kind = now().kind;
    if (parens_.size() <= outer) {
      if (is_one_of(kind, {Tok::comma, Tok::semi, Tok::arrow, Tok::r_brace, Tok::r_paren, Tok::separator, Tok::kw_od,
                           Tok::kw_fi, Tok::r_bracket})) {
        return;
      }
      if (now().newline_before && can_end(tokens_[at_ - 1].kind)) return;
      if (read == 0 && !is_one_of(kind, {Tok::l_bracket, Tok::colon, Tok::assign})) return;
    }
    // Somebody has not closed a bracket yet.
    if (is_one_of(kind, {Tok::kw_proctype, Tok::kw_active, Tok::kw_init, Tok::kw_inline, Tok::kw_ltl, Tok::kw_typedef,
                         Tok::kw_never})) {
      parens_.resize(std::min(outer, parens_.size()));
      return;
    }
    if (is_one_of(kind, {Tok::l_bracket, Tok::l_paren, Tok::l_brace})) parens_.push_back({});
    if (is_one_of(kind, {Tok::r_bracket, Tok::r_paren, Tok::r_brace})) parens_.pop_back();
    if (kind == Tok::name)
      name();
    else
      next();
  }
}

// Statements and expressions ------------------------------------------------------------------------------------------

void NameReader::open_brace() {
  braces_.push_back({at_, scope_});
  if (owner_ >= 0 && !in_formula_ && !in_type_) scope_ = add_to(scopes_, {scope_, {}});
  next();
}

void NameReader::close_brace() {
  if (!braces_.empty()) {
    for (const auto& [name, symbol] : nth(scopes_, scope_).names) {
      if (scope_ > 0) nth(out_.names, symbol).visible_to = now().span;
    }
    scope_ = braces_.back().outer;
    block(braces_.back().token, at_);
    braces_.pop_back();
  }
  next();
  if (braces_.empty()) leave_unit();
}

void NameReader::close_choice() {
  if (choices_.empty()) return;
  block(choices_.back(), at_);
  choices_.pop_back();
}

void NameReader::block(size_t from, size_t to) {
  const Span &begin = tokens_[from].span, &end = tokens_[to].span;
  if (begin.origin >= 0 || end.origin >= 0 || begin.file != end.file || begin.line >= end.line) return;
  out_.blocks.push_back({begin, end});
}

int32_t NameReader::lookup(const std::string& name, int32_t scope) const {
  for (; scope >= 0; scope = nth(scopes_, scope).parent) {
    const auto it = nth(scopes_, scope).names.find(name);
    if (it != nth(scopes_, scope).names.end()) return it->second;
  }
  return -1;
}

NameReader::Reference& NameReader::reference(NameUse use, Where where) {
  Reference r;
  r.token = at_;
  r.use = use;
  r.where = where;
  r.scope = scope_;
  r.in = owner_;
  if (where == Where::here) r.local = lookup(now().text, scope_);
  references_.push_back(std::move(r));
  return references_.back();
}

// A statement or an operand that begins with a name; reads it with its members and indices.
void NameReader::name() {
  if (in_formula_ && is_formula_word(now().text) && lookup(now().text, 0) < 0) {
    next();
    return;
  }
  const int32_t known = lookup(now().text, 0);
  const bool is_process = known >= 0 && nth(out_.names, known).kind == NameKind::process;
  if (ahead(1).kind == Tok::colon && parens_.empty() && !in_formula_ && !is_process && owner_ >= 0) {
    label();
    return;
  }
  const size_t first = at_;
  reference(NameUse::read);
  const size_t number = references_.size() - 1;
  next();
  std::vector<size_t> members;
  postfix(members);
  Reference& ref = references_[number];
  ref.members = std::move(members);
  if (is(Tok::l_paren) && ref.members.empty() && at_ == first + 1) {
    ref.use = NameUse::call;
    calls_.push_back({first, scope_, owner_, -1});
    parens_.push_back({last_id(calls_), 0});
    next();
    return;
  }
  if (is(Tok::at) || (is(Tok::colon) && (is_process || in_formula_))) {
    remote(ref);
    return;
  }
  if (is(Tok::assign) && !in_formula_) {
    ref.use = NameUse::write;
  } else if (is_one_of(now().kind, {Tok::plus_plus, Tok::minus_minus})) {
    ref.use = NameUse::update;
  } else if (is_one_of(now().kind, {Tok::send, Tok::sorted_send})) {
    ref.use = NameUse::send;
  } else if (is_one_of(now().kind, {Tok::receive, Tok::random_receive})) {
    const bool poll = ahead(1).kind == Tok::l_bracket;
    if (!poll) ref.use = NameUse::receive;
    next();
    if (!poll) receive_arguments();
  } else if (!parens_.empty() && parens_.back().call >= 0 && is_one_of(now().kind, {Tok::comma, Tok::r_paren}) &&
             is_one_of(tokens_[first - 1].kind, {Tok::comma, Tok::l_paren})) {
    ref.call = parens_.back().call;
    ref.position = parens_.back().position;
  }
}

void NameReader::label() {
  const int32_t symbol = declare(NameKind::label, now(), now().text + ":");
  labels_[owner_][now().text] = symbol;
  next();
  next();
}

// Reads [index] and .member, as often as they come.
void NameReader::postfix(std::vector<size_t>& members) {
  for (;;) {
    if (is(Tok::l_bracket) && !(in_formula_ && ahead(1).kind == Tok::r_bracket)) {
      index();
    } else if (is(Tok::dot) && ahead(1).kind == Tok::name) {
      next();
      members.push_back(at_);
      next();
    } else {
      return;
    }
  }
}

void NameReader::index() {
  next();
  if (parens_.size() > kMaxNesting) return;
  parens_.push_back({});
  const size_t open = parens_.size();
  while (!is(Tok::end) && !is_one_of(now().kind, {Tok::r_bracket, Tok::semi, Tok::l_brace, Tok::r_brace})) step();
  if (parens_.size() >= open) parens_.resize(open - 1);
  accept(Tok::r_bracket);
}

// Reads @label or :variable; the proctype has been read.
void NameReader::remote(Reference& ref) {
  const bool at_label = is(Tok::at);
  const size_t process = ref.token;
  next();
  if (!is(Tok::name)) return;
  Reference& r = reference(NameUse::read, at_label ? Where::remote_label : Where::remote_variable);
  r.process = process;
  const size_t number = references_.size() - 1;
  next();
  if (at_label) return;
  std::vector<size_t> members;
  postfix(members);
  references_[number].members = std::move(members);
}

// What a receive stores into: a, b(c, eval(d), 3); in < > or not.
void NameReader::receive_arguments() {
  accept(Tok::lt);
  for (int depth = 0;;) {
    if (is(Tok::kw_eval)) {
      next();
      if (!accept(Tok::l_paren) || parens_.size() > kMaxNesting) return;
      parens_.push_back({});
      const size_t open = parens_.size();
      while (!is(Tok::end) && parens_.size() >= open && !is_one_of(now().kind, {Tok::l_brace, Tok::r_brace})) step();
    } else if (is(Tok::name)) {
      reference(NameUse::write);
      const size_t number = references_.size() - 1;
      next();
      std::vector<size_t> members;
      postfix(members);
      references_[number].members = std::move(members);
    } else if (is(Tok::l_paren)) {
      ++depth;
      next();
      continue;
    } else if (is_one_of(now().kind, {Tok::number, Tok::minus})) {
      next();
      continue;
    }
    while (depth > 0 && accept(Tok::r_paren)) --depth;
    if (is(Tok::l_paren)) continue;
    if (!accept(Tok::comma)) break;
  }
  accept(Tok::gt);
}

// Reads for ( x or select ( x.
void NameReader::written_in_parentheses() {
  next();
  if (!is(Tok::l_paren)) return;
  parens_.push_back({});
  next();
  if (!is(Tok::name)) return;
  reference(NameUse::write);
  const size_t number = references_.size() - 1;
  next();
  std::vector<size_t> members;
  postfix(members);
  references_[number].members = std::move(members);
  if (is(Tok::name) && now().text == "in") next();
}

}  // namespace gyre::promela
