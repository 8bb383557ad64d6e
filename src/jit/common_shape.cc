// The common shape (model/native.h): its processes have functions of their own, in which the place of the frame, the
// pid and the size of the state are constants, and a step that begins a transition has nothing to find out. One after
// the other they also have a jump of their own each to what their control state says, which the processor foresees
// better than one that all share. What lies inside a transition, and all other shapes, are left to the functions by
// type.
#include <cstddef>

#include "base/narrow.h"
#include "jit/generator.h"

namespace gyre::jit {

using model::NativeCall;

size_t Generator::common_statements() const {
  size_t all = 0;
  for (const ir::FrameRef& frame : common_.processes) {
    const auto type = narrow<size_t>(frame.type);
    for (size_t s = 0; s < p_.processes[type].states.size(); ++s) all += statements_of(type, s);
  }
  return all;
}

void Generator::make_common() {
  if (common_.processes.empty() || several_ || common_statements() > sizes_.common) return;
  in_common_ = true;
  // (call, state, place)
  common_fire_ = b_.function("fire_common", b_.signature(b_.ptr, {b_.ptr, b_.ptr, b_.i32}));
  V anew = make_anew(common_fire_);
  b_.enter(common_fire_);
  call_ = b_.parameter(0);
  V to = next_successor(anew);
  fired(b_.parameter(2));
  stop_if_many();
  padded_copy(b_.parameter(1), to);
  describe_alone(b_.c32(1), b_.parameter(2));
  b_.give_back(to);

  // (call, state, timeout)
  const Type type = b_.signature(b_.i32, {b_.ptr, b_.ptr, b_.i32});
  for (size_t pid = 0; pid < common_.processes.size(); ++pid) {
    const ir::FrameRef& frame = common_.processes[pid];
    const auto process = narrow<size_t>(frame.type);
    if (!moves_[process]) {
      common_moves_.push_back(nullptr);
      continue;
    }
    V f = reader("common_" + std::to_string(pid), type);
    b_.enter(f);
    call_ = b_.parameter(0);
    std::vector<size_t> states;
    for (size_t s = 0; s < p_.processes[process].states.size(); ++s) {
      if (analysis_.native(process, s)) states.push_back(s);
    }
    make_moves(process, states, {b_.parameter(1), b_.c64(frame.offset), b_.c32(pid), b_.parameter(2)}, b_.c32(0));
    common_moves_.push_back(f);
  }
  in_common_ = false;
}

// The part of gyre_expand for states of the common shape.
void Generator::expand_common() {
  const Block common = b_.block(), other = b_.block();
  b_.branch(b_.is_true(call_field(b_.i32, offsetof(NativeCall, common))), common, other);
  b_.go_on_in(common);
  V state = call_field(b_.ptr, offsetof(NativeCall, state));
  V any = b_.c32(0);
  for (size_t pid = common_moves_.size(); pid-- > 0;) {
    V number = b_.c32(pid);
    set_call_field(number, offsetof(NativeCall, first_mover));
    V moved = common_moves_[pid] ? b_.call(common_moves_[pid], {call_, state, b_.parameter(1)})
                                 : machine_move(state, number, b_.c32(0), b_.parameter(1));
    any = b_.bit_or(any, moved);
  }
  b_.give_back(any);
  b_.go_on_in(other);
}

}  // namespace gyre::jit
