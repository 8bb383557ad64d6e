#include "trace/expression.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gyre/error.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/ops.h"
#include "trace/expression_node.h"
#include "trace/trace.h"

namespace gyre::trace {

namespace {

using Kind = ExpressionNode::Kind;

// An element of a variable, and whose.
struct Element {
  const ir::Variable* variable = nullptr;
  uint32_t index = 0;
  int32_t pid = -1;
};

class Evaluation {
 public:
  Evaluation(const ir::Program& program, const ir::ShapeTable& shapes, StateView state, int32_t pid)
      : program_(program), shapes_(shapes), state_(state), places_(places(program, shapes, state)), pid_(pid) {
    if (pid >= 0) of_type(pid);  // it must live
  }

  int32_t number(const ExpressionNode& e) const {
    switch (e.kind) {
      case Kind::number: return e.number;
      case Kind::variable:
      case Kind::remote: {
        const Element at = element(e);
        return element_value(program_, shapes_, state_, *at.variable, at.index, at.pid);
      }
      case Kind::at: {
        const int32_t pid = instance(e);
        const ir::Process& type = of_type(pid);
        const auto label = std::ranges::find(type.labels, e.text, &ir::Label::name);
        return label != type.labels.end() && label->state == nth(places_, pid).state ? 1 : 0;
      }
      case Kind::computed: return computed(e);
      case Kind::conditional: return number(*e.kids[number(*e.kids[0]) != 0 ? 1 : 2]);
      case Kind::channel: return channel_test(e);
      case Kind::pid:
        if (pid_ < 0) throw Error("_pid is the number of a process, and no process is looked at");
        return pid_;
      case Kind::nr_pr: return narrow<int32_t>(places_.size());
    }
    __builtin_unreachable();
  }

  // As its type shows it.
  std::string text(const ExpressionNode& e) const {
    if (e.kind == Kind::number && !e.text.empty()) return e.text;
    if (e.kind == Kind::variable || e.kind == Kind::remote) {
      const Element at = element(e);
      return element_text(program_, shapes_, state_, *at.variable, at.index, at.pid);
    }
    if (e.kind == Kind::conditional) return text(*e.kids[number(*e.kids[0]) != 0 ? 1 : 2]);
    return std::to_string(number(e));
  }

 private:
  const ir::Process& of_type(int32_t pid) const {
    if (pid < 0 || std::cmp_greater_equal(pid, places_.size())) {
      throw Error(fmt::format("there is no process {} in this state", pid));
    }
    return nth(program_.processes, nth(places_, pid).process);
  }

  // The process that P(1) or P means.
  int32_t instance(const ExpressionNode& e) const {
    if (e.kids[0]) {
      const int32_t pid = number(*e.kids[0]);
      if (display_name(of_type(pid)) != e.process) {
        throw Error(fmt::format("process {} is no {} but a {}", pid, e.process, display_name(of_type(pid))));
      }
      return pid;
    }
    int32_t found = -1;
    for (const ProcessPlace& p : places_) {
      if (display_name(nth(program_.processes, p.process)) != e.process) continue;
      if (found >= 0) throw Error(fmt::format("there are several {0}: write {0}({1})", e.process, found));
      found = p.pid;
    }
    if (found < 0) throw Error(fmt::format("there is no {} in this state", e.process));
    return found;
  }

  const ir::Variable* find(const std::vector<ir::VarId>& among, const std::string& name) const {
    for (const ir::VarId id : among) {
      const ir::Variable& v = nth(program_.variables, id);
      if (v.name == name && !v.internal) return &v;
    }
    return nullptr;
  }

  // The variable of this name that is meant, and whose it is: one of the process hides a global one.
  std::pair<const ir::Variable*, int32_t> variable(const std::string& name, int32_t pid, bool globals) const {
    const std::vector<ir::VarId>* locals = pid >= 0 ? &of_type(pid).variables : nullptr;
    if (locals != nullptr) {
      if (const ir::Variable* v = find(*locals, name)) return {v, pid};
    }
    if (globals) {
      if (const ir::Variable* v = find(program_.globals, name)) return {v, -1};
    }
    if (pid >= 0 && (!globals || !is_part(name, pid)))
      throw Error(fmt::format("{} has no variable `{}`", process_text(display_name(of_type(pid)), pid), name));
    if (is_part(name, pid)) throw Error(fmt::format("`{}` is an array or a record: ask for one of its elements", name));
    throw Error(fmt::format("`{0}` is a variable of a process: write P(0):{0}", name));
  }

  // Is it the name of more than one element?
  bool is_part(const std::string& name, int32_t pid) const {
    const auto below = [&](ir::VarId id) {
      const std::string& whole = nth(program_.variables, id).name;
      return whole.size() > name.size() && whole.starts_with(name) &&
             (whole[name.size()] == '[' || whole[name.size()] == '.');
    };
    return std::ranges::any_of(program_.globals, below) ||
           (pid >= 0 && std::ranges::any_of(of_type(pid).variables, below));
  }

  Element element(const ExpressionNode& e) const {
    const bool remote = e.kind == Kind::remote;
    const ExpressionNode& name = remote ? *e.kids[1] : e;
    const auto [v, pid] = variable(name.text, remote ? instance(e) : pid_, !remote);
    uint32_t flat = 0;
    for (size_t i = 0; i < name.kids.size(); ++i) {
      const int32_t index = number(*name.kids[i]);
      if (index < 0 || std::cmp_greater_equal(index, v->dims[i])) {
        throw Error(fmt::format("the index {} of `{}` is not between 0 and {}", index, v->name, v->dims[i] - 1));
      }
      flat = flat * v->dims[i] + narrow<uint32_t>(index);
    }
    return {v, flat, pid};
  }

  int32_t computed(const ExpressionNode& e) const {
    const int32_t x = number(*e.kids[0]);
    if (e.op == ir::Op::logical_and) return x != 0 && number(*e.kids[1]) != 0 ? 1 : 0;
    if (e.op == ir::Op::logical_or) return x != 0 || number(*e.kids[1]) != 0 ? 1 : 0;
    const bool exact = program_.semantics.exact_arithmetic;
    const std::optional<int32_t> out =
        e.kids.size() == 1 ? ir::compute(e.op, x, exact) : ir::compute(e.op, x, number(*e.kids[1]), exact);
    if (!out) throw Error("the expression has no value here: a division by zero, or a number that is too large");
    return *out;
  }

  int32_t channel_test(const ExpressionNode& e) const {
    const int32_t id = number(*e.kids[0]);
    if (id < 1 || id > channel_count(shapes_, state_)) throw Error("what is asked about is no channel");
    const int32_t type = nth(shape_of(shapes_, state_).channels, id - 1).type;
    const size_t length = channel_contents(program_, shapes_, state_, id).size();
    const size_t capacity = nth(program_.channel_types, type).capacity;
    if (e.op == ir::Op::len) return narrow<int32_t>(length);
    if (e.op == ir::Op::full) return length == capacity ? 1 : 0;
    if (e.op == ir::Op::nfull) return length < capacity ? 1 : 0;
    if (e.op == ir::Op::empty) return length == 0 ? 1 : 0;
    assert(e.op == ir::Op::nempty);
    return length > 0 ? 1 : 0;
  }

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  const StateView state_;
  const std::vector<ProcessPlace> places_;
  const int32_t pid_;
};

}  // namespace

Expression::Expression(const ir::Program& program, const std::string& text) : root_(parse_expression(program, text)) {}
Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

Expression::Result Expression::value(const ir::Program& program, const ir::ShapeTable& shapes, StateView state,
                                     int32_t pid) const {
  const Evaluation evaluation(program, shapes, state, pid);
  return {evaluation.number(*root_), evaluation.text(*root_)};
}

}  // namespace gyre::trace
