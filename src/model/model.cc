#include "model/model.h"

#include <new>

namespace gyre::model {

const char* error_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::none: return "none";
    case ErrorKind::assertion: return "assertion";
    case ErrorKind::deadlock: return "deadlock";
    case ErrorKind::index: return "index";
    case ErrorKind::division: return "division";
    case ErrorKind::range: return "range";
    case ErrorKind::uninitialised_channel: return "uninitialised-channel";
    case ErrorKind::channel_misuse: return "channel-misuse";
    case ErrorKind::d_step_block: return "d_step-block";
    case ErrorKind::d_step_loop: return "d_step-loop";
    case ErrorKind::rendezvous_in_d_step: return "d_step-block";
    case ErrorKind::atomic_loop: return "atomic-loop";
    case ErrorKind::too_many_processes: return "too-many-processes";
    case ErrorKind::too_many_channels: return "too-many-channels";
    case ErrorKind::nondeterminism: return "nondeterminism";
    case ErrorKind::xr_xs: return "xr-xs";
    case ErrorKind::trace: return "trace";
    case ErrorKind::trap: return "trap";
    case ErrorKind::list: return "list";
    case ErrorKind::bad_priority: return "bad-priority";
    case ErrorKind::claim_completed: return "claim-completed";
    case ErrorKind::acceptance_cycle: return "acceptance-cycle";
    case ErrorKind::non_progress_cycle: return "non-progress-cycle";
    case ErrorKind::formula: return "formula";
    case ErrorKind::limit: return "limit";
  }
  return "none";
}

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
