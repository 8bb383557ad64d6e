// Sets of visited states behind a virtual interface: stores that are about memory and not about speed share one
// instantiation of depth-first search, that of VisitedStack<AnyVisited>.
#pragma once

#include <cstdint>
#include <utility>

#include "store/visited_stack.h"

namespace gyre::store {

class VisitedInterface {
 public:
  virtual ~VisitedInterface() = default;
  virtual void prefetch(uint64_t hash) const = 0;
  virtual bool contains(StateView state, uint64_t hash) const = 0;
  virtual Visit visit(StateView state, uint64_t hash) = 0;
  virtual void leave(StateView state, uint64_t hash) = 0;
  virtual uint64_t size() const = 0;
  virtual uint64_t bytes() const = 0;
  virtual double fill() const = 0;
  virtual void set_memory_limit(uint64_t bytes) = 0;
};

template <VisitedSet Set>
class Erased final : public VisitedInterface {
 public:
  template <class... Arguments>
  explicit Erased(Arguments&&... arguments) : set_(std::forward<Arguments>(arguments)...) {}

  void prefetch(uint64_t hash) const override { set_.prefetch(hash); }
  bool contains(StateView state, uint64_t hash) const override { return set_.contains(state, hash); }
  Visit visit(StateView state, uint64_t hash) override { return set_.visit(state, hash); }
  void leave(StateView state, uint64_t hash) override { set_.leave(state, hash); }
  uint64_t size() const override { return set_.size(); }
  uint64_t bytes() const override { return set_.bytes(); }
  double fill() const override { return set_.fill(); }
  void set_memory_limit(uint64_t bytes) override { set_.set_memory_limit(bytes); }

  Set& set() { return set_; }

 private:
  Set set_;
};

class AnyVisited {
 public:
  // `set` must outlive it.
  explicit AnyVisited(VisitedInterface& set) : set_(&set) {}

  void prefetch(uint64_t hash) const { set_->prefetch(hash); }
  bool contains(StateView state, uint64_t hash) const { return set_->contains(state, hash); }
  Visit visit(StateView state, uint64_t hash) { return set_->visit(state, hash); }
  void leave(StateView state, uint64_t hash) { set_->leave(state, hash); }
  uint64_t size() const { return set_->size(); }
  uint64_t bytes() const { return set_->bytes(); }
  double fill() const { return set_->fill(); }
  void set_memory_limit(uint64_t bytes) { set_->set_memory_limit(bytes); }

 private:
  VisitedInterface* set_;
};

static_assert(VisitedSet<AnyVisited> && Store<VisitedStack<AnyVisited>>);

}  // namespace gyre::store
