#include "store/state_runs.h"

#include <utility>

#include "base/narrow.h"

namespace gyre::store {

void StateRun::append(const StateRecord& record) {
  uint64_t head[4] = {record.hash, uint64_t{record.state.key} << 32 | record.state.total, record.link, record.depth};
  file_.append(head, reached_ ? sizeof head : sizeof head / 2);
  file_.append(record.state.data, padded_bytes(record.state));
  ++states_;
}

void StateRun::Cursor::advance() {
  const uint8_t* head = reader_.next(2 * sizeof(uint64_t));
  done_ = head == nullptr;
  if (done_) return;
  uint64_t sizes;
  std::memcpy(&record_.hash, head, sizeof record_.hash);
  std::memcpy(&sizes, head + sizeof record_.hash, sizeof sizes);
  record_.state.key = narrow<uint32_t>(sizes >> 32);
  record_.state.total = narrow<uint32_t>(sizes & 0xffffffffU);
  const size_t more = reached_ ? 2 * sizeof(uint64_t) : 0;
  const uint8_t* rest = reader_.next(more + padded_bytes(record_.state));
  if (reached_) {
    std::memcpy(&record_.link, rest, sizeof record_.link);
    std::memcpy(&record_.depth, rest + sizeof record_.link, sizeof record_.depth);
  }
  record_.state.data = rest + more;
}

MergedRuns::MergedRuns(const std::vector<StateRun>& runs, size_t buffer) {
  cursors_.reserve(runs.size());
  for (const StateRun& run : runs) {
    StateRun::Cursor cursor(run, buffer);
    if (cursor.done()) continue;
    heap_.push_back({cursor.record().hash, narrow<uint32_t>(cursors_.size())});
    cursors_.push_back(std::move(cursor));
  }
  for (size_t i = heap_.size() / 2; i-- > 0;) sink(i);
}

bool MergedRuns::before(const Entry& a, const Entry& b) const {
  if (a.hash != b.hash) return a.hash < b.hash;
  const std::strong_ordering order = order_of(cursors_[a.run].record(), cursors_[b.run].record());
  return order != 0 ? order < 0 : a.run < b.run;
}

void MergedRuns::advance() {
  assert(!done());
  StateRun::Cursor& cursor = cursors_[heap_[0].run];
  cursor.advance();
  if (cursor.done()) {
    heap_[0] = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
  } else {
    heap_[0].hash = cursor.record().hash;
  }
  sink(0);
}

void MergedRuns::sink(size_t at) {
  const Entry entry = heap_[at];
  for (size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], entry)) break;
    heap_[at] = heap_[child];
  }
  heap_[at] = entry;
}

}  // namespace gyre::store
