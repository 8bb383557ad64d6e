// Evaluation of expressions: the interpreter's inner loop, and the operators that look at other processes.
#include <algorithm>
#include <cassert>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "ir/ops.h"
#include "vm/c_calls.h"
#include "vm/interpreter.h"

namespace gyre::vm {

using model::ErrorKind;

namespace {

constexpr int kMaxAsking = 4;

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const Image> image)
    : executed(image->places.size()),
      image_(std::move(image)),
      program_(image_->program.get()),
      shapes_(image_->shapes.get()),
      code_(image_->code.code.data()),
      last_shape_(&shapes_->root()) {
  stack_.resize(256);
  if (program_->embedded_c != nullptr) c_calls_ = std::make_unique<CCalls>(*image_);
}

Interpreter::~Interpreter() = default;

// An expression of C, or code, which changes the state that the context works on.
int32_t Interpreter::call_c(int32_t what, Context& c) {
  assert(c_calls_);
  return c_calls_->call(what, c, notes != nullptr ? &notes->output : nullptr, budget.get());
}

int32_t Interpreter::eval(uint32_t entry, Context& c, int32_t top) {
  // One stack for nested evaluations (enabled() and run evaluate while another evaluation is under way).
  const size_t saved_top = stack_top_;
  if (stack_.size() < saved_top + image_->code.max_stack + 8) stack_.resize(saved_top + image_->code.max_stack + 64);
  stack_top_ += image_->code.max_stack + 4;
  int32_t* sp = stack_.data() + saved_top;
  *sp = top;  // sp points at the top
  const Instr* ip = code_ + entry;
  auto globals = [&] { return c.s + ir::kGlobalsOffset; };
  int32_t result = 0;
  for (;;) {
    const Instr in = *ip++;
    switch (in.code) {
      case Code::push: *++sp = in.b; break;
      case Code::load_g8: *++sp = globals()[in.b]; break;
      case Code::load_l8: *++sp = c.frame[in.b]; break;
      case Code::load_g16s: {
        int16_t v;
        std::memcpy(&v, globals() + in.b, 2);
        *++sp = v;
        break;
      }
      case Code::load_l16s: {
        int16_t v;
        std::memcpy(&v, c.frame + in.b, 2);
        *++sp = v;
        break;
      }
      case Code::load_g32: std::memcpy(++sp, globals() + in.b, 4); break;
      case Code::load_l32: std::memcpy(++sp, c.frame + in.b, 4); break;
      case Code::load_gbits: *++sp = load_bits(globals(), in.unsigned_b(), in.a & 255, in.a >> 8); break;
      case Code::load_lbits: *++sp = load_bits(c.frame, in.unsigned_b(), in.a & 255, in.a >> 8); break;
      case Code::load_var: {
        const VarCode& v = nth(image_->code.variables, in.b);
        const uint8_t* base = v.scope == ir::Scope::local    ? c.frame
                              : v.scope == ir::Scope::global ? globals()
                                                             : c.s + c.shape->key_bytes;
        *sp = load_bits(base, v.bit_offset + narrow<uint32_t>(*sp) * v.width, v.width, v.is_signed);
        break;
      }
      case Code::store_g8: globals()[in.b] = static_cast<uint8_t>(*sp--); break;
      case Code::store_l8: c.frame[in.b] = static_cast<uint8_t>(*sp--); break;
      case Code::store_g16: std::memcpy(globals() + in.b, sp--, 2); break;
      case Code::store_l16: std::memcpy(c.frame + in.b, sp--, 2); break;
      case Code::store_g32: std::memcpy(globals() + in.b, sp--, 4); break;
      case Code::store_l32: std::memcpy(c.frame + in.b, sp--, 4); break;
      case Code::store_gbits: store_bits(globals(), in.unsigned_b(), in.a & 255, *sp--); break;
      case Code::store_lbits: store_bits(c.frame, in.unsigned_b(), in.a & 255, *sp--); break;
      case Code::store_var: {
        const VarCode& v = nth(image_->code.variables, in.b);
        uint8_t* base = v.scope == ir::Scope::local    ? c.frame
                        : v.scope == ir::Scope::global ? globals()
                                                       : c.s + c.shape->key_bytes;
        store_bits(base, v.bit_offset + narrow<uint32_t>(sp[0]) * v.width, v.width, sp[-1]);
        sp -= 2;
        break;
      }
      case Code::check_index:
        if (*sp < 0 || *sp >= in.b) {
          c.error = ErrorKind::index;
          goto done;
        }
        break;
      case Code::scale_add:
        sp[-1] = sp[-1] * in.b + sp[0];
        --sp;
        break;
      case Code::pid: *++sp = c.pid; break;
      case Code::nr_pr: *++sp = c.shape->process_count(); break;
      case Code::last:
        *++sp = load_bits(globals(), narrow<uint32_t>(program_->last_offset), program_->last_bits, false);
        break;
      case Code::timeout: *++sp = c.timeout; break;
      case Code::non_progress: *++sp = !any_progress(c); break;
      case Code::to_bool: *sp = *sp != 0; break;
#define GYRE_UNARY(name, text, word, value) \
  case Code::name: {                        \
    const int32_t x = *sp;                  \
    *sp = static_cast<int32_t>(value);      \
    break;                                  \
  }
#define GYRE_BINARY(name, text, precedence, word, fault, value)                   \
  case Code::name: {                                                              \
    const int32_t y = *sp--;                                                      \
    const int32_t x = *sp;                                                        \
    if (ir::Fault::fault == ir::Fault::division && y == 0) goto division_by_zero; \
    *sp = static_cast<int32_t>(value);                                            \
    break;                                                                        \
  }
#include "ir/ops.def"
#define GYRE_COMPARISON(name, text, precedence, word, constant_word, value) \
  case Code::name##_const: {                                                \
    const int32_t x = *sp, y = in.b;                                        \
    *sp = value;                                                            \
    break;                                                                  \
  }
#include "ir/ops.def"
      case Code::add_const: *sp = static_cast<int32_t>(static_cast<uint32_t>(*sp) + in.unsigned_b()); break;
      case Code::jump: ip = code_ + in.b; break;
      case Code::jump_zero:
        if (*sp-- == 0) ip = code_ + in.b;
        break;
      case Code::jump_not_zero:
        if (*sp-- != 0) ip = code_ + in.b;
        break;
      case Code::and_jump:
        if (*sp == 0)
          ip = code_ + in.b;
        else
          --sp;
        break;
      case Code::or_jump:
        if (*sp != 0) {
          *sp = 1;
          ip = code_ + in.b;
        } else {
          --sp;
        }
        break;
      case Code::len:
      case Code::full:
      case Code::empty:
      case Code::nfull:
      case Code::nempty:
        *sp = channel_query(in.code, *sp, c);
        if (c.error != ErrorKind::none) goto done;
        break;
      case Code::poll: {
        const int32_t id = *sp;
        sp -= in.a;
        *sp = poll(program_->expr(in.b), sp, id, c);
        if (c.error != ErrorKind::none) goto done;
        break;
      }
      case Code::run: {
        sp -= in.a;
        ++sp;
        const ptrdiff_t at = sp - stack_.data();
        std::vector<int32_t> args(sp, sp + in.a);
        const int32_t pid = start_process(program_->expr(in.b), args.data(), c);
        sp = stack_.data() + at;
        *sp = pid;
        if (c.error != ErrorKind::none) goto done;
        break;
      }
      case Code::enabled: {
        const ptrdiff_t at = sp - stack_.data();
        const int32_t pid = *sp;
        // SPIN: a process cannot ask about itself. Processes that ask about each other would do so for ever.
        if (pid == c.pid || asking_ >= kMaxAsking) {
          c.error = ErrorKind::range;
          goto done;
        }
        ++asking_;
        const bool yes = c.shape->has_process(pid) && can_move(c, pid);
        --asking_;
        sp = stack_.data() + at;
        *sp = yes;
        break;
      }
      case Code::pc_value: {
        const int32_t pid = *sp;
        *sp = c.shape->has_process(pid) ? narrow<int32_t>(control_state(Base{c.s, c.shape}, pid)) : 0;
        break;
      }
      case Code::get_priority: {
        const int32_t pid = *sp;
        *sp = 0;
        if (c.shape->has_process(pid)) {
          const ir::FrameRef& f = nth(c.shape->processes, pid);
          const ir::Process& p = program_->process(f.type);
          *sp = load_bits(c.s + f.offset, narrow<uint32_t>(p.priority_offset), 8, false);
        }
        break;
      }
      case Code::remote_load: {
        const int32_t pid = *sp--;
        *sp = remote(in, pid, *sp, c);
        break;
      }
      case Code::remote_at: *sp = remote(in, *sp, 0, c); break;
      case Code::moves: {
        const int32_t pid = in.a == 1 ? *sp-- : -1;
        *++sp = std::any_of(movers.begin(), movers.end(), [&](const Mover& m) {
          return (in.b < 0 || m.type == in.b) && (in.a == 0 || m.pid == pid);
        });
        break;
      }
      case Code::embedded_c:
        *++sp = call_c(in.b, c);
        if (c.error != ErrorKind::none) goto done;
        break;
      case Code::argument: *++sp = nth(nth(program_->instances, c.pid).arguments, in.b); break;
      case Code::check_below:
        if (static_cast<uint32_t>(*sp) >= in.unsigned_b()) goto out_of_range;
        break;
      case Code::check_min:
        if (*sp < in.b) goto out_of_range;
        break;
      case Code::check_max:
        if (*sp > in.b) goto out_of_range;
        break;
      case Code::check_list:
        if (*sp-- == 0) {
          c.error = ErrorKind::list;
          goto done;
        }
        break;
#define GYRE_EXACT_UNARY(name, word, value)                    \
  case Code::name##_exact: {                                   \
    const int32_t x = *sp;                                     \
    const int64_t wide = value;                                \
    if (wide != static_cast<int32_t>(wide)) goto out_of_range; \
    *sp = static_cast<int32_t>(wide);                          \
    break;                                                     \
  }
#define GYRE_EXACT_BINARY(name, word, fault, value)                               \
  case Code::name##_exact: {                                                      \
    const int32_t y = *sp--;                                                      \
    const int32_t x = *sp;                                                        \
    if (ir::Fault::fault == ir::Fault::division && y == 0) goto division_by_zero; \
    const int64_t wide = value;                                                   \
    if (wide != static_cast<int32_t>(wide)) goto out_of_range;                    \
    *sp = static_cast<int32_t>(wide);                                             \
    break;                                                                        \
  }
#include "ir/ops.def"
      case Code::ret: result = *sp; goto done;
    }
  }
division_by_zero:
  c.error = ErrorKind::division;
  goto done;
out_of_range:
  c.error = ErrorKind::range;
done:
  stack_top_ = saved_top;
  return result;
}

uint32_t Interpreter::control_state(const Base& base, int32_t pid) const {
  const Image::ProcessCode& p = code_of(base, pid);
  return load_unsigned(base.s + nth(base.shape->processes, pid).offset, p.pc_offset, p.pc_bits);
}

bool Interpreter::any_progress(const Context& c) const {
  const Base base{c.s, c.shape};
  for (int32_t pid = 0; pid < c.shape->process_count(); ++pid) {
    const ir::Process& process = program_->process(nth(c.shape->processes, pid).type);
    if (process.states[control_state(base, pid)].progress) return true;
  }
  return program_->trace != ir::kNone && program_->process(program_->trace).states[trace_position(c.s)].progress;
}

// A variable or the place of another process. One that does not exist is nowhere, its variables are 0.
int32_t Interpreter::remote(const Instr& in, int32_t pid, int32_t index, Context& c) {
  const ir::Expr& e = program_->expr(in.b);
  const int32_t count = c.shape->process_count();
  if (in.a == 1) {  // no pid given: the instance of that type
    pid = -1;
    for (int32_t i = 0; i < count; ++i) {
      if (nth(c.shape->processes, i).type == e.process) pid = i;
    }
  }
  if (!c.shape->has_process(pid)) return 0;
  const ir::FrameRef& f = nth(c.shape->processes, pid);
  if (f.type != e.process) return 0;
  if (e.op == ir::Op::remote_at) return narrow<int32_t>(control_state(Base{c.s, c.shape}, pid)) == e.value;
  const VarCode& v = nth(image_->code.variables, e.place.var);
  return load_bits(c.s + f.offset, v.bit_offset + narrow<uint32_t>(index) * v.width, v.width, v.is_signed);
}

}  // namespace gyre::vm
