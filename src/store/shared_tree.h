// The tree store for several threads: the nodes and roots of tree.h in tables that all of them share.
//
// Each thread has a Worker, which is a BatchedStore of its own: the nodes met recently, the forms of classes, ids that
// it may give out. The tables hold the same as with one thread, so states take the same room: besides, a thread needs
// up to 4 MB for nodes met recently, and a unit of ids for each class. Tables grow with the world stopped, 4 MB of them
// at a time (slot_table.h), so no pause is long.
//
// Two forms, as there. SharedTree keeps roots by value. SharedLinkedTree numbers its states and keeps a note with each
// that is written when the state is stored: a parent link, which never changes, or marks, which the threads change by
// atomic operations of their own.
//
// States have no hidden bytes: which of several values comes first would depend on the threads.
//
// Threads: a Worker is used by one thread, which is running (base/stop_the_world.h) meanwhile. What the store itself is
// asked for, by a thread that is running, or when there is none; for_each() only when there is none.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <new>
#include <type_traits>

#include "base/bits.h"
#include "base/stop_the_world.h"
#include "store/concept.h"
#include "store/node_array.h"
#include "store/pages.h"
#include "store/slot_table.h"
#include "store/tree.h"
#include "store/tree_nodes.h"

namespace gyre::store {

// What the workers of one store share.
class SharedTreeTables {
 public:
  SharedTreeTables(SlotTable::Holds holds, TreeOptions options)
      : options_(options), nodes_(options.huge_pages), table_(options.huge_pages, holds, SlotTable::kShared) {}

  StopTheWorld& stop_the_world() { return world_; }
  uint64_t size() const { return table_.count(); }
  uint64_t bytes() const { return table_.bytes() + nodes_.index().bytes() + other_bytes(); }
  double fill() const { return table_.fill(); }

 protected:
  friend class SharedTreeWorker;

  uint64_t other_bytes() const {
    return nodes_.bytes_besides_index() + nodes_.users_bytes() + entry_bytes_.load(std::memory_order_relaxed);
  }
  uint64_t rest(uint64_t used) const {
    const uint64_t limit = limit_.load(std::memory_order_relaxed);
    return limit > used ? limit - used : 0;
  }

  const TreeOptions options_;
  StopTheWorld world_;
  NodeArray nodes_;
  SlotTable table_;  // of roots or of ids
  std::atomic<uint64_t> limit_{~uint64_t{0}};
  std::atomic<uint64_t> entry_bytes_{0};
  std::atomic<uint64_t> last_id_{0};  // in a table of ids: no larger one was given out
};

class SharedTreeWorker {
 public:
  SharedTreeWorker(const SharedTreeWorker&) = delete;
  SharedTreeWorker& operator=(const SharedTreeWorker&) = delete;

  template <class MakeRoom>
  [[gnu::always_inline]] bool stage(StateView near, StateView state, uint64_t, Probe& probe, MakeRoom&& make_room) {
    return nodes_.begin_add(near, state, probe.value, node_budget_, make_room);
  }
  template <class Arrival>
  bool probe_batch(std::span<Arrival> arrivals) {
    return nodes_.end_adding(arrivals, node_budget_, [this](Arrival& arrival, TreeNodes::Root root) {
      arrival.probe.value = MixedRoot::mix(root);
      tables_.table_.prefetch(arrival.probe.value);
    });
  }
  [[gnu::always_inline]] bool is_recent(Probe probe) { return recent_.meets(probe.value); }
  template <class Arrival>
  bool stage_small(std::span<Arrival> arrivals, const uint8_t* bytes) const {
    return nodes_.begin_adding_small(arrivals, bytes);
  }
  template <class Arrival>
  Arrival** probe_small(std::span<Arrival> arrivals, const uint8_t* bytes, Arrival** left) {
    return sort_out_small(nodes_, tables_.table_, recent_, arrivals, bytes, node_budget_, left);
  }
  bool prefetches_entries() const { return tables_.table_.worth_fetching_farther(); }
  GYRE_PREFETCHES void prefetch_entry(Probe probe) const { tables_.table_.prefetch_farther(probe.value); }

  uint64_t size() const { return tables_.size(); }
  uint64_t bytes() const { return tables_.bytes(); }
  double fill() const { return tables_.fill(); }
  // The limit is that of the whole store.
  void set_memory_limit(uint64_t bytes) {
    tables_.limit_.store(bytes, std::memory_order_relaxed);
    share_out();
  }

 protected:
  explicit SharedTreeWorker(SharedTreeTables& tables)
      : tables_(tables), nodes_(tables.nodes_, tables.world_, tables.options_) {}
  ~SharedTreeWorker() {
    nodes_.settle_counts();
    tables_.table_.settle_count(added_);
  }

  // The answer of the table, with the world stopped if need be; `stop`: there is no memory.
  template <class Same, class Fill>
  [[gnu::always_inline]] SlotTable::Shared insert(uint64_t hash, uint64_t id, Same&& same, Fill&& fill) {
    SlotTable::Shared done = tables_.table_.insert_shared(hash, id, same, fill);
    if (done.what == SlotTable::Shared::stop) [[unlikely]]
      done = insert_slowly(hash, id, same, fill);
    if (done.what == SlotTable::Shared::added && tables_.table_.count_added(added_)) [[unlikely]] {
      bool room = true;
      tables_.world_.with([&] { room = tables_.table_.tend(tables_.last_id_, table_budget()); });
      if (!room) return {};
    }
    return done;
  }

  SharedTreeTables& tables_;
  TreeNodes nodes_;

 private:
  template <class Same, class Fill>
  [[gnu::noinline]] SlotTable::Shared insert_slowly(uint64_t hash, uint64_t id, Same&& same, Fill&& fill) {
    for (;;) {
      SlotTable::Shared done;
      if (tables_.world_.with([&] { done = tables_.table_.insert_stopped(hash, id, table_budget(), same, fill); })) {
        return done;
      }
      done = tables_.table_.insert_shared(hash, id, same, fill);
      if (done.what != SlotTable::Shared::stop) return done;
    }
  }
  // What is left for the nodes, as long as the table does not grow.
  void share_out() {
    node_budget_ = tables_.rest(tables_.table_.bytes() + tables_.entry_bytes_.load(std::memory_order_relaxed));
  }
  // What is left for the table; asked with the world stopped.
  uint64_t table_budget() const { return tables_.rest(tables_.nodes_.index().bytes() + tables_.other_bytes()); }

  SlotTable::Added added_;
  RecentRoots recent_;
  uint64_t node_budget_ = ~uint64_t{0};
};

class SharedTree : public SharedTreeTables {
 public:
  explicit SharedTree(TreeOptions options = {}) : SharedTreeTables(SlotTable::Holds::values, options) {}

  class Worker : public SharedTreeWorker {
   public:
    explicit Worker(SharedTree& tree) : SharedTreeWorker(tree) {}
    [[gnu::always_inline]] Insertion commit(StateView, Probe probe) {
      assert(probe.value != 0);
      const SlotTable::Shared done = insert(
          probe.value, 0, [](uint64_t) { return true; }, [] {});
      if (done.what == SlotTable::Shared::stop) [[unlikely]]
        return {kNoState, false, true};
      return {probe.value >> 4, done.what == SlotTable::Shared::added, false};
    }
    template <class MakeRoom>
    StateView recall(StateId id, MakeRoom&& make_room) const {
      return nodes_.unfold_to(MixedRoot::unmix(id << 4), make_room);
    }
  };

  template <class F>
  void for_each(F&& f) const {
    table_.for_each_value([&](uint64_t value) { f(value >> 4); });
  }
};

template <class NoteT>
class SharedLinkedTree : public SharedTreeTables {
 public:
  using Note = NoteT;
  static_assert(std::is_trivially_copyable_v<Note> && std::is_trivially_destructible_v<Note>);

  explicit SharedLinkedTree(TreeOptions options = {})
      : SharedTreeTables(SlotTable::Holds::ids, options), entries_(options.huge_pages) {
    if (!entries_.commit(kPage)) throw std::bad_alloc();  // so that the array has its place
  }

  class Worker : public SharedTreeWorker {
   public:
    explicit Worker(SharedLinkedTree& tree) : SharedTreeWorker(tree), tree_(tree) {}
    [[gnu::always_inline]] Insertion commit(StateView, Probe probe, const Note& note) {
      if (next_ == end_ && !next_unit()) [[unlikely]]
        return {kNoState, false, true};
      const SlotTable::Shared done = insert(
          probe.value, next_, [&](uint64_t id) { return tree_.entry(id).root() == probe.value; },
          [&] {
            new (&tree_.entry(next_)) Entry(probe.value, note);
          });
      if (done.what == SlotTable::Shared::stop) [[unlikely]]
        return {kNoState, false, true};
      const bool inserted = done.what == SlotTable::Shared::added;
      if (inserted) ++next_;
      return {done.id, inserted, false};
    }
    template <class MakeRoom>
    StateView recall(StateId id, MakeRoom&& make_room) const {
      return nodes_.unfold_to(MixedRoot::unmix(tree_.entry(id).root()), make_room);
    }
    GYRE_PREFETCHES void prefetch_state(StateId id) const { __builtin_prefetch(&tree_.entry(id)); }

   private:
    bool next_unit() {
      next_ = tree_.next_unit();
      end_ = next_ + kUnit;
      return next_ != 0;
    }
    SharedLinkedTree& tree_;
    uint64_t next_ = 0, end_ = 0;  // ids that it may give out
  };

  // Of a state whose id was handed over by the thread that stored it, or met in the note of such a one.
  const Note& note(StateId id) const { return entry(id).note; }
  // To be changed: others may be reading it.
  Note& note(StateId id) { return entry(id).note; }

 private:
  static constexpr uint64_t kUnit = 1024;
  // The root is in two halves, so that there is no gap behind a note of four bytes.
  struct Entry {
    Entry(uint64_t root, const Note& its_note) : low(low_half(root)), high(high_half(root)), note(its_note) {}
    uint64_t root() const { return (uint64_t{high} << 32) | low; }  // mixed

    uint32_t low, high;
    Note note;
  };
  Entry& entry(uint64_t id) const {
    assert(id != 0 && id <= last_id_.load(std::memory_order_relaxed));
    return reinterpret_cast<Entry*>(entries_.data())[id];
  }

  // The first of kUnit ids; 0: no memory. The first unit is nobody's: id 0 is none.
  uint64_t next_unit() {
    const std::lock_guard lock(mutex_);
    const uint64_t end = ids_ + 2 * kUnit;
    if (end * sizeof(Entry) > entries_.committed()) {
      // A thirty-second more at a time, as for nodes.
      const uint64_t wanted = entries_.rounded(end * sizeof(Entry) / 32 * 33);
      const uint64_t others = bytes() - entry_bytes_.load(std::memory_order_relaxed);
      if (end > kIdLimit || wanted > rest(others) || !entries_.commit(wanted)) return 0;
      entry_bytes_.store(wanted, std::memory_order_relaxed);
    }
    last_id_.store(end - 1, std::memory_order_relaxed);
    return ids_ += kUnit;
  }

  Reservation entries_;
  std::mutex mutex_;
  uint64_t ids_ = 0;
};

static_assert(SharedStore<SharedTree> && BatchedStore<SharedTree::Worker>);
static_assert(SharedStore<SharedLinkedTree<uint64_t>>);

}  // namespace gyre::store
