// What a search asks of a store. A store remembers states (byte strings) and gives each a stable id that survives
// growth; stacks, queues and parent links hold ids, never positions. `Note` is what the search keeps beside each
// state (nothing, a depth, a parent link): it lies with the entry and moves with it.
//
// A store knows nothing of searches or languages.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "base/state_view.h"
#include "base/stop_the_world.h"

namespace gyre::store {

using StateId = uint64_t;
inline constexpr StateId kNoState = ~StateId{0};
// Ids fit into so many bits: searches pack them beside other things.
inline constexpr unsigned kIdBits = 60;
// Those of a store with notes fit into so many, and kIdLimit is none, so that a note can be a link.
inline constexpr unsigned kLinkBits = 40;
inline constexpr StateId kIdLimit = (StateId{1} << kLinkBits) - 1;

struct Insertion {
  StateId id = kNoState;
  bool inserted = false;  // false: it was there before
  bool full = false;      // no memory left within the budget: nothing was stored
};

struct Nothing {};

// For functions that do nothing but prefetch: to g++ they have no effect, and calls of them vanish unless they are
// inlined early.
#define GYRE_PREFETCHES [[gnu::always_inline]] inline

// What a store that is asked in batches is asked with: made once per arrival, and right for ever.
struct Probe {
  uint64_t value = 0;
};

template <class S>
concept Store = requires(S store, const S& constant, StateView state, uint64_t hash, uint64_t bytes, StateId id) {
  typename S::Note;
  // A hint: soon somebody will ask for a state with this hash.
  {constant.prefetch(hash)};
  // The same state must always come with the same hash. A new state's note is a default Note.
  { store.insert(state, hash) } -> std::same_as<Insertion>;
  // The same for a state which find() did not find, and nothing was inserted since.
  { store.insert_absent(state, hash) } -> std::same_as<Insertion>;
  { constant.find(state, hash) } -> std::same_as<StateId>;
  // The stored bytes, hidden ones included; valid until the next insert or get.
  { constant.get(id) } -> std::same_as<StateView>;
  { store.note(id) } -> std::same_as<typename S::Note&>;  // valid until the next insert
  { constant.size() } -> std::convertible_to<uint64_t>;
  { constant.bytes() } -> std::convertible_to<uint64_t>;  // memory of tables and entries
  { constant.fill() } -> std::convertible_to<double>;     // of the table, 0..1
  // insert() answers `full` rather than let bytes() grow above this.
  {store.set_memory_limit(bytes)};
};

// A store whose place for a state is not given by the state's hash has to see the state before it can fetch anything.
template <class S>
concept ProbingStore = Store<S> && requires(S store, const S& constant, StateView state, uint64_t hash, Probe probe) {
  // A hint: the next probes are for successors of this state, which is stored.
  {constant.focus(state)};
  { constant.probe(state, hash) } -> std::same_as<Probe>;
  { constant.find(state, probe) } -> std::same_as<StateId>;
  { store.insert(state, probe) } -> std::same_as<Insertion>;
  { store.insert_absent(state, probe) } -> std::same_as<Insertion>;
};

// A store that can be told whose successors come next, without probes.
template <class S>
concept FocusingStore = Store<S> && requires(const S& constant, StateView state) {
  {constant.focus(state)};
};

// A store with batched lookups: the cache misses of many lookups overlap.
//
// A search *stages* the states that arrive: the store writes each out as words, the state first and behind it whatever
// the store knows of it already and would have to find out again, and begins to prefetch what the lookup will read. A
// state is staged as something that differs little from the staged state whose successor it is. Then a batch goes
// through the stages of the lookup together: probe_batch() makes the probes, is_recent() leaves out what was met
// recently (a direct-mapped cache), prefetch_entry() fetches what is compared, commit() compares and inserts. The bytes
// of a state that arrives lie in a RawVector, so that some behind its end can be read. A staged state is ready to be
// expanded. It has no hidden bytes.
//
// Room for a staged state: asked for so many words, answers where they are.
struct RoomForStaged {
  uint64_t* operator()(uint32_t words) const;
};

// What was staged, and its probe.
struct StagedArrival {
  Probe probe;
  StateView view() const;
};

template <class S>
concept BatchedLookup = requires(S store, const S& constant, StateView state, uint64_t hash, uint64_t bytes, StateId id,
                                 Probe probe, RoomForStaged room, std::span<StagedArrival> arrivals) {
  // The first state is the staged one that the second is a successor of. False: there is no memory.
  { store.stage(state, state, hash, probe, room) } -> std::same_as<bool>;
  // Called for many staged arrivals at once, some time after they were staged. False: there is no memory.
  { store.probe_batch(arrivals) } -> std::same_as<bool>;
  // Called after probe_batch(): is it sure that the same state was here before? Then its answer needs not be asked for.
  // Two arrivals under way may be the same state: the first one's answer is for both.
  { store.is_recent(probe) } -> std::same_as<bool>;
  // A hint: it will be committed soon. Only if the store prefetches_entries() anything at all.
  {constant.prefetch_entry(probe)};
  { constant.prefetches_entries() } -> std::same_as<bool>;
  // A stored state, as if it were staged.
  { constant.recall(id, room) } -> std::same_as<StateView>;
  // The rest is as in any store.
  { constant.size() } -> std::convertible_to<uint64_t>;
  { constant.bytes() } -> std::convertible_to<uint64_t>;
  { constant.fill() } -> std::convertible_to<double>;
  {store.set_memory_limit(bytes)};
};

// Such a store may be able to do some of this for many small states at once, where they lie: an Arrival has the members
// offset (into `bytes`, behind which some can be read), key and total, and a `hash`, which becomes its probe. What is
// staged then is so many words from the beginning of the state on, and nothing that the store knows of it: such a state
// is not one near which others can be staged.
inline constexpr uint32_t kSmallWords = 4;
inline constexpr uint32_t small_words(uint32_t total) {
  return total <= 8 * kSmallWords ? kSmallWords : (total + 15) / 16 * 2;
}
template <class S, class Arrival>
concept BatchesSmall = BatchedLookup<S> &&
    requires(S store, std::span<Arrival> arrivals, const uint8_t* bytes, Arrival** left) {
  // Called instead of stage(). False: these arrivals cannot be staged so, and their hashes may be lost; stage() of such
  // a store does not look at them.
  { store.stage_small(arrivals, bytes) } -> std::same_as<bool>;
  // Called instead of probe_batch() and is_recent() for some of those: puts the arrivals that are not recent into
  // `left`, in their order, and gives their end; null: there is no memory. They are committed next.
  { store.probe_small(arrivals, bytes, left) } -> std::same_as<Arrival**>;
};

template <class S>
concept BatchedStore = BatchedLookup<S> && requires(S store, StateView state, Probe probe) {
  { store.commit(state, probe) } -> std::same_as<Insertion>;
};

// A store that forgets states which nobody holds, and with them what was known of them: two bits for each of some
// results. insert() holds what it answers.
template <class S>
concept HoldingStore = Store<S> && requires(S store, const S& constant, StateId id, uint32_t which, uint8_t value) {
  {store.hold(id)};
  {store.release(id)};
  { constant.result(id, which) } -> std::same_as<uint8_t>;  // of a state that is held
  {store.set_result(id, which, value)};
  {store.forget_result(which)};  // of all states
};

// Something that only remembers *that* a state was visited.
enum class Visit { first, again, full };

template <class V>
concept VisitedSet = requires(V set, const V& constant, StateView state, uint64_t hash, uint64_t bytes) {
  {constant.prefetch(hash)};
  { constant.contains(state, hash) } -> std::same_as<bool>;
  { set.visit(state, hash) } -> std::same_as<Visit>;
  {set.leave(state, hash)};  // it is on the stack no longer
  { constant.size() } -> std::convertible_to<uint64_t>;
  { constant.bytes() } -> std::convertible_to<uint64_t>;
  { constant.fill() } -> std::convertible_to<double>;
  {set.set_memory_limit(bytes)};
};

// A store for several threads: each has a Worker, which stages. Tables grow with the world stopped, so the threads are
// running (base/stop_the_world.h) while they use their workers, and come to safepoints.
template <class S>
concept SharedStore = BatchedLookup<typename S::Worker> && std::constructible_from<typename S::Worker, S&> &&
    requires(S store) {
  { store.stop_the_world() } -> std::same_as<StopTheWorld&>;
};

}  // namespace gyre::store
