// Strong stubborn sets (Valmari 1989; Laarman, Pater, van de Pol & Hansen 2016 for guards), chosen among whole
// processes: a set of processes such that nothing that the others do, in however many steps, can change, enable or
// disable what these can do now. It is enough to follow the moves of these processes; the other interleavings lead to
// the same states later.
//
// A set is made by a closure from each process that can move; the one with the fewest transitions is taken. What must
// be closed:
//  - an enabled edge of the set needs all edges of others that are in conflict with it (and still reachable);
//  - an edge that is needed but not enabled needs what could enable it: the moves of its own process, if that is
//    not there yet, or all edges that can make one false part of its guard true: whichever costs less.
// A set needs a transition that leads to a state: an error that leaves none behind must not end what others can do. A
// timeout needs nothing: as long as an enabled transition of the set is not taken it stays enabled, and there is
// none.
//
// A closure takes microseconds, so what comes out of it is remembered by all that it depends on (decisions.h):
// whatever a closure learns of the state, beyond control states and what can be done, it learns by holds().
//
// Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "model/model.h"
#include "reduce/decisions.h"
#include "reduce/economy.h"
#include "reduce/instances.h"
#include "reduce/visibility.h"

namespace gyre::reduce {

struct StubbornOptions {
  // What a property looks at: edges that it may see, and one of every cycle, are in a set only if that is everything.
  // Of nothing, for a search that must not put anything off for ever and has no stack to see it: only cycles are cut.
  std::optional<Observed> observed;
  // How often the transition that begins with an edge was in a set that left something out, by place, as far as that is
  // known: cycles are cut where it seldom was.
  std::vector<uint64_t> used;
  uint64_t most_bytes = Decisions::kMostBytes;  // for what is remembered
};

class Stubborn {
 public:
  Stubborn(const Summary& summary, const StubbornOptions& options);

  // Chooses among the successors of a state: gives the processes whose moves are enough, by pid; all of them if nothing
  // can be left out. `at` must stay as it is as long as next() is asked about it.
  using Successors = Decisions::Successors;
  const Bits& choose(const Situation& at, const model::SuccessorBuffer& out);
  // Another choice for the same state, if the last one will not do; null: there is none but everything.
  const Bits* next(const model::SuccessorBuffer& out);

  // For a search that expands each state once: some set that is enough, which may be another one when the same state
  // comes again. Null: everything. `work`: what it took, in units of about 10 ns.
  const Bits* choose_any(const Situation& at, Successors successors, Look look, uint64_t& work);

 private:
  struct Process {
    uint32_t instance = 0;
    uint32_t state = 0;                // control
    uint32_t successors = 0;           // of which it is the first mover
    bool goes_on = false;              // one of them is a state
    Bits enabled;                      // edges
    std::vector<uint32_t> handshakes;  // processes with which it can move now
    const ir::Process* program = nullptr;
    const ProcessSummary* summary = nullptr;
    const std::vector<bool>* excluded = nullptr;  // by edge; null: none is
    // By conjunct, as in Instance::guards: whether it holds, as the closure with this number has found out. A closure
    // asks the same things again and again.
    struct Known {
      uint64_t closure = 0;
      Answer holds = Answer::unknown;
    };
    std::vector<Known> known;
    std::vector<uint32_t>* tests = nullptr;  // by conjunct: kNoTest, or its number among the decisions
  };
  struct Need {  // an edge that is not enabled
    uint32_t pid = 0;
    uint32_t edge = 0;
  };

  static constexpr uint32_t kNoTest = ~uint32_t{0};

  void take_everything();
  bool find_best(Successors successors);
  void gather(const model::SuccessorBuffer& out);
  void find_others(Successors successors);
  bool prepare(Successors successors);
  bool close(uint32_t seed, uint32_t limit);
  void add_process(uint32_t pid);
  void need_all(uint32_t pid, const uint64_t* edges, size_t words);
  void need(uint32_t pid, uint32_t edge);
  void follow(uint32_t pid);
  bool may_receive_now(const Process& p, uint32_t edge) const;
  bool waits_for_condition(uint32_t pid, uint32_t edge);
  uint32_t cost_of(uint32_t pid) const { return processes_[pid].successors + 1; }
  Answer holds(uint32_t pid, uint32_t edge, size_t conjunct);
  Answer find_out(uint32_t pid, uint32_t edge, size_t conjunct);
  void depend(uint32_t pid, size_t row, Answer answer);
  template <class Make>
  Answer ask(uint32_t pid, size_t row, Make&& make);
  uint32_t first_enabler(const Process& p, size_t row) const;
  uint32_t cost_of_enablers(uint32_t pid, size_t row, uint32_t limit);
  uint32_t best_way(const Need& n, size_t& row);
  void need_enablers(uint32_t pid, size_t row);

  static constexpr size_t kOwnMoves = ~size_t{0};

  const Summary& summary_;
  const ir::Program& program_;
  std::vector<std::pair<int32_t, uint32_t>> edge_at_;  // by place
  Instances instances_;
  std::optional<Visibility> visibility_;

  Situation at_;
  Decisions decisions_;
  bool remembered_ = false;         // there is a place for what is decided for this state
  uint64_t closure_ = 0;            // how many decisions have been made by closures
  std::vector<Process> processes_;  // by pid
  // By shape, pid and instance.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<uint32_t>> tests_;
  uint32_t count_ = 0;  // of processes
  bool impossible_ = false;
  Bits in_;
  std::vector<uint32_t> added_;  // whose moves must be followed yet
  std::vector<Need> needs_;
  std::vector<Bits> needed_;  // by pid: edges
  uint32_t cost_ = 0;
  uint64_t work_ = 0;                             // by closures so far
  std::vector<Decisions::Condition> conditions_;  // why the closure made last is one
  Bits best_;
  std::vector<Decisions::Condition> best_conditions_;
  uint32_t total_ = 0;  // successors
  struct Candidate {
    uint32_t cost = 0;
    Bits processes;
  };
  std::vector<Candidate> candidates_;
  // Once next() has been asked: all sets, by cost, one behind the other.
  std::vector<uint64_t> others_;
  bool gathered_ = false;
  size_t given_ = 0;  // words of others_
  Bits other_;
};

}  // namespace gyre::reduce
