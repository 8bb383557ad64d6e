// Reading expressions: a precedence climber over a text of one line.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <gyre/error.h>

#include "ir/ops.h"
#include "trace/expression_node.h"
#include "trace/state_text.h"

namespace gyre::trace {

namespace {

using Kind = ExpressionNode::Kind;

constexpr int kMaxDepth = 200;

struct BinaryOperator {
  std::string_view text;
  int precedence;
  ir::Op op;
};

// A longer one comes before those that it begins with.
std::vector<BinaryOperator> binary_operators() {
  std::vector<BinaryOperator> out = {
#define GYRE_BINARY(name, text, precedence, word, fault, value) {text, precedence, ir::Op::name},
#define GYRE_LOGICAL(name, text, precedence, value) {text, precedence, ir::Op::name},
#include "ir/ops.def"
  };
  std::ranges::sort(out, [](const auto& a, const auto& b) { return a.text.size() > b.text.size(); });
  return out;
}

struct NamedOp {
  std::string_view name;
  ir::Op op;
};
constexpr std::array kChannelTests = {NamedOp{"len", ir::Op::len}, NamedOp{"full", ir::Op::full},
                                      NamedOp{"empty", ir::Op::empty}, NamedOp{"nfull", ir::Op::nfull},
                                      NamedOp{"nempty", ir::Op::nempty}};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// What a name that is no variable stands for.
std::optional<int32_t> constant_named(const ir::Program& program, const std::string& name) {
  if (name == "true" || name == "TRUE" || name == "skip") return 1;
  if (name == "false" || name == "FALSE") return 0;
  for (size_t set = 0; set < program.mtype_sets.size(); ++set) {
    const std::vector<std::string>& names = program.mtype_sets[set].names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) continue;
    const auto position = static_cast<int32_t>(found - names.begin());
    // Constants of enumerations count from 0 on, those of mtypes from 1 on.
    const bool counts_from_zero = std::ranges::any_of(program.variables, [&](const ir::Variable& v) {
      return v.type.base == ir::BaseType::enumeration && static_cast<size_t>(v.type.mtype_set) == set;
    });
    return counts_from_zero ? position : position + 1;
  }
  return std::nullopt;
}

class Parser {
 public:
  Parser(const ir::Program& program, std::string_view text)
      : program_(program), text_(text), binary_(binary_operators()) {}

  ExpressionPtr whole() {
    ExpressionPtr e = binary(0);
    skip_space();
    if (at_ < text_.size()) fail(unexpected());
    return e;
  }

 private:
  [[noreturn]] static void fail(const std::string& message) { throw Error(message); }

  std::string unexpected() {
    skip_space();
    if (at_ >= text_.size()) return "the expression ends too early";
    if (text_[at_] == '=') return "`=` assigns, which nothing here does; == compares";
    return fmt::format("unexpected `{}` in the expression", text_.substr(at_, 12));
  }
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(std::string_view what) {
    skip_space();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  void need(std::string_view what) {
    if (!take(what)) fail(fmt::format("expected `{}`: {}", what, unexpected()));
  }

  static ExpressionPtr node(Kind kind) {
    auto out = std::make_unique<ExpressionNode>();
    out->kind = kind;
    return out;
  }

  const BinaryOperator* binary_here() {
    skip_space();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("->")) return nullptr;
    for (const BinaryOperator& b : binary_) {
      if (rest.starts_with(b.text)) return &b;
    }
    return nullptr;
  }

  ExpressionPtr binary(int above) {
    ExpressionPtr left = unary();
    for (const BinaryOperator* b = binary_here(); b != nullptr && b->precedence > above; b = binary_here()) {
      at_ += b->text.size();
      // A left-leaning chain nests on the left: its length is limited as depth is.
      deeper();
      ExpressionPtr out = node(Kind::computed);
      out->op = b->op;
      out->kids.push_back(std::move(left));
      out->kids.push_back(binary(b->precedence));
      left = std::move(out);
    }
    return left;
  }

  void deeper() {
    if (++depth_ > kMaxDepth) fail("the expression is too long");
  }

  ExpressionPtr unary() {
    deeper();
    skip_space();
    for (const auto& [sign, op] : {std::pair{'-', ir::Op::neg}, {'~', ir::Op::bit_not}, {'!', ir::Op::logical_not}}) {
      if (at_ >= text_.size() || text_[at_] != sign) continue;
      ++at_;
      ExpressionPtr out = node(Kind::computed);
      out->op = op;
      out->kids.push_back(unary());
      return out;
    }
    return primary();
  }

  ExpressionPtr primary() {
    skip_space();
    if (take("(")) return parenthesised();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) return number();
    if (at_ < text_.size() && begins_name(text_[at_])) return named();
    fail(unexpected());
  }

  ExpressionPtr parenthesised() {
    ExpressionPtr e = binary(0);
    if (take("->") || take("?")) {
      ExpressionPtr out = node(Kind::conditional);
      out->kids.push_back(std::move(e));
      out->kids.push_back(binary(0));
      need(":");
      out->kids.push_back(binary(0));
      e = std::move(out);
    }
    need(")");
    return e;
  }

  ExpressionPtr number() {
    ExpressionPtr out = node(Kind::number);
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), out->number);
    if (error != std::errc()) fail("a number in the expression is too large");
    at_ += static_cast<size_t>(end - begin);
    if (at_ < text_.size() && in_name(text_[at_])) fail(unexpected());
    return out;
  }

  std::string name() {
    skip_space();
    const size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    if (begin == at_ || !begins_name(text_[begin])) fail("a name is missing: " + unexpected());
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool is_process(const std::string& name) const {
    return std::ranges::any_of(program_.processes, [&](const ir::Process& p) { return display_name(p) == name; });
  }

  ExpressionPtr named() {
    const std::string first = name();
    if (first == "_pid") return node(Kind::pid);
    if (first == "_nr_pr") return node(Kind::nr_pr);
    for (const NamedOp& test : kChannelTests) {
      if (first != test.name || !take("(")) continue;
      ExpressionPtr out = node(Kind::channel);
      out->op = test.op;
      out->kids.push_back(binary(0));
      need(")");
      return out;
    }
    if (is_process(first)) return of_process(first);
    if (const auto constant = constant_named(program_, first); constant && !exists(first)) {
      ExpressionPtr out = node(Kind::number);
      out->number = *constant;
      out->text = first;
      return out;
    }
    return variable(first);
  }

  ExpressionPtr of_process(const std::string& process) {
    ExpressionPtr number;
    if (take("[")) {
      number = binary(0);
      need("]");
    } else if (take("(")) {
      number = binary(0);
      need(")");
    }
    ExpressionPtr out;
    if (take("@")) {
      out = node(Kind::at);
      out->text = name();
      require_label(process, out->text);
    } else if (take(":")) {
      out = node(Kind::remote);
    } else {
      fail(fmt::format("{0} is a process: write {0}(0):x for a variable of it, {0}(0)@label for a place", process));
    }
    out->process = process;
    out->kids.push_back(std::move(number));
    if (out->kind == Kind::remote) out->kids.push_back(variable(name()));
    return out;
  }

  void require_label(const std::string& process, const std::string& label) const {
    for (const ir::Process& p : program_.processes) {
      if (display_name(p) != process) continue;
      if (std::ranges::any_of(p.labels, [&](const ir::Label& l) { return l.name == label; })) return;
    }
    fail(fmt::format("{} has no label `{}`", process, label));
  }

  bool exists(const std::string& name) const {
    return std::ranges::any_of(program_.variables, [&](const ir::Variable& v) {
      return !v.internal && v.name.starts_with(name) &&
             (v.name.size() == name.size() || v.name[name.size()] == '.' || v.name[name.size()] == '[');
    });
  }

  ExpressionPtr variable(const std::string& first) {
    ExpressionPtr out = node(Kind::variable);
    out->text = first;
    for (;;) {
      if (take("[")) {
        out->text += "[]";
        out->kids.push_back(binary(0));
        need("]");
      } else if (take(".")) {
        out->text += "." + name();
      } else {
        break;
      }
    }
    if (exists(out->text)) return out;
    if (exists(first)) fail(fmt::format("{} has no part `{}`", first, out->text));
    fail(fmt::format("there is no variable `{}`", first));
  }

  const ir::Program& program_;
  std::string_view text_;
  std::vector<BinaryOperator> binary_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

ExpressionPtr parse_expression(const ir::Program& program, const std::string& text) {
  return Parser(program, text).whole();
}

}  // namespace gyre::trace
