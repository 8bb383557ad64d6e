// Evaluation of expressions: the interpreter's inner loop, and the operators that look at other processes.
#include <algorithm>

#include "base/bits.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "ir/ops.h"
#include "vm/machine.h"

namespace gyre::vm {

using model::ErrorKind;

namespace {

constexpr int kMaxAsking = 4;

}  // namespace

int32_t Machine::eval(uint32_t entry, Context& c, int32_t top) {
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
      case Code::load_gbits: *++sp = load_bits(globals(), static_cast<uint32_t>(in.b), in.a & 255, in.a >> 8); break;
      case Code::load_lbits: *++sp = load_bits(c.frame, static_cast<uint32_t>(in.b), in.a & 255, in.a >> 8); break;
      case Code::load_var: {
        const VarCode& v = nth(image_->code.variables, in.b);
        const uint8_t* base = v.scope == ir::Scope::local    ? c.frame
                              : v.scope == ir::Scope::global ? globals()
                                                             : c.s + c.shape->key_bytes;
        *sp = load_bits(base, v.bit_offset + static_cast<uint32_t>(*sp) * v.width, v.width, v.is_signed);
        break;
      }
      case Code::store_g8: globals()[in.b] = static_cast<uint8_t>(*sp--); break;
      case Code::store_l8: c.frame[in.b] = static_cast<uint8_t>(*sp--); break;
      case Code::store_g16: std::memcpy(globals() + in.b, sp--, 2); break;
      case Code::store_l16: std::memcpy(c.frame + in.b, sp--, 2); break;
      case Code::store_g32: std::memcpy(globals() + in.b, sp--, 4); break;
      case Code::store_l32: std::memcpy(c.frame + in.b, sp--, 4); break;
      case Code::store_gbits:
        store_bits(globals(), static_cast<uint32_t>(in.b), in.a & 255, static_cast<uint32_t>(*sp--));
        break;
      case Code::store_lbits:
        store_bits(c.frame, static_cast<uint32_t>(in.b), in.a & 255, static_cast<uint32_t>(*sp--));
        break;
      case Code::store_var: {
        const VarCode& v = nth(image_->code.variables, in.b);
        uint8_t* base = v.scope == ir::Scope::local    ? c.frame
                        : v.scope == ir::Scope::global ? globals()
                                                       : c.s + c.shape->key_bytes;
        store_bits(base, v.bit_offset + static_cast<uint32_t>(sp[0]) * v.width, v.width, static_cast<uint32_t>(sp[-1]));
        sp -= 2;
        break;
      }
      case Code::check_index:
        if (static_cast<uint32_t>(*sp) >= static_cast<uint32_t>(in.b)) {
          c.error = ErrorKind::index;
          goto done;
        }
        break;
      case Code::scale_add:
        sp[-1] = sp[-1] * in.b + sp[0];
        --sp;
        break;
      case Code::pid: *++sp = c.pid; break;
      case Code::nr_pr: *++sp = static_cast<int32_t>(c.shape->processes.size()); break;
      case Code::last:
        *++sp = load_bits(globals(), static_cast<uint32_t>(program_->last_offset), program_->last_bits, false);
        break;
      case Code::timeout: *++sp = c.timeout; break;
      case Code::non_progress: *++sp = !any_progress(StateView{c.s, c.shape->key_bytes, c.shape->total_bytes}); break;
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
      case Code::add_const: *sp = static_cast<int32_t>(static_cast<uint32_t>(*sp) + static_cast<uint32_t>(in.b)); break;
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
        const bool yes = pid >= 0 && static_cast<size_t>(pid) < c.shape->processes.size() && can_move(c, pid);
        --asking_;
        sp = stack_.data() + at;
        *sp = yes;
        break;
      }
      case Code::pc_value: *sp = control_state(c.s, *c.shape, *sp); break;
      case Code::get_priority: {
        const int32_t pid = *sp;
        *sp = 0;
        if (pid >= 0 && static_cast<size_t>(pid) < c.shape->processes.size()) {
          const ir::FrameRef& f = nth(c.shape->processes, pid);
          const ir::Process& p = program_->process(f.type);
          *sp = load_bits(c.s + f.offset, static_cast<uint32_t>(p.priority_offset), 8, false);
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
        *++sp = std::any_of(movers_.begin(), movers_.end(), [&](const Mover& m) {
          return (in.b < 0 || m.type == in.b) && (in.a == 0 || m.pid == pid);
        });
        break;
      }
      case Code::argument: *++sp = nth(nth(program_->instances, c.pid).arguments, in.b); break;
      case Code::check_below:
        if (static_cast<uint32_t>(*sp) >= static_cast<uint32_t>(in.b)) goto out_of_range;
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

int32_t Machine::control_state(const uint8_t* s, const ir::Shape& shape, int32_t pid) const {
  if (pid < 0 || static_cast<size_t>(pid) >= shape.processes.size()) return 0;
  const ir::FrameRef& f = nth(shape.processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  return load_bits(s + f.offset, p.pc_offset, p.pc_bits, false);
}

// A variable or the place of another process. One that does not exist is nowhere, its variables are 0.
int32_t Machine::remote(const Instr& in, int32_t pid, int32_t index, Context& c) {
  const ir::Expr& e = program_->expr(in.b);
  const auto count = static_cast<int32_t>(c.shape->processes.size());
  if (in.a == 1) {  // no pid given: the instance of that type
    pid = -1;
    for (int32_t i = 0; i < count; ++i) {
      if (nth(c.shape->processes, i).type == e.process) pid = i;
    }
  }
  if (pid < 0 || pid >= count) return 0;
  const ir::FrameRef& f = nth(c.shape->processes, pid);
  if (f.type != e.process) return 0;
  if (e.op == ir::Op::remote_at) return control_state(c.s, *c.shape, pid) == e.value;
  const VarCode& v = nth(image_->code.variables, e.place.var);
  return load_bits(c.s + f.offset, v.bit_offset + static_cast<uint32_t>(index) * v.width, v.width, v.is_signed);
}

// Can this process start a step here? It is the sender who starts a rendezvous, and only if somebody accepts.
bool Machine::can_move(Context& c, int32_t pid) {
  const Base base{c.s, c.shape};
  if (!provided(base, pid, c.timeout)) return false;
  const ir::FrameRef& f = nth(c.shape->processes, pid);
  const Image::ProcessCode& p = nth(image_->processes, f.type);
  const auto state = static_cast<size_t>(control_state(c.s, *c.shape, pid));
  for (uint32_t i = p.first[state]; i < p.first[state + 1]; ++i) {
    const VmEdge& e = p.edges[i];
    if (e.kind == ir::ActionKind::else_) return true;  // nothing before it could move
    ErrorKind error = ErrorKind::none;
    int32_t channel = 0;
    if (e.kind == ir::ActionKind::send && is_rendezvous(base, pid, e, c.timeout, channel)) {
      if (has_partner(base, pid, e, channel, c.timeout)) return true;
      continue;
    }
    if (enabled(base, pid, e, c.timeout, error) || error != ErrorKind::none) return true;
  }
  return false;
}

}  // namespace gyre::vm
