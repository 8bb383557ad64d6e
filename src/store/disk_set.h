// A set of states that is larger than memory, on disk, without loss: delayed duplicate detection (Korf 2003; Stern and
// Dill 1998) behind a filter.
//
// The newest states are in memory. When there is no more room for them they are sorted and written to a run on disk
// (state_runs.h), and the memory is free again; what is known of states on disk in memory is a filter of some bits for
// each (bloom.h). So an arrival is
//   again   the state is in memory,
//   first   it is not, and the filter does not know it either: it is new,
//   later   the filter knows it: it is on disk as a rule. Whether it really is comes out when all such states are
//           merged with the runs, in one pass over the disk (resolve()), and those that are not are handed out as new.
// A filter that is too small makes more states wait for a pass, and nothing else. As long as nothing was written there
// is no filter, and no `later`.
//
// A search asks resolve() when it has nothing else to do, or when wants_resolving() says that the states that wait take
// too much room on disk.
//
// Not for use by several threads at once. What fails on disk throws DiskError.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/state_view.h"
#include "store/bloom.h"
#include "store/state_runs.h"

namespace gyre::store {

class DiskSet {
 public:
  enum class Arrival { first, again, later };

  // With so many bytes of memory. Throws DiskError if the folder cannot have files.
  DiskSet(std::string folder, uint64_t memory);
  ~DiskSet();

  void prefetch(uint64_t hash) const;
  // `link` and `depth` come back if the state turns out to be new later. Throws std::bad_alloc for a state that is
  // larger than the memory.
  Arrival arrive(StateView state, uint64_t hash, uint64_t link, uint64_t depth);

  // Tells apart the states that wait. `fresh` is called with those that are new, `go_on` now and then; if that says no
  // the pass is given up, and the set is of no more use. False: it was.
  bool resolve(const std::function<void(const StateRecord&)>& fresh, const std::function<bool()>& go_on);
  bool waiting() const { return recent_later_ > 0 || !later_.empty(); }
  bool wants_resolving() const;

  uint64_t size() const { return states_; }
  uint64_t bytes() const;                              // in memory
  double fill() const;                                 // of the memory for recent states
  uint64_t written() const { return written_; }        // bytes, in all
  uint64_t passes() const { return passes_; }          // over the disk
  uint64_t on_disk() const { return visited_bytes_; }  // bytes of the states that are there
  uint64_t spilled_at() const { return spilled_at_; }  // states when the first run was written; 0: none was

 private:
  struct Recent;  // a state in memory, followed by its bytes

  static constexpr uint64_t kUnit = 8;  // offsets in the arena
  static constexpr size_t kMostRuns = 64;

  const Recent& recent(uint32_t at) const;
  size_t slot_of(StateView state, uint64_t hash) const;
  void grow();
  void spill();
  StateRun write_run(const std::vector<std::pair<uint64_t, uint32_t>>& sorted, bool later);

  const std::string folder_;
  const uint64_t arena_bytes_, filter_bytes_;
  const uint64_t most_slots_;

  std::unique_ptr<uint64_t[]> arena_;
  uint64_t used_ = 0;            // units of it
  std::vector<uint32_t> slots_;  // of a hash table: unit + 1 of a state; 0: free
  uint64_t recent_count_ = 0, recent_later_ = 0;

  Bloom filter_;
  std::vector<StateRun> visited_, later_;
  uint64_t visited_bytes_ = 0, later_bytes_ = 0;

  uint64_t states_ = 0, written_ = 0, passes_ = 0, spilled_at_ = 0;
};

}  // namespace gyre::store
