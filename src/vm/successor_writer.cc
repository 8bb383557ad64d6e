#include "vm/successor_writer.h"

#include <algorithm>
#include <cassert>
#include <new>

#include "base/narrow.h"

namespace gyre::vm {

using model::ErrorKind;

void SuccessorWriter::note_error(ErrorKind kind, uint32_t place, uint32_t depth) {
  assert(kind != ErrorKind::none);
  out_->errors.push_back({kind, place, narrow<uint32_t>(out_->list.size()), depth});
}

void SuccessorWriter::set_movers(model::Successor& s) {
  s.mover = narrow<uint16_t>(first_mover);
  s.statement = first_statement;
  for (auto receiver = receivers.begin(); receiver != receivers.end(); ++receiver) {
    if (*receiver == s.mover || *receiver == s.partner) continue;
    if (s.partner == model::kNobody)
      s.partner = *receiver;
    else if (std::find(receivers.begin(), receiver, *receiver) == receiver)
      out_->extra_movers.push_back({narrow<uint32_t>(out_->list.size()), *receiver});
  }
}

void SuccessorWriter::dead_end(ErrorKind kind, uint32_t place, uint32_t depth) {
  note_error(kind, place, depth);
  model::Successor s;
  s.steps = depth;
  set_movers(s);
  s.dead_end = true;
  if (recorder_.single())
    recorder_.move(-1, true);
  else if (recorder_.on())
    recorder_.transition(out_->list.size());
  out_->list.push_back(s);
}

void SuccessorWriter::emit(const Work& w, uint32_t depth) {
  const uint32_t size = padded(w.shape->total_bytes);
  if (out_->bytes.size() + size > UINT32_MAX) throw std::bad_alloc();  // as a search is told that memory is used up
  model::Successor s;
  s.offset = narrow<uint32_t>(out_->bytes.size());
  s.key = w.shape->key_bytes;
  s.total = w.shape->total_bytes;
  s.steps = depth;
  set_movers(s);
  copy_words(out_->bytes.extend(size), w.bytes.data(), size);
  if (recorder_.on() && !recorder_.single()) recorder_.transition(out_->list.size());
  out_->list.push_back(s);
}

}  // namespace gyre::vm
