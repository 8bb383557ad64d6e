// States that wait for their turn, first in, first out, on disk but for both ends; and how each state of a search was
// reached, in the order of their numbers.
//
// Nothing is written as long as little waits. Not for use by several threads at once. What fails on disk throws
// DiskError.
#pragma once

#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/state_view.h"
#include "store/scratch_file.h"

namespace gyre::store {

class DiskQueue {
 public:
  struct Item {
    uint64_t number = 0, depth = 0;
    StateView state;  // with eight zero bytes up to a multiple of eight; valid until the next call
  };

  // `block`: bytes that are in memory at each end.
  DiskQueue(std::string folder, size_t block) : folder_(std::move(folder)), block_(block) {}

  void push(uint64_t number, uint64_t depth, StateView state);
  // REQUIRES: !empty().
  Item pop();
  bool empty() const { return count_ == 0; }
  uint64_t size() const { return count_; }
  uint64_t bytes() const { return (head_.capacity() + tail_.capacity()) * sizeof(uint64_t); }
  uint64_t written() const { return written_; }

 private:
  // A file that is read from its beginning while it is written at its end, and given up when it was read.
  struct Segment {
    explicit Segment(const std::string& folder) : file(folder) {}
    ScratchFile file;
    uint64_t read = 0;
    std::vector<uint32_t> blocks;  // their sizes in words
    size_t next = 0;               // of the blocks
  };
  static constexpr uint64_t kSegment = uint64_t{64} << 20;

  void write_tail();
  void read_head();

  const std::string folder_;
  const size_t block_;
  std::vector<uint64_t> head_, tail_;  // records
  size_t at_ = 0;                      // of the head
  std::deque<Segment> segments_;
  uint64_t count_ = 0, written_ = 0;
};

// One word for each state.
class DiskLinks {
 public:
  explicit DiskLinks(std::string folder) : folder_(std::move(folder)) {}

  // The number of the link, from 0 on.
  uint64_t add(uint64_t link);
  uint64_t get(uint64_t number) const;
  uint64_t bytes() const { return recent_.capacity() * sizeof(uint64_t); }
  uint64_t written() const { return file_ ? file_->size() : 0; }

 private:
  static constexpr size_t kRecent = size_t{1} << 17;

  const std::string folder_;
  std::unique_ptr<ScratchFile> file_;
  uint64_t on_disk_ = 0;
  std::vector<uint64_t> recent_;
};

}  // namespace gyre::store
