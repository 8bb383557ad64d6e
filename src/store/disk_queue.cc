#include "store/disk_queue.h"

#include <cstring>
#include <utility>

#include "base/narrow.h"
#include "store/state_runs.h"

namespace gyre::store {

// A record: number, depth, key and total, the padded bytes.
void DiskQueue::push(uint64_t number, uint64_t depth, StateView state) {
  if (tail_.size() * sizeof(uint64_t) >= block_) write_tail();
  const size_t at = tail_.size(), words = padded_bytes(state) / sizeof(uint64_t);
  tail_.resize(at + 3 + words);
  tail_[at] = number;
  tail_[at + 1] = depth;
  tail_[at + 2] = uint64_t{state.key} << 32 | state.total;
  std::memcpy(&tail_[at + 3], state.data, words * sizeof(uint64_t));
  ++count_;
}

DiskQueue::Item DiskQueue::pop() {
  assert(!empty());
  if (at_ == head_.size()) read_head();
  const uint64_t* const record = &head_[at_];
  const auto key = narrow<uint32_t>(record[2] >> 32), total = narrow<uint32_t>(record[2] & 0xffffffffU);
  const StateView state{reinterpret_cast<const uint8_t*>(record + 3), key, total};
  at_ += 3 + padded_bytes(state) / sizeof(uint64_t);
  --count_;
  return {record[0], record[1], state};
}

void DiskQueue::write_tail() {
  // With nothing in between the tail becomes the head when that is used up.
  if (segments_.empty() && at_ == head_.size()) {
    read_head();
    return;
  }
  if (segments_.empty() || segments_.back().file.size() >= kSegment) segments_.emplace_back(folder_);
  Segment& last = segments_.back();
  last.file.append(tail_.data(), tail_.size() * sizeof(uint64_t));
  last.blocks.push_back(narrow<uint32_t>(tail_.size()));
  written_ += tail_.size() * sizeof(uint64_t);
  tail_.clear();
}

void DiskQueue::read_head() {
  at_ = 0;
  head_.clear();
  if (segments_.empty()) {
    std::swap(head_, tail_);
    return;
  }
  Segment& first = segments_.front();
  head_.resize(first.blocks[first.next++]);
  first.file.read(first.read, head_.data(), head_.size() * sizeof(uint64_t));
  first.read += head_.size() * sizeof(uint64_t);
  if (first.next == first.blocks.size()) segments_.pop_front();
}

uint64_t DiskLinks::add(uint64_t link) {
  if (recent_.size() == kRecent) {
    if (!file_) file_ = std::make_unique<ScratchFile>(folder_);
    file_->append(recent_.data(), recent_.size() * sizeof(uint64_t));
    on_disk_ += recent_.size();
    recent_.clear();
  }
  recent_.push_back(link);
  return on_disk_ + recent_.size() - 1;
}

uint64_t DiskLinks::get(uint64_t number) const {
  assert(number < on_disk_ + recent_.size());
  if (number >= on_disk_) return recent_[number - on_disk_];
  uint64_t link;
  file_->read(number * sizeof link, &link, sizeof link);
  return link;
}

}  // namespace gyre::store
