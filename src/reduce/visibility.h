// Which edges of a process a stubborn set must not contain when a property looks at infinite runs (unless it contains
// everything):
//  - visible ones, which may change what the property looks at: their order among each other matters;
//  - enough others that every cycle of every process has one. Then every cycle of the reduced graph has a state that is
//    followed with all its successors, whatever the search (Kurshan, Levin, Minea, Peled & Yenigün 1998), and nested
//    searches see the same graph.
//
// Both are told for each process that lives, not for its type: with the atom P[0]@t only process 0 is watched at t,
// with P[0]:x only its x, and with a[0] an assignment to a[_pid] by process 1 is not seen (nor one to a[i], if i is a
// parameter that is 1 and never assigned). What is said of a process does not change as long as it lives: if it moves
// on a cycle of states it goes round a cycle of its own, and of all that move there one lives throughout, since
// processes come and go like a stack and whoever starts one moves. So it does not matter whether numbers are used
// again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reduce/instances.h"
#include "reduce/summary.h"

namespace gyre::reduce {

struct Observed {
  std::vector<ir::ExprId> atoms;
  bool accept_labels = false;
  bool progress_labels = false;
};

// Why runs that differ in stuttering only can be told apart by these atoms; empty: they cannot.
std::string why_not_observable(const ir::Program& program, const Observed& observed);

class Visibility {
 public:
  // The summary must outlive this one. `used`: see StubbornOptions.
  Visibility(const Summary& summary, Observed observed, std::vector<uint64_t> used = {});

  // Of an instance, with the number that it has among the instances of this state: the edges that must only be followed
  // together with everything.
  const std::vector<bool>& excluded(const Instances& instances, uint32_t instance, const Situation& at);

 private:
  struct Place {
    int32_t process = 0;
    int32_t pid = -1;  // -1: any of them
    uint32_t state = 0;
  };
  void read_atoms(const Instances& instances, const Situation& at);
  bool looked_at(const Instance& instance, uint32_t state) const;
  bool visible(const Instance& instance, uint32_t edge) const;
  std::vector<uint64_t> uses(int32_t type) const;

  const Summary& summary_;
  const ir::Program& program_;
  const Observed observed_;
  const std::vector<uint64_t> used_;
  // What the atoms read.
  bool reads_count_ = false, reads_channels_ = false;
  bool read_ = false;         // the rest is known
  bool any_channel_ = false;  // it is not known which channels
  std::vector<Prints::Variable> variables_;
  std::vector<Prints::Channel> channels_;
  std::vector<Place> places_;
  std::map<std::pair<int32_t, std::vector<bool>>, std::vector<bool>> known_;  // by type and visible edges
  std::vector<const std::vector<bool>*> by_instance_;
};

}  // namespace gyre::reduce
