// What lies behind a Position.
#pragma once

#include <memory>

#include <gyre/position.h>

#include "trace/point.h"

namespace gyre {

struct Position::Impl {
  std::shared_ptr<const trace::Point> point;
};

}  // namespace gyre
