// Which errors end a step.
#pragma once

#include "model/model.h"

namespace gyre::vm {

// Errors that are reported while the step goes on, as SPIN does; the others leave no state behind.
inline bool is_recoverable(model::ErrorKind error) {
  using model::ErrorKind;
  return error == ErrorKind::none || error == ErrorKind::assertion || error == ErrorKind::channel_misuse ||
         error == ErrorKind::trace;
}

}  // namespace gyre::vm
