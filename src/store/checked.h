// A store that is watched: every answer of a store is compared with what a map of byte strings would say.
//
// For tests. It keeps the promises of a store (concept.h) under observation, and those of its user: a state always
// comes with the same hash, insert_absent() is for states that are not there, ids are ids. Of batched lookups it
// watches the order of calls, that staged and recalled states are what they should be, and that only states that were
// met count as recent. A broken promise is a std::logic_error that says which. Checked<S> goes wherever S goes.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/state_view.h"
#include "store/concept.h"

namespace gyre::store {

template <Store S>
class Checked {
 public:
  using Note = typename S::Note;

  template <class... Arguments>
  requires std::constructible_from<S, Arguments...>
  explicit Checked(Arguments&&... arguments) : store_(std::forward<Arguments>(arguments)...) {}

  void prefetch(uint64_t hash) const { store_.prefetch(hash); }
  Insertion insert(StateView state, uint64_t hash) {
    watch_hash(state, hash);
    keep_notes();
    return inserted(state, store_.insert(state, hash));
  }
  Insertion insert_absent(StateView state, uint64_t hash) {
    watch_hash(state, hash);
    must(!known(state), "insert_absent() is for a state that is not there");
    keep_notes();
    return inserted(state, store_.insert_absent(state, hash));
  }
  StateId find(StateView state, uint64_t hash) const {
    watch_hash(state, hash);
    return found(state, store_.find(state, hash));
  }

  void focus(StateView state) const requires FocusingStore<S> {
    must(known(state), "focus() is for a stored state");
    store_.focus(state);
  }
  Probe probe(StateView state, uint64_t hash) const requires ProbingStore<S> { return store_.probe(state, hash); }
  StateId find(StateView state, Probe probe) const requires ProbingStore<S> {
    return found(state, store_.find(state, probe));
  }
  Insertion insert(StateView state, Probe probe) requires ProbingStore<S> {
    keep_notes();
    return inserted(state, store_.insert(state, probe));
  }
  Insertion insert_absent(StateView state, Probe probe) requires ProbingStore<S> {
    must(!known(state), "insert_absent() is for a state that is not there");
    keep_notes();
    return inserted(state, store_.insert_absent(state, probe));
  }

  StateView get(StateId id) const {
    const auto at = keys_.find(id);
    must(at != keys_.end(), "get() of an id that was never given");
    const StateView state = store_.get(id);
    must(key_of(state) == at->second, "get() gives the state that was inserted");
    return state;
  }
  Note& note(StateId id) {
    must(keys_.contains(id), "note() of an id that was never given");
    Note& note = store_.note(id);
    if constexpr (kHasNote) {
      const bool open = !open_.insert(id).second;
      const auto kept = notes_.find(id);
      if (!open && kept != notes_.end()) must(same(kept->second, note), "a note is what it was");
    }
    return note;
  }
  // BatchedStore.
  template <class MakeRoom>
  bool stage(StateView near, StateView state, uint64_t hash, Probe& probe,
             MakeRoom&& make_room) requires BatchedLookup<S> {
    if (!hashes_lost_) watch_hash(state, hash);
    must(state.key == state.total, "a staged state has no hidden bytes");
    must(near.data == nullptr || staged_.contains(key_of(near)), "a state is staged beside one that was staged");
    const uint64_t* at = nullptr;
    const bool room =
        store_.stage(near, state, hash, probe, [&](uint32_t words) { return note_room(at, words, make_room); });
    if (room) watch_staged({reinterpret_cast<const uint8_t*>(at), state.key, state.total}, key_of(state));
    return room;
  }
  template <class Arrival>
  bool probe_batch(std::span<Arrival> arrivals) requires BatchedLookup<S> {
    for (const Arrival& arrival : arrivals) {
      must(staged_.contains(key_of(arrival.view())), "probe_batch() is for staged states");
    }
    if (!store_.probe_batch(arrivals)) return false;
    probed_.clear();
    for (const Arrival& arrival : arrivals) probed_.insert_or_assign(arrival.probe.value, key_of(arrival.view()));
    return true;
  }
  bool is_recent(Probe probe) requires BatchedLookup<S> {
    must(probed_.contains(probe.value), "is_recent() comes after probe_batch()");
    return watch_recent(probed_.at(probe.value), store_.is_recent(probe));
  }
  void prefetch_entry(Probe probe) const requires BatchedLookup<S> { store_.prefetch_entry(probe); }
  bool prefetches_entries() const requires BatchedLookup<S> { return store_.prefetches_entries(); }
  Insertion commit(StateView state, Probe probe) requires BatchedStore<S> {
    const auto at = probed_.find(probe.value);
    must(at != probed_.end() && at->second == key_of(state), "commit() is for a state of the batch, with its probe");
    keep_notes();
    return inserted(state, store_.commit(state, probe));
  }
  template <class MakeRoom>
  StateView recall(StateId id, MakeRoom&& make_room) const requires BatchedLookup<S> {
    const auto known = keys_.find(id);
    must(known != keys_.end(), "recall() of an id that was never given");
    const uint64_t* at = nullptr;
    const StateView state = store_.recall(id, [&](uint32_t words) { return note_room(at, words, make_room); });
    must(state.data == reinterpret_cast<const uint8_t*>(at), "recall() writes into the room that it was given");
    watch_staged(state, known->second);
    return state;
  }
  // BatchesSmall.
  template <class Arrival>
  bool stage_small(std::span<Arrival> arrivals, const uint8_t* bytes) requires BatchesSmall<S, Arrival> {
    for (const Arrival& arrival : arrivals) watch_hash(view_of(arrival, bytes), arrival.hash);
    hashes_lost_ = !store_.stage_small(arrivals, bytes);
    if (hashes_lost_) return false;
    for (const Arrival& arrival : arrivals) staged_.insert(key_of(view_of(arrival, bytes)));
    return true;
  }
  template <class Arrival>
  Arrival** probe_small(std::span<Arrival> arrivals, const uint8_t* bytes,
                        Arrival** left) requires BatchesSmall<S, Arrival> {
    for (const Arrival& arrival : arrivals) {
      must(staged_.contains(key_of(view_of(arrival, bytes))), "probe_small() is for staged states");
    }
    Arrival** const end = store_.probe_small(arrivals, bytes, left);
    if (end == nullptr) return nullptr;
    probed_.clear();
    for (Arrival& arrival : arrivals) {
      const std::string key = key_of(view_of(arrival, bytes));
      const bool recent = left == end || *left != &arrival;
      if (!recent) ++left;
      watch_recent(key, recent);
      probed_.insert_or_assign(arrival.hash, key);
    }
    must(left == end, "probe_small() leaves arrivals in their order");
    return end;
  }

  // The hidden bytes of a stored state.
  void refresh(StateId id, StateView state) requires requires(S& store) { store.refresh(id, state); }
  {
    must(known(state) && ids_.at(key_of(state)) == id, "refresh() is for the state of the id");
    store_.refresh(id, state);
  }
  template <class Each>
  void for_each(Each&& each) const requires requires(const S& store, Each& use) {
    store.for_each(use);
  }
  {
    uint64_t count = 0;
    store_.for_each([&](StateId id) {
      must(keys_.contains(id), "for_each() shows ids that were given");
      ++count;
      each(id);
    });
    must(count == keys_.size(), "for_each() shows every state once");
  }

  uint64_t size() const {
    must(store_.size() == keys_.size(), "size() counts the states that were inserted");
    return store_.size();
  }
  uint64_t bytes() const { return store_.bytes(); }
  double fill() const {
    const double fill = store_.fill();
    must(fill >= 0 && fill <= 1, "fill() is a share");
    return fill;
  }
  void set_memory_limit(uint64_t bytes) { store_.set_memory_limit(bytes); }

 private:
  static constexpr bool kHasNote = !std::is_empty_v<Note>;

  static void must(bool kept, const char* promise) {
    if (!kept) throw std::logic_error(std::string("broken promise of a store or its user: ") + promise);
  }
  static std::string key_of(StateView state) { return {reinterpret_cast<const char*>(state.data), state.key}; }
  static bool same(const Note& a, const Note& b) {
    if constexpr (std::has_unique_object_representations_v<Note>) {
      return std::memcmp(&a, &b, sizeof(Note)) == 0;
    } else {
      return true;  // padding may differ
    }
  }
  bool known(StateView state) const { return ids_.contains(key_of(state)); }
  void watch_hash(StateView state, uint64_t hash) const {
    const auto at = hashes_.try_emplace(key_of(state), hash).first;
    must(at->second == hash, "the same state always comes with the same hash");
  }

  template <class Arrival>
  static StateView view_of(const Arrival& arrival, const uint8_t* bytes) {
    return {bytes + arrival.offset, arrival.key, arrival.total};
  }
  template <class MakeRoom>
  static uint64_t* note_room(const uint64_t*& at, uint32_t words, MakeRoom& make_room) {
    uint64_t* const room = make_room(words);
    at = room;
    return room;
  }
  void watch_staged(StateView state, const std::string& key) const {
    must(key_of(state) == key, "what is staged begins with the state");
    staged_.insert(key);
  }
  // Two arrivals under way may be the same state: the second one is recent, and the first one will be committed.
  bool watch_recent(const std::string& key, bool recent) {
    must(!recent || ids_.contains(key) || under_way_.contains(key), "a recent state was here before");
    if (!recent) under_way_.insert(key);
    return recent;
  }

  StateId found(StateView state, StateId id) const {
    const auto at = ids_.find(key_of(state));
    must(id == (at == ids_.end() ? kNoState : at->second), "find() finds a state iff it was inserted, by its id");
    return id;
  }
  Insertion inserted(StateView state, Insertion done) {
    const auto at = ids_.find(key_of(state));
    if (done.full) {
      must(!done.inserted && at == ids_.end(), "a full store knows its states, and takes no others");
    } else if (done.inserted) {
      must(at == ids_.end(), "a state is inserted once");
      must(done.id != kNoState && done.id < (StateId{1} << kIdBits), "an id fits into kIdBits");
      must(!kHasNote || done.id < kIdLimit, "an id of a store with notes fits into kLinkBits");
      must(keys_.try_emplace(done.id, key_of(state)).second, "an id is given once");
      ids_.emplace(key_of(state), done.id);
    } else {
      must(at != ids_.end() && at->second == done.id, "the same state has the same id");
    }
    return done;
  }
  // Before an insertion. References that note() gave are valid no longer, and what was written through them stays.
  void keep_notes() {
    for (const StateId id : open_) notes_.insert_or_assign(id, store_.note(id));
    open_.clear();
  }

  S store_;
  std::unordered_map<std::string, StateId> ids_;
  std::unordered_map<StateId, std::string> keys_;
  mutable std::unordered_map<std::string, uint64_t> hashes_;
  std::unordered_map<StateId, Note> notes_;
  std::unordered_set<StateId> open_;  // whose notes may be written
  // Of batched lookups: the states that were ever staged or recalled, those of the batch by their probes, and those
  // that some batch was to commit.
  mutable std::unordered_set<std::string> staged_;
  std::unordered_map<uint64_t, std::string> probed_;
  std::unordered_set<std::string> under_way_;
  bool hashes_lost_ = false;  // stage_small() said no, and the arrivals have to be staged without their hashes
};

}  // namespace gyre::store
