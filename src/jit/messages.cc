// Messages anywhere in a channel: what ?? looks for and takes out, and where !! puts its own.
#include <bit>
#include <cassert>

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

// Slot `to` gets the message `step` away, and so on from there, up to slot `end`, which stays as it is.
void Generator::move_messages(const Channel& channel, const ir::ChannelType& type, V state, V to, V end, int64_t step) {
  assert(step != 0);
  V slot = b_.slot(b_.i64, to);
  const Block test = b_.block(), move = b_.block(), done = b_.block();
  b_.jump(test);
  b_.go_on_in(test);
  V at = b_.get(b_.i64, slot);
  b_.branch(b_.equal(at, end), done, move);
  b_.go_on_in(move);
  V from = b_.add(at, b_.c64(std::bit_cast<uint64_t>(step)));
  for (size_t f = 0; f < type.fields.size(); ++f)
    store(state, slot_field(channel, type, at, f), load(state, slot_field(channel, type, from, f)));
  b_.set(slot, from);
  b_.jump(test);
  b_.go_on_in(done);
}

// The messages behind it move up, and the slot that becomes free is zero.
void Generator::remove_message(const Channel& channel, const ir::ChannelType& type, V state, V slot, V count) {
  V last = b_.sub(b_.zext(count, b_.i64), b_.c64(1));
  move_messages(channel, type, state, slot, last, 1);
  for (size_t f = 0; f < type.fields.size(); ++f) store(state, slot_field(channel, type, last, f), b_.c32(0));
}

// Makes room before the first message that is larger, and gives its slot.
V Generator::sorted_slot(const Channel& channel, const ir::ChannelType& type, V state, const std::vector<V>& message,
                         V count) {
  V end = b_.zext(count, b_.i64);
  V place = b_.slot(b_.i64, end);
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
  move_messages(channel, type, state, end, free, -1);
  return free;
}

}  // namespace gyre::jit
