// A store out of a codec and the exact store's table: what is kept of a state is its code. Codecs are behind a virtual
// interface, so all of them share one instantiation of each search; they are about memory, and a call more per question
// is not what makes them slower.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "store/codec.h"
#include "store/concept.h"
#include "store/exact.h"

namespace gyre::store {

template <class NoteT = Nothing>
class Coded {
 public:
  using Note = NoteT;

  explicit Coded(std::unique_ptr<Codec> codec) : codec_(std::move(codec)) {}

  GYRE_PREFETCHES void prefetch(uint64_t hash) const { table_.prefetch(hash); }
  GYRE_PREFETCHES void prefetch_match(uint64_t hash) const { table_.prefetch_match(hash); }
  GYRE_PREFETCHES void prefetch_state(StateId id) const { table_.prefetch_state(id); }

  StateId find(StateView state, uint64_t hash) const {
    const StateView code = codec_->find(state);
    return code.data == nullptr ? kNoState : table_.find(code, hash);
  }
  Insertion insert(StateView state, uint64_t hash) {
    const StateView code = add(state);
    return code.data == nullptr ? kFull : table_.insert(code, hash);
  }
  Insertion insert_absent(StateView state, uint64_t hash) {
    const StateView code = add(state);
    return code.data == nullptr ? kFull : table_.insert_absent(code, hash);
  }
  StateView get(StateId id) const { return codec_->decode(table_.get(id)); }
  void refresh(StateId id, StateView state) {
    if (state.total > state.key) table_.refresh(id, codec_->find(state));
  }
  Note& note(StateId id) { return table_.note(id); }

  template <class F>
  void for_each(F&& f) const {
    table_.for_each(f);
  }

  uint64_t size() const { return table_.size(); }
  uint64_t bytes() const { return table_.bytes() + codec_->bytes(); }
  double fill() const { return table_.fill(); }
  void set_memory_limit(uint64_t bytes) { limit_ = bytes; }

 private:
  static constexpr Insertion kFull{kNoState, false, true};

  StateView add(StateView state) {
    const StateView code = codec_->add(state, limit_ > table_.bytes() ? limit_ - table_.bytes() : 0);
    table_.set_memory_limit(limit_ > codec_->bytes() ? limit_ - codec_->bytes() : 0);
    return code;
  }

  std::unique_ptr<Codec> codec_;  // asking it changes what it remembers, not what it answers
  Exact<Note> table_;
  uint64_t limit_ = ~uint64_t{0};
};

static_assert(Store<Coded<>> && Store<Coded<uint32_t>>);

}  // namespace gyre::store
