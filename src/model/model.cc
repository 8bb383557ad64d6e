#include "model/model.h"

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

}  // namespace gyre::model
