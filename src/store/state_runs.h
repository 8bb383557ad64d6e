// States on disk: runs, which are files of states in order, and merging them.
//
// The order is that of hash, size and bytes, so that equal states of several runs meet when they are merged. A record
// says what else a search needs of a state that may turn out to be new: how it was reached (`link`, `depth`).
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/state_view.h"
#include "store/scratch_file.h"

namespace gyre::store {

struct StateRecord {
  uint64_t hash = 0;
  StateView state;
  uint64_t link = 0;   // 0 where nobody needs it
  uint64_t depth = 0;  // likewise
};

inline uint32_t padded_bytes(StateView state) { return (state.total + 7) / 8 * 8; }

// Whether the first comes before the second; hidden bytes do not count.
inline std::strong_ordering order_of(const StateRecord& a, const StateRecord& b) {
  if (a.hash != b.hash) return a.hash <=> b.hash;
  if (a.state.key != b.state.key) return a.state.key <=> b.state.key;
  return std::memcmp(a.state.data, b.state.data, a.state.key) <=> 0;
}

class StateRun {
 public:
  // `reached`: with links and depths, which take 16 bytes per state.
  StateRun(const std::string& folder, bool reached) : file_(folder), reached_(reached) {}

  // REQUIRES: it does not come before the last one.
  void append(const StateRecord& record);
  uint64_t states() const { return states_; }
  uint64_t bytes() const { return file_.size(); }

  // From the first state to the last. The run lives longer, and nothing is appended meanwhile.
  class Cursor {
   public:
    Cursor(const StateRun& run, size_t buffer) : reader_(run.file_, buffer), reached_(run.reached_) { advance(); }
    bool done() const { return done_; }
    const StateRecord& record() const { return record_; }  // valid until advance()
    void advance();

   private:
    ScratchReader reader_;
    bool reached_;
    bool done_ = false;
    StateRecord record_;
  };

 private:
  ScratchFile file_;
  bool reached_;
  uint64_t states_ = 0;
};

// Several runs as one. Of equal states that of the earliest run comes first.
class MergedRuns {
 public:
  // Buffers of so many bytes for each run.
  MergedRuns(const std::vector<StateRun>& runs, size_t buffer);

  bool done() const { return heap_.empty(); }
  const StateRecord& record() const { return cursors_[heap_[0].run].record(); }
  void advance();

 private:
  // The hash is here too, for nearly always it decides.
  struct Entry {
    uint64_t hash = 0;
    uint32_t run = 0;
  };
  bool before(const Entry& a, const Entry& b) const;
  void sink(size_t at);

  std::vector<StateRun::Cursor> cursors_;
  std::vector<Entry> heap_;  // the first one is the smallest
};

}  // namespace gyre::store
