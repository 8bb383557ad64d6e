#include <algorithm>
#include <cassert>
#include <climits>
#include <functional>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/embedded_c.h"
#include "ir/ops.h"
#include "vm/code.h"

namespace gyre::vm {

namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;

class Compiler {
 public:
  explicit Compiler(const ir::Program& program) : p_(program) {
    for (const ir::Variable& v : p_.variables) {
      out_.variables.push_back({v.bit_offset, v.type.width, v.type.is_signed, v.scope});
    }
    emit(Code::ret);  // entry 0 means "no code"
    for (const ir::Action& a : p_.actions) out_.actions.push_back(action(a));
    for (const ir::Process& process : p_.processes) {
      out_.provided.push_back(process.provided == ir::kNone ? 0 : value_entry(process.provided));
    }
    for (ExprId atom : p_.atoms) out_.atoms.push_back(value_entry(atom));
  }
  CodeImage take() { return std::move(out_); }

 private:
  uint32_t here() const { return narrow<uint32_t>(out_.code.size()); }
  void emit(Code c, uint16_t a = 0, int32_t b = 0) { out_.code.push_back({c, a, b}); }
  void depth(int change) {
    depth_ += change;
    out_.max_stack = std::max(out_.max_stack, narrow<uint32_t>(depth_ + 2));
  }
  const Expr& at(ExprId id) const { return p_.expr(id); }

  uint32_t value_entry(ExprId id) {
    const uint32_t entry = here();
    depth_ = 0;
    value(id);
    emit(Code::ret);
    return entry;
  }

  bool constant(ExprId id, int32_t& v) const {
    if (at(id).op != Op::constant) return false;
    v = at(id).value;
    return true;
  }

  // Leaves the flat index of an array element on the stack.
  void flat_index(const ir::Place& place) {
    const ir::Variable& v = p_.variable(place.var);
    for (size_t i = 0; i < place.indices.size(); ++i) {
      value(place.indices[i]);
      emit(Code::check_index, 0, narrow<int32_t>(v.dims[i]));
      if (i > 0) {
        emit(Code::scale_add, 0, narrow<int32_t>(v.dims[i]));
        depth(-1);
      }
    }
  }

  // An element whose indices are constants is a scalar.
  bool constant_element(const ir::Place& place, uint32_t& flat) const {
    const ir::Variable& v = p_.variable(place.var);
    flat = 0;
    for (size_t i = 0; i < place.indices.size(); ++i) {
      int32_t c;
      if (!constant(place.indices[i], c) || c < 0 || c >= narrow<int32_t>(v.dims[i])) return false;
      flat = flat * v.dims[i] + narrow<uint32_t>(c);
    }
    return true;
  }

  void scalar_access(const ir::Variable& v, uint32_t flat, bool store) {
    const uint32_t bit = v.bit_offset + flat * v.type.width;
    const bool local = v.scope == ir::Scope::local;
    const bool aligned = bit % 8 == 0;
    const auto byte = narrow<int32_t>(bit / 8);
    auto pick = [&](Code load_g, Code load_l, Code store_g, Code store_l, uint16_t a, int32_t b) {
      emit(store ? (local ? store_l : store_g) : (local ? load_l : load_g), a, b);
    };
    if (aligned && v.type.width == 8 && !v.type.is_signed)
      pick(Code::load_g8, Code::load_l8, Code::store_g8, Code::store_l8, 0, byte);
    else if (aligned && v.type.width == 16 && v.type.is_signed)
      pick(Code::load_g16s, Code::load_l16s, Code::store_g16, Code::store_l16, 0, byte);
    else if (aligned && v.type.width == 32 && v.type.is_signed)
      pick(Code::load_g32, Code::load_l32, Code::store_g32, Code::store_l32, 0, byte);
    else {
      const auto a = narrow<uint16_t>(v.type.width | (v.type.is_signed ? 256 : 0));
      pick(Code::load_gbits, Code::load_lbits, Code::store_gbits, Code::store_lbits, a, narrow<int32_t>(bit));
    }
  }

  void load(const ir::Place& place) {
    const ir::Variable& v = p_.variable(place.var);
    uint32_t flat;
    if (v.scope != ir::Scope::hidden && constant_element(place, flat)) {
      scalar_access(v, flat, false);
      depth(1);
      return;
    }
    if (place.indices.empty()) {
      emit(Code::push, 0, 0);
      depth(1);
    } else {
      flat_index(place);
    }
    emit(Code::load_var, 0, place.var);
  }

  // The value is on the stack.
  void store(const ir::Place& place) {
    const ir::Variable& v = p_.variable(place.var);
    uint32_t flat;
    if (v.scope != ir::Scope::hidden && constant_element(place, flat)) {
      scalar_access(v, flat, true);
      depth(-1);
      return;
    }
    if (place.indices.empty()) {
      emit(Code::push, 0, 0);
      depth(1);
    } else {
      flat_index(place);
    }
    emit(Code::store_var, 0, place.var);
    depth(-2);
  }

  // Checks what is on the stack.
  void check_range(const ir::ScalarType& type) {
    if (type.low == 0 && type.high < INT32_MAX) {
      emit(Code::check_below, 0, type.high + 1);
      return;
    }
    emit(Code::check_min, 0, type.low);
    emit(Code::check_max, 0, type.high);
  }

  // All values and indices are on the stack before the first one is stored.
  void assign_all(const ir::Action& a) {
    std::vector<bool> direct;
    for (size_t i = 0; i < a.exprs.size(); ++i) {
      value(a.exprs[i]);
      uint32_t flat;
      direct.push_back(constant_element(a.receive[i].place, flat));
      if (!direct[i]) flat_index(a.receive[i].place);
    }
    for (size_t i = a.exprs.size(); i-- > 0;) {
      if (direct[i]) {
        store(a.receive[i].place);
      } else {
        emit(Code::store_var, 0, a.receive[i].place.var);
        depth(-2);
      }
    }
  }

  // The code of an operator that has all its operands on the stack.
  Code operation(Op op) const {
    if (p_.semantics.exact_arithmetic) {
#define GYRE_EXACT_UNARY(name, ...) \
  if (op == Op::name) return Code::name##_exact;
#define GYRE_EXACT_BINARY(name, ...) \
  if (op == Op::name) return Code::name##_exact;
#include "ir/ops.def"
    }
#define GYRE_UNARY(name, ...) \
  if (op == Op::name) return Code::name;
#define GYRE_BINARY(name, ...) \
  if (op == Op::name) return Code::name;
#include "ir/ops.def"
    assert(false);
    return Code::ret;
  }

  // The code of an operator whose second operand is a constant, which may be another one for it; Code::ret: none.
  Code with_constant(Op op, int32_t& c) const {
#define GYRE_COMPARISON(name, ...) \
  if (op == Op::name) return Code::name##_const;
#include "ir/ops.def"
    if (p_.semantics.exact_arithmetic) return Code::ret;
    if (op == Op::add) return Code::add_const;
    if (op == Op::sub && c != INT32_MIN) {
      c = -c;
      return Code::add_const;
    }
    return Code::ret;
  }

  void unary(const Expr& e) {
    value(e.kids[0]);
    emit(operation(e.op));
  }

  void binary(const Expr& e) {
    value(e.kids[0]);
    int32_t c;
    if (constant(e.kids[1], c)) {
      if (const Code fused = with_constant(e.op, c); fused != Code::ret) {
        emit(fused, 0, c);
        return;
      }
    }
    value(e.kids[1]);
    emit(operation(e.op));
    depth(-1);
  }

  void value(ExprId id) {
    const Expr& e = at(id);
    switch (e.op) {
      case Op::constant:
        emit(Code::push, 0, e.value);
        depth(1);
        return;
      case Op::load: load(e.place); return;
      case Op::pid:
        emit(Code::pid);
        depth(1);
        return;
      case Op::nr_pr:
        emit(Code::nr_pr);
        depth(1);
        return;
      case Op::last:
        emit(Code::last);
        depth(1);
        return;
      case Op::timeout:
        emit(Code::timeout);
        depth(1);
        return;
      case Op::non_progress:
        emit(Code::non_progress);
        depth(1);
        return;
#define GYRE_UNARY(name, ...) case Op::name:
#include "ir/ops.def"
        unary(e);
        return;
#define GYRE_BINARY(name, ...) case Op::name:
#include "ir/ops.def"
        binary(e);
        return;
      case Op::logical_and:
      case Op::logical_or: {
        value(e.kids[0]);
        const uint32_t patch = here();
        emit(e.op == Op::logical_and ? Code::and_jump : Code::or_jump);
        depth(-1);
        value(e.kids[1]);
        emit(Code::to_bool);
        out_.code[patch].b = narrow<int32_t>(here());
        return;
      }
      case Op::conditional: {
        value(e.kids[0]);
        const uint32_t to_else = here();
        emit(Code::jump_zero);
        depth(-1);
        value(e.kids[1]);
        const uint32_t to_end = here();
        emit(Code::jump);
        depth(-1);
        out_.code[to_else].b = narrow<int32_t>(here());
        value(e.kids[2]);
        out_.code[to_end].b = narrow<int32_t>(here());
        return;
      }
      case Op::run:
        for (ExprId k : e.kids) value(k);
        emit(Code::run, narrow<uint16_t>(e.kids.size()), id);
        depth(1 - narrow<int>(e.kids.size()));
        return;
      case Op::len:
        value(e.kids[0]);
        emit(Code::len);
        return;
      case Op::full:
        value(e.kids[0]);
        emit(Code::full);
        return;
      case Op::empty:
        value(e.kids[0]);
        emit(Code::empty);
        return;
      case Op::nfull:
        value(e.kids[0]);
        emit(Code::nfull);
        return;
      case Op::nempty:
        value(e.kids[0]);
        emit(Code::nempty);
        return;
      case Op::poll: {
        int pushed = 0;
        for (const ir::ReceiveArg& a : e.args) {
          if (a.kind != ir::ReceiveArg::Kind::match) continue;
          value(a.value);
          ++pushed;
        }
        value(e.kids[0]);
        emit(Code::poll, narrow<uint16_t>(pushed), id);
        depth(-pushed);
        return;
      }
      case Op::enabled:
        value(e.kids[0]);
        emit(Code::enabled);
        return;
      case Op::pc_value:
        value(e.kids[0]);
        emit(Code::pc_value);
        return;
      case Op::get_priority:
        value(e.kids[0]);
        emit(Code::get_priority);
        return;
      case Op::moves:
        if (e.kids.empty())
          depth(1);
        else
          value(e.kids[0]);
        emit(Code::moves, e.kids.empty() ? 0 : 1, e.process);
        return;
      case Op::embedded_c:
        emit(Code::embedded_c, 0, e.value);
        depth(1);
        return;
      case Op::argument:
        emit(Code::argument, 0, e.value);
        depth(1);
        return;
      case Op::checked:
        value(e.kids[0]);
        check_range(e.type);
        return;
      case Op::list_guard:
        value(e.kids[0]);
        emit(Code::check_list);
        depth(-1);
        value(e.kids[1]);
        return;
      case Op::remote_load:
        if (e.place.indices.empty()) {
          emit(Code::push, 0, 0);
          depth(1);
        } else {
          flat_index(e.place);
        }
        [[fallthrough]];
      case Op::remote_at:
        if (!e.kids.empty()) {
          value(e.kids[0]);
        } else {
          emit(Code::push, 0, -1);  // the only instance
          depth(1);
        }
        emit(e.op == Op::remote_at ? Code::remote_at : Code::remote_load, e.kids.empty() ? 1 : 0, id);
        if (e.op == Op::remote_load) depth(-1);
        return;
    }
  }

  // c_code is a condition that is true and has an effect.
  bool is_c_code(ExprId id) const {
    const Expr& e = at(id);
    return e.op == Op::embedded_c && nth(p_.embedded_c->snippets, e.value).is_code;
  }

  ActionCode action(const ir::Action& a) {
    ActionCode out;
    switch (a.kind) {
      case ir::ActionKind::condition:
      case ir::ActionKind::assert_:
        out.expr = value_entry(a.expr);
        out.guard_runs = ir::any_expr(p_, a.expr, [](const Expr& e) { return e.op == Op::run; });
        out.runs_c = a.kind == ir::ActionKind::condition && is_c_code(a.expr);
        break;
      case ir::ActionKind::assign:
        out.expr = here();
        depth_ = 0;
        if (a.place.var != ir::kNone) {
          value(a.expr);
          store(a.place);
        }
        emit(Code::push, 0, 1);
        emit(Code::ret);
        break;
      case ir::ActionKind::assign_all:
        out.expr = here();
        depth_ = 0;
        assign_all(a);
        emit(Code::push, 0, 1);
        emit(Code::ret);
        break;
      case ir::ActionKind::new_channel:
        out.expr = here();
        depth_ = 1;
        if (a.place.var != ir::kNone) store(a.place);
        emit(Code::push, 0, 1);
        emit(Code::ret);
        break;
      case ir::ActionKind::send:
        out.channel = value_entry(a.channel);
        for (ExprId e : a.exprs) out.args.push_back(value_entry(e));
        // a send in a trace assertion compares values
        for (const ir::ReceiveArg& r : a.receive)
          out.matches.push_back(r.kind == ir::ReceiveArg::Kind::match ? value_entry(r.value) : 0);
        if (a.expr != ir::kNone) out.expr = value_entry(a.expr);
        break;
      case ir::ActionKind::receive:
        out.channel = value_entry(a.channel);
        if (a.expr != ir::kNone) out.expr = value_entry(a.expr);
        for (const ir::ReceiveArg& r : a.receive) {
          switch (r.kind) {
            case ir::ReceiveArg::Kind::match: out.matches.push_back(value_entry(r.value)); break;
            case ir::ReceiveArg::Kind::ignore: out.matches.push_back(0); break;
            case ir::ReceiveArg::Kind::bind:
              out.matches.push_back(here());
              depth_ = 1;
              depth(0);
              if (r.checked) check_range(p_.variable(r.place.var).type);
              store(r.place);
              emit(Code::push, 0, 1);
              emit(Code::ret);
              break;
          }
        }
        break;
      case ir::ActionKind::print:
      case ir::ActionKind::print_mtype:
      case ir::ActionKind::set_priority:
        for (ExprId e : a.exprs) out.args.push_back(value_entry(e));
        break;
      case ir::ActionKind::skip:
      case ir::ActionKind::else_:
      case ir::ActionKind::d_step:
      case ir::ActionKind::end:
      case ir::ActionKind::trap: break;
    }
    if (a.more_writes != ir::kNone) out.more_writes = value_entry(a.more_writes);
    return out;
  }

  const ir::Program& p_;
  CodeImage out_;
  int depth_ = 0;
};

// clang-format off
const char* name(Code c) {
  switch (c) {
    case Code::push: return "push";
    case Code::moves: return "moves";
    case Code::load_g8: return "loadGlobal8";
    case Code::load_g16s: return "loadGlobal16";
    case Code::load_g32: return "loadGlobal32";
    case Code::load_gbits: return "loadGlobalBits";
    case Code::load_l8: return "loadLocal8";
    case Code::load_l16s: return "loadLocal16";
    case Code::load_l32: return "loadLocal32";
    case Code::load_lbits: return "loadLocalBits";
    case Code::load_var: return "loadVariable";
    case Code::store_g8: return "storeGlobal8";
    case Code::store_g16: return "storeGlobal16";
    case Code::store_g32: return "storeGlobal32";
    case Code::store_gbits: return "storeGlobalBits";
    case Code::store_l8: return "storeLocal8";
    case Code::store_l16: return "storeLocal16";
    case Code::store_l32: return "storeLocal32";
    case Code::store_lbits: return "storeLocalBits";
    case Code::store_var: return "storeVariable";
    case Code::check_index: return "checkIndex";
    case Code::scale_add: return "addOffset";
    case Code::pid: return "pid";
    case Code::nr_pr: return "nrProcesses";
    case Code::last: return "last";
    case Code::timeout: return "timeout";
    case Code::non_progress: return "nonProgress";
    case Code::to_bool: return "toBool";
    case Code::add_const: return "addConstant";
#define GYRE_UNARY(name, text, word, value) case Code::name: return word;
#define GYRE_BINARY(name, text, precedence, word, fault, value) case Code::name: return word;
#define GYRE_EXACT_UNARY(name, word, value) case Code::name##_exact: return word;
#define GYRE_EXACT_BINARY(name, word, fault, value) case Code::name##_exact: return word;
#include "ir/ops.def"
#define GYRE_COMPARISON(name, text, precedence, word, constant_word, value) \
  case Code::name##_const: return constant_word;
#include "ir/ops.def"
    case Code::jump: return "jump";
    case Code::jump_zero: return "jumpIfZero";
    case Code::jump_not_zero: return "jumpIfNotZero";
    case Code::and_jump: return "and";
    case Code::or_jump: return "or";
    case Code::run: return "run";
    case Code::len: return "len";
    case Code::full: return "full";
    case Code::empty: return "empty";
    case Code::nfull: return "notFull";
    case Code::nempty: return "notEmpty";
    case Code::poll: return "poll";
    case Code::enabled: return "enabled";
    case Code::pc_value: return "pcValue";
    case Code::get_priority: return "getPriority";
    case Code::remote_load: return "loadRemote";
    case Code::remote_at: return "atLabel";
    case Code::embedded_c: return "callC";
    case Code::argument: return "pushParameter";
    case Code::check_below: return "checkBelow";
    case Code::check_min: return "checkMin";
    case Code::check_max: return "checkMax";
    case Code::check_list: return "checkList";
    case Code::ret: return "return";
  }
  return "?";
}
// clang-format on

}  // namespace

CodeImage compile(const ir::Program& program) { return Compiler(program).take(); }

std::string disassemble(const ir::Program& program, const CodeImage& image) {
  std::string out;
  auto chunk = [&](uint32_t entry, const char* what) {
    if (entry == 0) return;
    out += fmt::format("    ; {}\n", what);
    for (uint32_t i = entry; i < image.code.size(); ++i) {
      const Instr& in = image.code[i];
      out +=
          fmt::format("    {:5}  {:16} {}{}\n", i, name(in.code), in.b, in.a != 0 ? fmt::format("  [{}]", in.a) : "");
      if (in.code == Code::ret) break;
    }
  };
  for (size_t p = 0; p < program.processes.size(); ++p) {
    const ir::Process& process = program.processes[p];
    out += fmt::format("process {}, starts in state {}\n", process.name, process.initial);
    chunk(image.provided[p], "provided");
    for (const ir::ControlState& s : process.states) {
      for (uint32_t e : s.edges) {
        const ir::Edge& edge = process.edges[e];
        const ir::Action& a = program.action(edge.action);
        out += fmt::format("  {} -> {}  {}{}\n", edge.from, edge.to, a.source, edge.atomic ? "  (atomic)" : "");
        const ActionCode& code = nth(image.actions, edge.action);
        chunk(code.expr, "value");
        chunk(code.channel, "channel");
        for (uint32_t x : code.args) chunk(x, "argument");
        for (uint32_t x : code.matches) chunk(x, "field");
      }
    }
  }
  return out;
}

}  // namespace gyre::vm
