#include "store/disk_set.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "base/narrow.h"

namespace gyre::store {

struct DiskSet::Recent {
  uint64_t hash = 0;
  uint64_t link = 0;
  uint64_t depth_and_later = 0;  // twice the depth, and whether it waits
  uint32_t key = 0, total = 0;

  StateView state() const { return {reinterpret_cast<const uint8_t*>(this + 1), key, total}; }
  bool later() const { return (depth_and_later & 1) != 0; }
  StateRecord record() const { return {hash, state(), link, depth_and_later >> 1}; }
};

// Of the memory: 45 % for states, a tenth for their table, a quarter for the filter. Sorting takes the rest.
DiskSet::DiskSet(std::string folder, uint64_t memory)
    : folder_(std::move(folder)),
      arena_bytes_(std::min<uint64_t>(memory / 100 * 45 / kUnit, 0xfffffffe) * kUnit),
      filter_bytes_(memory / 4),
      most_slots_(std::bit_floor(std::max<uint64_t>(memory / 10 / sizeof(uint32_t), 1024))),
      slots_(1024) {
  ScratchFile probe(folder_);                                                // better now than in an hour
  arena_ = std::unique_ptr<uint64_t[]>(new uint64_t[arena_bytes_ / kUnit]);  // its pages come when they are written
}

DiskSet::~DiskSet() = default;

const DiskSet::Recent& DiskSet::recent(uint32_t at) const {
  assert(at > 0 && at - 1 < used_);
  return *reinterpret_cast<const Recent*>(&arena_[at - 1]);
}

void DiskSet::prefetch(uint64_t hash) const {
  __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  filter_.prefetch(hash);
}

// Where it is, or where it would go.
size_t DiskSet::slot_of(StateView state, uint64_t hash) const {
  const StateRecord sought{hash, state};
  for (size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot] == 0) return slot;
    const Recent& there = recent(slots_[slot]);
    if (there.hash == hash && order_of(there.record(), sought) == 0) return slot;
  }
}

DiskSet::Arrival DiskSet::arrive(StateView state, uint64_t hash, uint64_t link, uint64_t depth) {
  size_t slot = slot_of(state, hash);
  if (slots_[slot] != 0) return Arrival::again;
  const uint64_t units = (sizeof(Recent) + padded_bytes(state)) / kUnit;
  if (units > arena_bytes_ / kUnit) throw std::bad_alloc();
  if ((used_ + units) * kUnit > arena_bytes_ || recent_count_ * 10 >= most_slots_ * 7) {
    spill();
    slot = slot_of(state, hash);
  } else if (recent_count_ * 10 >= slots_.size() * 7) {
    grow();
    slot = slot_of(state, hash);
  }
  const bool later = spilled_at_ > 0 && filter_.may_contain(hash);
  Recent* const made = new (&arena_[used_]) Recent{hash, link, depth << 1 | (later ? 1U : 0U), state.key, state.total};
  std::memcpy(made + 1, state.data, padded_bytes(state));
  slots_[slot] = narrow<uint32_t>(used_ + 1);
  used_ += units;
  ++recent_count_;
  ++(later ? recent_later_ : states_);
  return later ? Arrival::later : Arrival::first;
}

void DiskSet::grow() {
  const std::vector<uint32_t> old = std::exchange(slots_, std::vector<uint32_t>(slots_.size() * 2));
  for (const uint32_t at : old) {
    if (at == 0) continue;
    size_t slot = recent(at).hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = at;
  }
}

// What is in memory goes to disk.
void DiskSet::spill() {
  if (recent_count_ == 0) return;
  if (spilled_at_ == 0) {
    spilled_at_ = states_;
    filter_ = Bloom(filter_bytes_);
  }
  std::vector<std::pair<uint64_t, uint32_t>> sorted;
  sorted.reserve(recent_count_);
  for (const uint32_t at : slots_) {
    if (at != 0) sorted.emplace_back(recent(at).hash, at);
  }
  std::sort(sorted.begin(), sorted.end(), [this](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first < b.first;
    return order_of(recent(a.second).record(), recent(b.second).record()) < 0;
  });
  if (recent_count_ > recent_later_) {
    visited_.push_back(write_run(sorted, false));
    visited_bytes_ += visited_.back().bytes();
  }
  if (recent_later_ > 0) {
    later_.push_back(write_run(sorted, true));
    later_bytes_ += later_.back().bytes();
  }
  std::fill(slots_.begin(), slots_.end(), 0);
  used_ = recent_count_ = recent_later_ = 0;
}

StateRun DiskSet::write_run(const std::vector<std::pair<uint64_t, uint32_t>>& sorted, bool later) {
  StateRun run(folder_, later);
  for (const auto& [hash, at] : sorted) {
    const Recent& r = recent(at);
    if (r.later() != later) continue;
    run.append(r.record());
    if (!later) filter_.add(hash);
  }
  written_ += run.bytes();
  return run;
}

bool DiskSet::wants_resolving() const { return later_.size() >= kMostRuns || later_bytes_ > 2 * visited_bytes_; }

bool DiskSet::resolve(const std::function<void(const StateRecord&)>& fresh, const std::function<bool()>& go_on) {
  spill();
  ++passes_;
  const bool compacts = visited_.size() >= kMostRuns;
  arena_.reset();  // its memory is that of the buffers now
  const uint64_t most = arena_bytes_ / (visited_.size() + later_.size() + 2);
  const size_t buffer = std::clamp<uint64_t>(most, size_t{1} << 14, size_t{1} << 20);
  StateRun out(folder_, false);  // those that are new, or all
  {
    MergedRuns later(later_, buffer), visited(visited_, buffer);
    uint64_t looked_at = 0;
    std::vector<uint8_t> last;  // the bytes of the last one that waited: `order` needs them
    while (!later.done() || (compacts && !visited.done())) {
      if (++looked_at % 65536 == 0 && !go_on()) return false;
      const std::strong_ordering order = later.done()     ? std::strong_ordering::less
                                         : visited.done() ? std::strong_ordering::greater
                                                          : order_of(visited.record(), later.record());
      if (order < 0) {
        if (compacts) out.append(visited.record());
        visited.advance();
        continue;
      }
      if (order > 0) {
        out.append(later.record());
        fresh(later.record());
        ++states_;
      }
      // The others that are the same.
      const StateRecord one = later.record();
      last.assign(one.state.data, one.state.data + one.state.key);
      const StateRecord kept{one.hash, {last.data(), one.state.key, one.state.total}};
      do {
        later.advance();
      } while (!later.done() && order_of(later.record(), kept) == 0);
    }
  }
  written_ += out.bytes();
  later_.clear();
  later_bytes_ = 0;
  if (compacts) {
    visited_.clear();
    visited_bytes_ = 0;
  }
  visited_bytes_ += out.bytes();
  if (out.states() > 0) visited_.push_back(std::move(out));
  arena_ = std::unique_ptr<uint64_t[]>(new uint64_t[arena_bytes_ / kUnit]);
  return true;
}

uint64_t DiskSet::bytes() const { return used_ * kUnit + slots_.size() * sizeof(uint32_t) + filter_.bytes(); }

double DiskSet::fill() const { return static_cast<double>(used_ * kUnit) / static_cast<double>(arena_bytes_); }

}  // namespace gyre::store
