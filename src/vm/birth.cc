// How processes and channels come into being, the initial state, and what printf prints.
#include <fmt/format.h>

#include "base/bits.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "ir/embedded_c.h"
#include "ir/layout.h"
#include "vm/c_calls.h"
#include "vm/interpreter.h"

namespace gyre::vm {

using model::ErrorKind;

// Gives the state another shape: frames keep their place, hidden variables move behind them, the rest is zero.
void Interpreter::set_shape(Work& w, const ir::Shape& shape) {
  const uint32_t hidden = program_->hidden_bytes;
  const uint32_t size = padded(std::max(shape.total_bytes, w.shape->total_bytes)) + kSlack;
  if (w.bytes.size() < size) w.bytes.resize(size + 64);
  uint8_t* s = w.data();
  uint8_t saved[256];
  std::vector<uint8_t> large;
  uint8_t* keep = saved;
  if (hidden > sizeof saved) {
    large.resize(hidden);
    keep = large.data();
  }
  if (hidden > 0) std::memcpy(keep, s + w.shape->key_bytes, hidden);
  const uint32_t common = std::min(shape.frames_end, w.shape->frames_end);
  std::memset(s + common, 0, size - common);
  if (hidden > 0) std::memcpy(s + shape.key_bytes, keep, hidden);
  w.shape = &shape;
  std::memcpy(s, &shape.id, 4);
}

void Interpreter::kill_youngest(Work& w) { set_shape(w, shapes_->pop_process(*w.shape)); }

bool Interpreter::has_room(const Work& w, uint32_t bytes) const {
  return w.shape->total_bytes + bytes <= ir::kMaxStateBytes;
}

void Interpreter::run_initialisers(const std::vector<ir::ActionId>& actions, Context& c) {
  for (ir::ActionId id : actions) {
    const ir::Action& a = program_->action(id);
    if (a.kind == ir::ActionKind::new_channel)
      push_channel(c, a);
    else
      eval(nth(image_->code.actions, id).expr, c);
    if (c.error != ErrorKind::none) return;
  }
}

void Interpreter::push_channel(Context& c, const ir::Action& action) {
  Work& w = *c.work;
  if (w.shape->channels.size() >= program_->max_processes) {
    c.error = ErrorKind::too_many_channels;
    return;
  }
  if (!has_room(w, program_->channel_type(action.channel_type).bytes)) {
    c.error = ErrorKind::limit;
    return;
  }
  const bool has_frame = c.pid >= 0;
  set_shape(w, shapes_->push_channel(*w.shape, action.channel_type));
  c.s = w.data();
  c.shape = w.shape;
  c.frame = has_frame ? c.s + nth(c.shape->processes, c.pid).offset : c.s;
  eval(nth(image_->code.actions, &action - program_->actions.data()).expr, c, w.shape->channel_count());
}

// run: the new process is the youngest. Its number, or 0 when there is no room (as SPIN: an error of the model).
int32_t Interpreter::start_process(const ir::Expr& e, const int32_t* args, Context& c) {
  if (!c.work) return c.shape->processes.size() < program_->max_processes;  // only asked whether it could
  Work& w = *c.work;
  if (w.shape->processes.size() >= program_->max_processes) {
    c.error = ErrorKind::too_many_processes;
    return 0;
  }
  const ir::Process& p = program_->process(e.process);
  if (!has_room(w, p.frame_bytes)) {
    c.error = ErrorKind::limit;
    return 0;
  }
  set_shape(w, shapes_->push_process(*w.shape, e.process));
  Context born;
  born.s = w.data();
  born.shape = w.shape;
  born.pid = w.shape->process_count() - 1;
  born.frame = born.s + w.shape->processes.back().offset;
  born.work = &w;
  store_bits(born.frame, p.pc_offset, p.pc_bits, p.initial);
  if (p.priority_offset >= 0) {
    const int32_t priority = e.value > 0 ? e.value : p.priority;
    store_bits(born.frame, narrow<uint32_t>(p.priority_offset), 8, priority);
  }
  for (size_t i = 0; i < p.parameters.size() && i < e.kids.size(); ++i) {
    const VarCode& v = nth(image_->code.variables, p.parameters[i]);
    store_bits(born.frame, v.bit_offset, v.width, args[i]);
  }
  run_initialisers(p.initialisers, born);
  if (c_calls_ && c_calls_->has_locals(e.process) && born.error == ErrorKind::none) call_c(ir::kCBorn, born);
  if (born.error != ErrorKind::none) c.error = born.error;
  c.s = w.data();
  c.shape = w.shape;
  if (c.pid >= 0) c.frame = c.s + nth(c.shape->processes, c.pid).offset;
  return born.pid;
}

ErrorKind Interpreter::make_initial(Work& w) {
  const ir::Shape& root = shapes_->root();
  w.bytes.assign(root.total_bytes + 64, 0);
  w.shape = &root;
  std::memcpy(w.data(), &root.id, 4);
  Context c = nobodys_context(w.base(), false);
  c.work = &w;
  if (program_->trace != ir::kNone) set_trace_position(w.data(), program_->process(program_->trace).initial);
  run_initialisers(program_->initialisers, c);
  if (c_calls_ && c.error == ErrorKind::none) call_c(ir::kCStart, c);
  for (const ir::Instance& instance : program_->instances) {
    if (c.error != ErrorKind::none) break;
    ir::Expr run;
    run.op = ir::Op::run;
    run.process = instance.process;
    run.value = instance.priority;
    // Parameters of an active process are 0.
    const size_t parameters = program_->process(instance.process).parameters.size();
    const std::vector<int32_t> zeros(parameters, 0);
    start_process(run, zeros.data(), c);
  }
  return c.error;
}

// printf and printm, with SPIN's conversions (%d %i %u %c %x %o %e %s) and escapes.
std::string Interpreter::format_output(const VmEdge& e, Context& c) {
  std::string out;
  auto argument = [&](size_t i) { return i < e.code->args.size() ? eval(e.code->args[i], c) : 0; };
  auto mtype_of = [&](size_t i) {
    return i < e.action->exprs.size() ? program_->expr(e.action->exprs[i]).type.mtype_set : 0;
  };
  if (e.kind == ir::ActionKind::print_mtype) return ir::mtype_name(*program_, mtype_of(0), argument(0));
  const std::string& f = e.action->text;
  size_t next = 0;
  for (size_t i = 0; i < f.size(); ++i) {
    if (f[i] == '\\' && i + 1 < f.size()) {
      switch (f[++i]) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        default: out += f[i];
      }
    } else if (f[i] == '%' && i + 1 < f.size()) {
      while (i + 1 < f.size() && (f[i + 1] == '-' || (f[i + 1] >= '0' && f[i + 1] <= '9'))) ++i;
      if (i + 1 >= f.size()) break;
      switch (f[++i]) {
        case 'd':
        case 'i': out += fmt::format("{}", argument(next++)); break;
        case 'u': out += fmt::format("{}", static_cast<uint32_t>(argument(next++))); break;
        case 'c': out += static_cast<char>(argument(next++)); break;
        case 'x': out += fmt::format("{:x}", static_cast<uint32_t>(argument(next++))); break;
        case 'o': out += fmt::format("{:o}", static_cast<uint32_t>(argument(next++))); break;
        case 'e':
        case 's': {
          const int32_t v = argument(next);
          out += ir::mtype_name(*program_, mtype_of(next), v);
          ++next;
          break;
        }
        case '%': out += '%'; break;
        default: out += f[i];
      }
    } else {
      out += f[i];
    }
  }
  return out;
}

}  // namespace gyre::vm
