// A lossless store without notes as a set of visited states whose members can be listed.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "store/visited_any.h"

namespace gyre::store {

class ListedSet : public VisitedInterface {
 public:
  virtual void for_each(const std::function<void(StateView)>& f) const = 0;
};

template <Store StoreT>
class StoreSet final : public ListedSet {
 public:
  template <class... Arguments>
  explicit StoreSet(Arguments&&... arguments) : store_(std::forward<Arguments>(arguments)...) {}

  void prefetch(uint64_t hash) const override { store_.prefetch(hash); }
  bool contains(StateView state, uint64_t hash) const override { return store_.find(state, hash) != kNoState; }
  Visit visit(StateView state, uint64_t hash) override {
    const Insertion done = store_.insert(state, hash);
    return done.full ? Visit::full : done.inserted ? Visit::first : Visit::again;
  }
  void leave(StateView, uint64_t) override {}
  uint64_t size() const override { return store_.size(); }
  uint64_t bytes() const override { return store_.bytes(); }
  double fill() const override { return store_.fill(); }
  void set_memory_limit(uint64_t bytes) override { store_.set_memory_limit(bytes); }
  void for_each(const std::function<void(StateView)>& f) const override {
    store_.for_each([&](StateId id) { f(store_.get(id)); });
  }

 private:
  StoreT store_;
};

}  // namespace gyre::store
