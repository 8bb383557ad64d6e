// Which type of channel a variable holds, where the text says so: a variable that is made with a channel and never gets
// another one.
#pragma once

#include <vector>

#include "ir/program.h"

namespace gyre::lint {

class Channels {
 public:
  explicit Channels(const ir::Program& program);

  // The type of the channel that an expression means; null: it is not known.
  const ir::ChannelType* type_of(ir::ExprId channel) const;

 private:
  static constexpr int32_t kAny = -2;

  void put(const ir::Place& place, int32_t type);

  const ir::Program& program_;
  std::vector<int32_t> types_;  // by variable: kNone (nothing was seen), a type, or kAny
};

}  // namespace gyre::lint
