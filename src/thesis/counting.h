// Counts what the implementation of Geldenhuys's thesis counted beside states (appendix B): its GUARDS instruction made
// a transition to the unchanged state when some guard was true and the last one was not, and every command called
// UpdateValue for each word that it wrote.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/machine.h"

namespace gyre::thesis {

// Listens to a machine as long as it is there.
class CommandCounter : public vm::CommandListener {
 public:
  explicit CommandCounter(vm::Machine& machine) : machine_(machine) { machine.listen(this); }
  ~CommandCounter() override { machine_.listen(nullptr); }
  CommandCounter(const CommandCounter&) = delete;
  CommandCounter& operator=(const CommandCounter&) = delete;

  void guards(bool some, bool last) override;
  void command(const vm::Base& base, int32_t pid, const vm::VmEdge& e, uint32_t control) override;

  uint64_t extra_loops() const { return extra_loops_; }
  // Of the extra loops since begin(): behind how many other transitions of the state each was made.
  void begin() {
    commands_ = 0;
    places_.clear();
  }
  const std::vector<uint64_t>& places() const { return places_; }
  uint64_t updates() const { return updates_; }  // calls of UpdateValue

 private:
  vm::Machine& machine_;
  uint64_t extra_loops_ = 0;
  uint64_t commands_ = 0;
  std::vector<uint64_t> places_;
  uint64_t updates_ = 0;
};

}  // namespace gyre::thesis
