#include "automata/hoa_reader.h"

#include <fmt/format.h>

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>

#include "automata/bdd.h"
#include "base/characters.h"
#include "base/error.h"
#include "base/narrow.h"

namespace gyre::automata {

namespace {

constexpr uint32_t kMaxStates = 1'000'000;
constexpr int kMaxNesting = 200;

enum class Kind : uint8_t { end, header, word, number, text, symbol, body, finish };

struct Token {
  Kind kind = Kind::end;
  std::string text;
  uint32_t number = 0;
  HoaPlace place;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  [[noreturn]] static void fail(HoaPlace place, const std::string& message) { throw HoaError(place, message); }

  Token next() {
    skip();
    Token token;
    token.place = here();
    if (at_ >= text_.size()) return token;
    const char c = text_[at_];
    if (is_letter(c) || c == '_') return word();
    if (is_digit(c)) return number();
    if (c == '"') return quoted();
    for (const auto& [mark, kind] :
         {std::pair("--BODY--", Kind::body), std::pair("--END--", Kind::finish), std::pair("--ABORT--", Kind::end)}) {
      const std::string_view m = mark;
      if (text_.substr(at_, m.size()) == m) {
        if (kind == Kind::end) fail(here(), "the automaton was aborted by its writer");
        at_ += m.size();
        token.kind = kind;
        token.text = m;
        return token;
      }
    }
    if (!is_punctuation(c)) fail(here(), "unexpected character");
    ++at_;
    token.kind = Kind::symbol;
    token.text = c;
    return token;
  }

 private:
  HoaPlace here() const { return {line_, narrow<uint32_t>(at_ - line_start_) + 1}; }

  // Over one character, which may end a line.
  void step() {
    if (text_[at_++] != '\n') return;
    ++line_;
    line_start_ = at_;
  }

  void skip() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        step();
      } else if (text_.substr(at_, 2) == "/*") {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    assert(text_.substr(at_, 2) == "/*");
    int depth = 0;
    const HoaPlace begin = here();
    while (at_ < text_.size()) {
      if (text_.substr(at_, 2) == "/*") {
        ++depth;
        at_ += 2;
      } else if (text_.substr(at_, 2) == "*/") {
        at_ += 2;
        if (--depth == 0) return;
      } else {
        step();
      }
    }
    fail(begin, "comment without end");
  }

  Token word() {
    Token token;
    token.place = here();
    const size_t begin = at_;
    while (at_ < text_.size() && (is_letter_or_digit(text_[at_]) || text_[at_] == '_' || text_[at_] == '-')) {
      ++at_;
    }
    token.text = text_.substr(begin, at_ - begin);
    token.kind = Kind::word;
    if (at_ < text_.size() && text_[at_] == ':') {
      ++at_;
      token.kind = Kind::header;
    }
    return token;
  }

  Token number() {
    Token token;
    token.place = here();
    token.kind = Kind::number;
    uint64_t value = 0;
    while (at_ < text_.size() && is_digit(text_[at_])) {
      value = value * 10 + digit_value(text_[at_]);
      if (value > UINT32_MAX) fail(token.place, "number is too large");
      token.text += text_[at_++];
    }
    token.number = narrow<uint32_t>(value);
    return token;
  }

  Token quoted() {
    Token token;
    token.place = here();
    token.kind = Kind::text;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; step()) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      token.text += text_[at_];
    }
    if (at_ >= text_.size()) fail(token.place, "text without closing quote");
    ++at_;
    return token;
  }

  std::string_view text_;
  size_t at_ = 0, line_start_ = 0;
  uint32_t line_ = 1;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : lexer_(text) { advance(); }

  HoaText run() {
    read_header();
    read_body();
    finish();
    return {std::move(automaton_), std::move(name_), std::move(atom_places_)};
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { Lexer::fail(token_.place, message); }

  void advance() { token_ = lexer_.next(); }
  bool at(Kind kind) const { return token_.kind == kind; }
  bool at_symbol(char c) const { return token_.kind == Kind::symbol && token_.text[0] == c; }

  uint32_t number(const char* what) {
    if (!at(Kind::number)) fail(fmt::format("expected {}", what));
    const uint32_t n = token_.number;
    advance();
    return n;
  }

  void symbol(char c) {
    if (!at_symbol(c)) fail(fmt::format("expected '{}'", c));
    advance();
  }

  void read_header() {
    if (!at(Kind::header) || token_.text != "HOA") fail("expected 'HOA: v1'");
    advance();
    if (!at(Kind::word) || token_.text != "v1") fail("only version v1 is read");
    advance();
    while (!at(Kind::body)) {
      if (!at(Kind::header)) fail("expected a header item or '--BODY--'");
      const std::string name = token_.text;
      advance();
      header_item(name);
    }
    if (!have_acceptance_) fail("header item 'Acceptance:' is missing");
    advance();
  }

  void header_item(const std::string& name) {
    if (name == "States") {
      declared_ = number("the number of states");
      if (*declared_ > kMaxStates) fail("too many states");
    } else if (name == "Start") {
      if (start_) fail("several initial states are not supported");
      start_ = number("the initial state");
      if (at_symbol('&')) fail("alternating automata are not supported");
    } else if (name == "AP") {
      const uint32_t count = number("the number of atoms");
      if (count > kMaxAtoms) fail(fmt::format("more than {} atoms", kMaxAtoms));
      for (uint32_t i = 0; i < count; ++i) {
        if (!at(Kind::text)) fail("expected the name of an atom");
        automaton_.atoms.push_back(token_.text);
        atom_places_.push_back({token_.place.line, token_.place.column + 1});
        advance();
      }
    } else if (name == "Acceptance") {
      read_acceptance();
    } else if (name == "Alias") {
      fail("aliases are not supported");
    } else if (name == "name") {
      if (!at(Kind::text)) fail("expected the name of the automaton");
      name_ = token_.text;
      advance();
    } else if (is_upper(name[0])) {
      fail(fmt::format("header item '{}:' is not supported", name));
    } else {
      // Items in small letters only inform.
      while (at(Kind::word) || at(Kind::number) || at(Kind::text) || at(Kind::symbol)) advance();
    }
  }

  void read_acceptance() {
    have_acceptance_ = true;
    const uint32_t sets = number("the number of acceptance sets");
    if (sets > kMaxSets) fail(fmt::format("more than {} acceptance sets", kMaxSets));
    automaton_.sets = sets;
    used_ = 0;
    conjunction(0);
    if (at_symbol('|')) unsupported_acceptance();
  }

  [[noreturn]] void unsupported_acceptance() const {
    fail("only Büchi and generalised Büchi acceptance are supported");
  }

  void conjunction(int depth) {
    if (depth > kMaxNesting) fail("acceptance is nested too deep");
    while (true) {
      if (at_symbol('(')) {
        advance();
        conjunction(depth + 1);
        if (!at_symbol(')')) unsupported_acceptance();
        advance();
      } else if (at(Kind::word) && token_.text == "t") {
        advance();
      } else if (at(Kind::word) && token_.text == "Inf") {
        advance();
        symbol('(');
        if (at_symbol('!')) unsupported_acceptance();
        const uint32_t set = number("an acceptance set");
        if (set >= automaton_.sets) fail("acceptance set is out of range");
        used_ |= uint64_t{1} << set;
        symbol(')');
      } else {
        unsupported_acceptance();
      }
      if (!at_symbol('&')) return;
      advance();
    }
  }

  Bdd label_or(int depth) {
    if (depth > kMaxNesting) fail("label is nested too deep");
    Bdd f = label_and(depth);
    while (at_symbol('|')) {
      advance();
      f = bdds_.lor(f, label_and(depth));
    }
    return f;
  }

  Bdd label_and(int depth) {
    Bdd f = label_literal(depth);
    while (at_symbol('&')) {
      advance();
      f = bdds_.land(f, label_literal(depth));
    }
    return f;
  }

  Bdd label_literal(int depth) {
    bool negate = false;
    for (; at_symbol('!'); advance()) negate = !negate;
    Bdd f = kFalse;
    if (at_symbol('(')) {
      advance();
      f = label_or(depth + 1);
      symbol(')');
    } else if (at_symbol('@')) {
      fail("aliases are not supported");
    } else if (at(Kind::word) && (token_.text == "t" || token_.text == "f")) {
      f = token_.text == "t" ? kTrue : kFalse;
      advance();
    } else {
      const uint32_t atom = number("an atom, 't', 'f' or '('");
      if (atom >= automaton_.atoms.size()) fail("atom is out of range");
      f = bdds_.atom(atom);
    }
    return negate ? bdds_.lnot(f) : f;
  }

  std::optional<Bdd> optional_label() {
    if (!at_symbol('[')) return std::nullopt;
    advance();
    const Bdd f = label_or(0);
    symbol(']');
    return f;
  }

  uint64_t optional_marks() {
    uint64_t marks = 0;
    if (!at_symbol('{')) return marks;
    advance();
    while (!at_symbol('}')) {
      const uint32_t set = number("an acceptance set or '}'");
      if (set >= automaton_.sets) fail("acceptance set is out of range");
      marks |= uint64_t{1} << set;
    }
    advance();
    return marks;
  }

  State& state(uint32_t s) {
    if (s >= kMaxStates || (declared_ && s >= *declared_)) fail(fmt::format("state {} is out of range", s));
    if (s >= automaton_.states.size()) automaton_.states.resize(s + 1);
    return automaton_.states[s];
  }

  void read_body() {
    if (declared_) automaton_.states.resize(*declared_);
    std::vector<char> seen(automaton_.states.size(), 0);
    while (!at(Kind::finish)) {
      if (!at(Kind::header) || token_.text != "State") fail("expected 'State:' or '--END--'");
      advance();
      const std::optional<Bdd> state_label = optional_label();
      const uint32_t s = number("the number of a state");
      state(s);
      if (seen.size() < automaton_.states.size()) seen.resize(automaton_.states.size(), 0);
      if (seen[s]) fail(fmt::format("state {} is defined twice", s));
      seen[s] = 1;
      if (at(Kind::text)) advance();
      const uint64_t state_marks = optional_marks();
      state_marks_.resize(automaton_.states.size(), 0);
      state_marks_[s] = state_marks;
      read_edges(s, state_label);
    }
    advance();
    if (!at(Kind::end)) fail("one automaton is read, and this is more");
  }

  void read_edges(uint32_t s, const std::optional<Bdd>& state_label) {
    while (!at(Kind::header) && !at(Kind::finish)) {
      if (at(Kind::end)) fail("expected '--END--'");
      const std::optional<Bdd> label = optional_label();
      if (label && state_label) fail("label on an edge of a state that has a label");
      if (!label && !state_label) fail("edges without labels (implicit labels) are not supported");
      const uint32_t target = number("the target of an edge");
      if (at_symbol('&')) fail("alternating automata are not supported");
      state(target);
      const uint64_t marks = optional_marks();
      edge_marks_ = edge_marks_ || marks != 0;
      const Bdd f = label ? *label : *state_label;
      if (f == kFalse) continue;
      automaton_.states[s].edges.push_back({target, bdds_.cubes(f), marks});
    }
  }

  void finish() {
    if (automaton_.states.empty()) automaton_.states.emplace_back();
    state_marks_.resize(automaton_.states.size(), 0);
    if (!start_) {
      // Without an initial state nothing is accepted.
      automaton_.states = {State{}};
      state_marks_ = {0};
      start_ = 0;
    }
    if (*start_ >= automaton_.states.size()) fail("the initial state is out of range");
    automaton_.initial = *start_;
    // Sets that the condition does not mention are left out.
    std::vector<uint32_t> place(kMaxSets, 0);
    uint32_t sets = 0;
    for (uint32_t i = 0; i < automaton_.sets; ++i) {
      if (used_ >> i & 1) place[i] = sets++;
    }
    automaton_.state_based = sets == 1 && !edge_marks_;
    for (size_t s = 0; s < automaton_.states.size(); ++s) {
      const auto renumber = [&](uint64_t marks) {
        uint64_t result = 0;
        for (uint32_t i = 0; i < automaton_.sets; ++i) {
          if (used_ >> i & marks >> i & 1) result |= uint64_t{1} << place[i];
        }
        return result;
      };
      State& state = automaton_.states[s];
      const uint64_t own = renumber(state_marks_[s]);
      state.accepting = automaton_.state_based && own != 0;
      for (Edge& e : state.edges) e.marks = renumber(e.marks) | own;
    }
    automaton_.sets = sets;
    classify(automaton_);
  }

  Lexer lexer_;
  Token token_;
  BddManager bdds_;
  Automaton automaton_;
  std::string name_;
  std::vector<HoaPlace> atom_places_;
  std::optional<uint32_t> declared_, start_;
  std::vector<uint64_t> state_marks_;
  uint64_t used_ = 0;
  bool have_acceptance_ = false;
  bool edge_marks_ = false;
};

}  // namespace

HoaError::HoaError(HoaPlace where, const std::string& what)
    : Error(fmt::format("{}:{}: {}", where.line, where.column, what)), place(where), message(what) {}

HoaText read_hoa_text(std::string_view text) { return Reader(text).run(); }
Automaton read_hoa(std::string_view text) { return read_hoa_text(text).automaton; }

}  // namespace gyre::automata
