#include "model/model.h"

#include <new>

namespace gyre::model {

void SuccessorBuffer::add(const SuccessorBuffer& more) {
  const auto first = static_cast<uint32_t>(list.size());
  const size_t offset = bytes.size();
  if (offset + more.bytes.size() > UINT32_MAX) throw std::bad_alloc();
  begin_more();
  for (Successor successor : more.list) {
    if (!successor.dead_end) successor.offset += static_cast<uint32_t>(offset);
    list.push_back(successor);
  }
  bytes.append(more.bytes.data(), more.bytes.size());
  for (StepError error : more.errors) {
    error.successor += first;
    errors.push_back(error);
  }
  for (ExtraMover mover : more.extra_movers) {
    mover.successor += first;
    extra_movers.push_back(mover);
  }
  deadlock = more.deadlock;
  deadlock_place = more.deadlock_place;
  reduced = more.reduced;
  atomic_steps = more.atomic_steps;
  inner_depth = more.inner_depth;
}

}  // namespace gyre::model
