// When processes are started and die, as far as the text of a model tells.
//
// A process dies when it is the youngest; until then one that has ended waits, and keeps its number. So the order in
// which processes were started shows in who has died already. That does not matter if the number of a process that
// died is never given again, or if nobody looks at numbers; but there is a largest number of processes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/program.h"

namespace gyre::reduce {

class Births {
 public:
  explicit Births(const ir::Program& program);

  bool any() const { return any_; }
  // Whether nobody is started once somebody may have died: no number is given twice.
  bool before_deaths() const { return before_deaths_; }
  // How many instances of a proctype there can ever be; none: no bound is known.
  std::optional<uint64_t> instances(size_t process) const { return counts_[process]; }
  // Of all proctypes together.
  std::optional<uint64_t> all_instances() const;

  // The only edge of a control state is the death: whoever is there has ended. The place is that edge.
  bool ended(size_t process, uint32_t state) const { return ended_[process][state]; }
  // Somebody can die and do something else in the same control state, or has labels there.
  bool deaths_are_mixed() const { return mixed_; }

 private:
  struct Graph {                           // of one process
    std::vector<std::vector<bool>> reach;  // by control state, in one step or more
    std::vector<bool> from_start;
  };
  Graph graph_of(const ir::Process& process) const;
  bool starts(const ir::Edge& edge) const;
  bool never_blocks(const ir::Process& process, uint32_t state) const;
  bool in_one_go(size_t init) const;
  void find_ends();
  void count();
  void find_order();

  const ir::Program& program_;
  std::vector<Graph> graphs_;
  std::vector<std::vector<bool>> ended_;
  std::vector<std::optional<uint64_t>> counts_;
  bool any_ = false, before_deaths_ = false, mixed_ = false;
};

}  // namespace gyre::reduce
