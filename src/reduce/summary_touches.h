// What footprints are made of, each thing once and with a number, so that sets of them are bits: in a sequence of
// thousands of statements the footprint of a statement is what all that follow it touch, which is the same few things
// again and again.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "reduce/summary.h"

namespace gyre::reduce {

class Touches {
 public:
  explicit Touches(const ir::Program& program) : program_(program) {}

  // The numbers of what is in a footprint, and of the local variables that are written with it.
  std::vector<uint32_t> numbers(const Footprint& f, const std::vector<ir::VarId>& locals_written);
  size_t count() const { return all_.size(); }
  // Puts something with a number into a footprint, or among the variables.
  void give(uint32_t number, Footprint& f, std::vector<ir::VarId>& locals_written) const;
  // Leaves out what is there twice.
  void tidy(Footprint& f, std::vector<ir::VarId>& locals_written);

 private:
  enum class Kind : uint8_t { variable, channel, control, local, reads_count, writes_count, everything };
  struct Touch {
    Kind kind = Kind::everything;
    VariableTouch variable = {};
    ChannelTouch channel = {};
    int32_t number = 0;  // of a process type, or of a local variable
  };
  using Key = std::vector<int32_t>;  // what makes it what it is; expressions as they are written
  struct Hash {
    size_t operator()(const Key& key) const;
  };

  uint32_t number(Touch touch);
  void describe(const Touch& touch);
  void describe(ir::ExprId expr);
  void describe(const ir::Place& place);
  void say(int64_t x) { key_.push_back(static_cast<int32_t>(x)); }

  const ir::Program& program_;
  std::vector<Touch> all_;
  std::unordered_map<Key, uint32_t, Hash> known_;
  Key key_;
};

}  // namespace gyre::reduce
