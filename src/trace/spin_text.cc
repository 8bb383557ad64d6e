#include "trace/spin_text.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "trace/state_text.h"

namespace gyre::trace {

namespace {

const char* operator_text(ir::Op op) {
#define GYRE_UNARY(name, text, ...) \
  if (op == ir::Op::name) return text;
#define GYRE_BINARY(name, text, ...) \
  if (op == ir::Op::name) return text;
#define GYRE_LOGICAL(name, text, ...) \
  if (op == ir::Op::name) return text;
#include "ir/ops.def"
  return "";
}

class Writer {
 public:
  explicit Writer(const ir::Program& program) : program_(program) {}

  std::string list(const std::vector<ir::ExprId>& exprs) const {
    std::string out;
    for (size_t i = 0; i < exprs.size(); ++i) out += (i == 0 ? "" : ",") + expression(exprs[i]);
    return out;
  }

  // `a[].x[]` with its indices.
  std::string place(const ir::Place& p) const {
    const std::string& name = program_.variable(p.var).name;
    std::string out;
    size_t index = 0;
    for (size_t i = 0; i < name.size(); ++i) {
      out += name[i];
      if (name[i] == '[' && index < p.indices.size()) out += expression(p.indices[index++]);
    }
    return out;
  }

  std::string arguments(const std::vector<ir::ReceiveArg>& args) const {
    std::string out;
    for (size_t i = 0; i < args.size(); ++i) out += (i == 0 ? "" : ",") + argument(args[i]);
    return out;
  }

  std::string expression(ir::ExprId id) const {
    const ir::Expr& e = program_.expr(id);
    const auto kid = [&](size_t i) { return expression(e.kids[i]); };
    if (is_one<kUnary>(e.op)) return fmt::format("{}({})", operator_text(e.op), kid(0));
    if (is_one<kBinary>(e.op)) return fmt::format("({}{}{})", kid(0), operator_text(e.op), kid(1));
    using ir::Op;
    if (e.op == Op::constant) return constant(e);
    if (e.op == Op::load) return place(e.place);
    if (e.op == Op::remote_load) return fmt::format("{}:{}", whose(e), place(e.place));
    if (e.op == Op::remote_at) return remote(e);
    if (e.op == Op::pid) return "_pid";
    if (e.op == Op::nr_pr) return "_nr_pr";
    if (e.op == Op::last) return "_last";
    if (e.op == Op::timeout) return "timeout";
    if (e.op == Op::non_progress) return "np_";
    if (e.op == Op::conditional) return fmt::format("( ({}) -> ({}) : ({}) )", kid(0), kid(1), kid(2));
    if (e.op == Op::run) return fmt::format("run {}({})", program_.process(e.process).name, list(e.kids));
    if (e.op == Op::poll) return fmt::format("{}{}[{}]", kid(0), e.value != 0 ? "??" : "?", arguments(e.args));
    for (const auto& [op, word] : {std::pair{Op::len, "len"},
                                   {Op::full, "full"},
                                   {Op::empty, "empty"},
                                   {Op::nfull, "nfull"},
                                   {Op::nempty, "nempty"},
                                   {Op::enabled, "enabled"},
                                   {Op::pc_value, "pc_value"},
                                   {Op::get_priority, "get_priority"}}) {
      if (e.op == op) return fmt::format("{}({})", word, kid(0));
    }
    if (e.op == Op::checked) return kid(0);
    return "?";  // moves, argument, list_guard: of formulas and of ESML
  }

 private:
  enum Group { kUnary, kBinary };
  template <Group group>
  static bool is_one(ir::Op op) {
    if constexpr (group == kUnary) {
#define GYRE_UNARY(name, ...) \
  if (op == ir::Op::name) return true;
#include "ir/ops.def"
    } else {
#define GYRE_BINARY(name, ...) \
  if (op == ir::Op::name) return true;
#define GYRE_LOGICAL(name, ...) \
  if (op == ir::Op::name) return true;
#include "ir/ops.def"
    }
    return false;
  }

  std::string constant(const ir::Expr& e) const {
    return e.type.base == ir::BaseType::mtype ? mtype_name(program_, e.type.mtype_set, e.value)
                                              : std::to_string(e.value);
  }

  // Which process a remote reference is about: P[pid], or P if the model says no pid.
  std::string whose(const ir::Expr& e) const {
    const std::string& name = program_.process(e.process).name;
    return e.kids.empty() ? name : fmt::format("{}[{}]", name, expression(e.kids[0]));
  }

  std::string remote(const ir::Expr& e) const {
    for (const ir::Label& l : program_.process(e.process).labels) {
      if (std::cmp_equal(l.state, e.value)) return fmt::format("({}@{})", whose(e), l.name);
    }
    return fmt::format("({}@{})", whose(e), e.value);
  }

  std::string argument(const ir::ReceiveArg& a) const {
    switch (a.kind) {
      case ir::ReceiveArg::Kind::bind: return place(a.place);
      case ir::ReceiveArg::Kind::match:
        return a.is_eval ? fmt::format("eval({})", expression(a.value)) : expression(a.value);
      case ir::ReceiveArg::Kind::ignore: return "_";
    }
    __builtin_unreachable();
  }

  const ir::Program& program_;
};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string spin_expression(const ir::Program& program, ir::ExprId id) { return Writer(program).expression(id); }

std::string spin_statement(const ir::Program& program, const ir::Edge& edge) {
  const ir::Action& a = program.action(edge);
  const Writer w(program);
  switch (a.kind) {
    case ir::ActionKind::skip: return a.source == "skip" || a.source.empty() ? "(1)" : a.source;
    case ir::ActionKind::condition: return fmt::format("({})", w.expression(a.expr));
    case ir::ActionKind::assign: return fmt::format("{} = {}", w.place(a.place), w.expression(a.expr));
    case ir::ActionKind::assert_: return fmt::format("assert({})", w.expression(a.expr));
    case ir::ActionKind::print: {
      const std::string values = w.list(a.exprs);
      return fmt::format("printf('{}'{}{})", escaped(a.text), values.empty() ? "" : ",", values);
    }
    case ir::ActionKind::print_mtype: return fmt::format("printm({})", w.list(a.exprs));
    case ir::ActionKind::send:
      return fmt::format("{}{}{}", w.expression(a.channel), a.sorted ? "!!" : "!", w.list(a.exprs));
    case ir::ActionKind::receive:
      return fmt::format("{}{}{}{}{}", w.expression(a.channel), a.random ? "??" : "?", a.peek ? "<" : "",
                         w.arguments(a.receive), a.peek ? ">" : "");
    case ir::ActionKind::else_: return "else";
    case ir::ActionKind::d_step: return fmt::format("D_STEP{}", a.span.line);
    case ir::ActionKind::end: return "-end-";
    case ir::ActionKind::set_priority: return fmt::format("set_priority({})", w.list(a.exprs));
    case ir::ActionKind::assign_all:
    case ir::ActionKind::new_channel:
    case ir::ActionKind::trap: return a.source;
  }
  __builtin_unreachable();
}

int32_t spin_first_id(const ir::Process& process) {
  int32_t first = INT32_MAX;
  for (const ir::Edge& e : process.edges) first = std::min(first, e.id);
  return process.edges.empty() ? 0 : first;
}

uint32_t spin_state(const ir::Process& process, const ir::Edge& edge) {
  return narrow<uint32_t>(edge.id - spin_first_id(process)) + 1;
}

uint32_t spin_states(const ir::Process& process) {
  uint32_t last = 0;
  for (const ir::Edge& e : process.edges) last = std::max(last, spin_state(process, e));
  return last;
}

}  // namespace gyre::trace
