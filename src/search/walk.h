// A depth-first search that follows every edge of the state graph and tells a listener what it meets: for measurements
// of the graph. Errors are found on the way, as by any search for safety.
//
// The listener keeps what it wants in the notes of the store:
//
//   bool seen(id)     was the state entered before?
//   bool enter(id)    a new state, now on top of the path; the answer: are its edges followed?
//   void expanded(id) its successors were made
//   void edge(id)     a step from the top of the path to a state that was entered before
//   bool leave(id)    all its edges were followed: it is taken from the path. False: the search ends here
//   bytes()           of its own stacks
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "model/model.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

template <store::Store StoreT, class Listener>
class Walk : SearchRun {
 public:
  Walk(model::Model& model, StoreT& store, const Task& task, Listener& listener, const Progress& progress = {})
      : SearchRun(task, progress), model_(model), store_(store), listener_(listener) {}

  Outcome run() {
    guard([this] {
      share_memory(store_, stack_bytes());
      buffer_.clear();
      model_.initial(buffer_);
      if (!begins(buffer_)) return;
      const store::Insertion i = store_.insert(buffer_.view(0), buffer_.list[0].hash);
      if (i.full) {
        out_of_memory();
      } else if (enter(i.id, 0, 0)) {
        explore();
      }
    });
    fill_counts();
    return std::move(outcome_);
  }

  // Calls f(id, choice) for each state on the path of a search that has ended before its time, with the first of its
  // successors that was not followed.
  template <class Function>
  void on_path(Function&& f) const {
    for (size_t i = 0; i < frames_.size(); ++i) {
      const size_t end = i + 1 < frames_.size() ? frames_[i + 1].first : waiting_.size();
      f(frames_[i].id, frames_[i].next < end ? waiting_[frames_[i].next].choice : ~uint32_t{0});
    }
  }

 private:
  struct Entry {
    store::StateId id;
    uint32_t choice;
    uint32_t steps;
  };
  struct Frame {
    store::StateId id;
    uint32_t choice;
    uint64_t depth;  // in steps
    size_t first, next;
  };

  // Puts a new state on the path. False: the search has to end.
  bool enter(store::StateId id, uint32_t choice, uint64_t depth) {
    const bool follow = listener_.enter(id);
    Counts& counts = outcome_.counts;
    ++counts.states;
    counts.depth = std::max(counts.depth, depth);
    frames_.push_back({id, choice, depth, waiting_.size(), waiting_.size()});
    counts.stack_peak = std::max<uint64_t>(counts.stack_peak, frames_.size());
    if (watch_.due() && !check()) return false;
    if (!follow) return true;
    model_.expand(store_.get(id), buffer_);
    counts.atomic_steps += buffer_.atomic_steps;
    listener_.expanded(id);
    if (!errors()) return false;
    for (uint32_t i = 0; i < buffer_.list.size(); ++i) {
      const model::Successor& s = buffer_.list[i];
      if (s.dead_end) continue;
      const store::Insertion at = store_.insert(buffer_.view(i), s.hash);
      if (at.full) return out_of_memory();
      counts.vector_bytes = std::max<uint64_t>(counts.vector_bytes, s.total);
      waiting_.push_back({at.id, i, s.steps});
    }
    return true;
  }

  bool errors() {
    for (const model::StepError& e : buffer_.errors) {
      if (!log_.looks_for(e.kind)) continue;
      if (log_.record(e.kind, e.place, frames_.back().depth + e.steps, [&] {
            Path p = path();
            p.choices.push_back(e.successor);
            return p;
          }))
        return false;
    }
    if (!buffer_.deadlock || !log_.looks_for(model::ErrorKind::deadlock)) return true;
    return !log_.record(model::ErrorKind::deadlock, buffer_.deadlock_place, frames_.back().depth,
                        [&] { return path(); });
  }

  Path path() const {
    Path p;
    for (size_t i = 1; i < frames_.size(); ++i) p.choices.push_back(frames_[i].choice);
    return p;
  }

  void explore() {
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next < waiting_.size()) {
        const Entry next = waiting_[top.next++];
        if (!listener_.seen(next.id)) {
          if (!enter(next.id, next.choice, top.depth + next.steps)) return;
          continue;
        }
        ++outcome_.counts.matched;
        listener_.edge(next.id);
        continue;
      }
      if (!listener_.leave(top.id)) return;
      waiting_.resize(top.first);
      frames_.pop_back();
    }
  }

  uint64_t stack_bytes() const {
    return frames_.capacity() * sizeof(Frame) + waiting_.capacity() * sizeof(Entry) + listener_.bytes();
  }
  bool check() {
    return check_budgets(store_, stack_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() { return count_memory(store_, stack_bytes()); }

  model::Model& model_;
  StoreT& store_;
  Listener& listener_;
  model::SuccessorBuffer buffer_;
  std::vector<Frame> frames_;
  std::vector<Entry> waiting_;
};

}  // namespace gyre::search
