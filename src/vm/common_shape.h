// Which processes do most states of a model have? Native code for those is made to measure (jit/common_shape.cc). A
// guess, by a few random walks: if it is wrong, the search is a little slower.
#pragma once

#include <atomic>
#include <memory>

#include "ir/program.h"
#include "model/native.h"

namespace gyre::vm {

// Nobody in it: there is no such shape, or `stop` came first.
model::CommonShape common_shape(const std::shared_ptr<const ir::Program>& program,
                                const std::atomic<bool>* stop = nullptr);

}  // namespace gyre::vm
