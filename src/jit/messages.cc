// Messages anywhere in a channel: what ?? looks for and takes out, and where !! puts its own.
#include "jit/generator.h"

namespace gyre::jit {

// The slot of the first message that fits; `none`: there is not one.
V Generator::find_message(V count, Block none, const Fits& fits) {
  V slot = b_.slot(b_.i64, b_.c64(0));
  V end = b_.zext(count, b_.i64);
  const Block test = b_.block(), look = b_.block(), next = b_.block(), found = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  V at = b_.get(b_.i64, slot);
  b_.branch(b_.compare(LLVMIntULT, at, end), look, none);
  b_.go_on_in(look);
  fits(at, next);
  b_.jump(found);
  b_.go_on_in(next);
  b_.set(slot, b_.add(at, b_.c64(1)));
  b_.jump(test);
  b_.go_on_in(found);
  return at;
}

void Generator::copy_message(const Channel& channel, const ir::ChannelType& type, V state, V from, V to) {
  for (size_t f = 0; f < type.fields.size(); ++f)
    store(state, slot_field(channel, type, to, f), load(state, slot_field(channel, type, from, f)));
}

// The messages behind it move up, and the slot that becomes free is zero.
void Generator::remove_message(const Channel& channel, const ir::ChannelType& type, V state, V slot, V count) {
  V at = b_.slot(b_.i64, slot);
  V last = b_.sub(b_.zext(count, b_.i64), b_.c64(1));
  const Block test = b_.block(), move = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  V to = b_.get(b_.i64, at);
  b_.branch(b_.compare(LLVMIntULT, to, last), move, done);
  b_.go_on_in(move);
  V from = b_.add(to, b_.c64(1));
  copy_message(channel, type, state, from, to);
  b_.set(at, from);
  b_.jump(test);
  b_.go_on_in(done);
  for (size_t f = 0; f < type.fields.size(); ++f) store(state, slot_field(channel, type, last, f), b_.c32(0));
}

// Makes room before the first message that is larger, and gives its slot.
V Generator::sorted_slot(const Channel& channel, const ir::ChannelType& type, V state, const std::vector<V>& message,
                         V count) {
  V place = b_.slot(b_.i64, b_.zext(count, b_.i64));
  const Block found = b_.block();
  V larger = find_message(count, found, [&](V slot, Block other) {
    V less = b_.c(b_.i1, 0);
    for (size_t f = message.size(); f-- > 0;) {
      V there = load(state, slot_field(channel, type, slot, f));
      V later = b_.bit_and(b_.equal(message[f], there), less);
      less = b_.bit_or(b_.compare(LLVMIntSLT, message[f], there), later);
    }
    const Block yes = b_.block();
    b_.branch(less, yes, other);
    b_.go_on_in(yes);
  });
  b_.set(place, larger);
  b_.jump(found);
  b_.go_on_in(found);
  V free = b_.get(b_.i64, place);
  V at = b_.slot(b_.i64, b_.zext(count, b_.i64));
  const Block test = b_.block(), move = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  V to = b_.get(b_.i64, at);
  b_.branch(b_.compare(LLVMIntUGT, to, free), move, done);
  b_.go_on_in(move);
  V from = b_.sub(to, b_.c64(1));
  copy_message(channel, type, state, from, to);
  b_.set(at, from);
  b_.jump(test);
  b_.go_on_in(done);
  return free;
}

}  // namespace gyre::jit
