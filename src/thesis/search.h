// The depth-first search of Geldenhuys's thesis, counted as its implementation counted (appendix B): unique states,
// revisits, loops, depth of the stack; and its detection of strongly connected components, which keeps one physical
// stack for the depth-first path and for the components (figures 4.22 to 4.24).
//
// Figure 4.23 as it was run takes the position of a loop's target for lowlink where it should take the minimum, so that
// the published numbers of components are not those of the graph. Both are counted here, each on a stack of its own.
//
// With a goal p it is the search for AF(p) under strong fairness of section 3.5.2: states with p are good children and
// are not followed, and it ends at the first root of a component without any.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/search.h"
#include "search/walk.h"
#include "store/concept.h"
#include "thesis/counting.h"
#include "thesis/experiment.h"

namespace gyre::thesis {

struct Note {
  static constexpr uint32_t kGone = ~uint32_t{0};
  uint32_t as_run = kGone;  // position on the physical stack
  uint32_t exact = kGone;
  bool visited = false;
  bool on_path = false;
  uint16_t visits = 0;  // arrivals; the last value stands for more
};

// One physical stack: figures 4.23 and 4.24.
template <store::Store StoreT>
class ComponentStack {
 public:
  ComponentStack(StoreT& store, uint32_t Note::*position, bool minimum)
      : store_(store), position_(position), minimum_(minimum) {}

  void push(store::StateId id) {
    const auto top = narrow<uint32_t>(entries_.size());
    entries_.push_back({id, top, path_top_});
    path_top_ = top;
    store_.note(id).*position_ = top;
    counts.depth = std::max<uint64_t>(counts.depth, entries_.size());
  }
  // A step from the top of the path to a state that was visited before.
  void edge(store::StateId id) {
    assert(path_top_ < entries_.size());
    const uint32_t k = store_.note(id).*position_;
    if (k == Note::kGone || k >= path_top_) return;
    uint32_t& lowlink = entries_[path_top_].lowlink;
    lowlink = minimum_ ? std::min(lowlink, k) : k;
  }
  uint32_t top() const { return path_top_; }  // of the path
  // Takes the top of the path away. True: it was the root of a component, which is gone as a whole.
  bool pop() {
    assert(path_top_ < entries_.size());
    const Entry last = entries_[path_top_];
    if (last.previous != Note::kGone) {
      uint32_t& lowlink = entries_[last.previous].lowlink;
      lowlink = std::min(lowlink, last.lowlink);
    }
    const bool root = last.lowlink == path_top_;
    if (root) {
      ++counts.number;
      counts.largest = std::max<uint64_t>(counts.largest, entries_.size() - path_top_);
      for (size_t i = path_top_; i < entries_.size(); ++i) store_.note(entries_[i].id).*position_ = Note::kGone;
      entries_.resize(path_top_);
    }
    path_top_ = last.previous;
    return root;
  }
  uint64_t bytes() const { return entries_.capacity() * sizeof(Entry); }

  Components counts;

 private:
  struct Entry {
    store::StateId id;
    uint32_t lowlink;
    uint32_t previous;  // on the path
  };
  StoreT& store_;
  uint32_t Note::*position_;
  bool minimum_;
  std::vector<Entry> entries_;
  uint32_t path_top_ = Note::kGone;
};

// Listens to a walk through the graph.
template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, Note>
class Counting {
 public:
  // `extra` counts transitions from a state to itself that the model does not show; null: there are none.
  Counting(StoreT& store, const Goal& goal, CommandCounter* extra)
      : store_(store),
        goal_(goal),
        extra_(extra),
        as_run_(store, &Note::as_run, false),
        exact_(store, &Note::exact, true) {}

  bool seen(store::StateId id) const { return store_.note(id).visited; }
  bool enter(store::StateId id) {
    Note& note = store_.note(id);
    note.visited = note.on_path = true;
    count_visits(id, 1);
    as_run_.push(id);
    exact_.push(id);
    if (extra_) extra_->begin();
    if (!goal_ || !goal_(store_.get(id))) return true;
    good_ = as_run_.top();
    return false;
  }
  void expanded(store::StateId id) {
    if (extra_) count_visits(id, extra_->places().size());
  }
  void edge(store::StateId id) {
    count_visits(id, 1);
    ++(store_.note(id).on_path ? counts_.loops : counts_.revisits);
    as_run_.edge(id);
    exact_.edge(id);
    // A component that is finished was a good one.
    if (goal_ && store_.note(id).as_run == Note::kGone) good_ = as_run_.top();
  }
  bool leave(store::StateId id) {
    store_.note(id).on_path = false;
    const uint32_t top = as_run_.top();
    const bool root = as_run_.pop();
    exact_.pop();
    const bool good = good_ != Note::kGone && good_ >= top;
    if (good) good_ = as_run_.top();
    counts_.violated = goal_ && root && !good;
    return !counts_.violated;
  }
  uint64_t bytes() const { return as_run_.bytes() + exact_.bytes(); }

  Counts counts() {
    store_.for_each([&](store::StateId id) {
      const uint16_t n = store_.note(id).visits;
      if (n == 0) return;
      std::vector<uint64_t>& visits = counts_.visits;
      if (visits.size() < n) visits.resize(n);
      ++visits[n - 1];
    });
    counts_.as_run = as_run_.counts;
    counts_.exact = exact_.counts;
    return std::move(counts_);
  }

 private:
  void count_visits(store::StateId id, uint64_t more) {
    uint16_t& visits = store_.note(id).visits;
    visits = narrow<uint16_t>(std::min<uint64_t>(visits + more, UINT16_MAX));
  }

  StoreT& store_;
  const Goal& goal_;
  CommandCounter* extra_;
  Counts counts_;
  ComponentStack<StoreT> as_run_, exact_;
  uint32_t good_ = Note::kGone;  // the deepest state of the path with good children, by its place on the stack
};

template <store::Store StoreT>
Experiment explore(model::Model& model, StoreT& store, const search::Task& task, const search::Progress& progress = {},
                   const Goal& goal = {}, CommandCounter* extra = nullptr) {
  Counting<StoreT> counting(store, goal, extra);
  search::Walk walk(model, store, task, counting, progress);
  Experiment out;
  out.outcome = walk.run();
  out.counts = counting.counts();
  out.counts.unique = out.outcome.counts.states;
  out.counts.depth = out.outcome.counts.stack_peak;
  if (!extra) return out;
  out.counts.loops += extra->extra_loops();
  out.counts.updates = extra->updates();
  if (!out.counts.violated) return out;
  // The machine makes all transitions of a state at once, the thesis's had not yet come to all of them.
  model::SuccessorBuffer buffer;
  walk.on_path([&](store::StateId id, uint32_t next) {
    extra->begin();
    model.expand(store.get(id), buffer);
    const std::vector<uint64_t>& places = extra->places();
    out.counts.loops -=
        narrow<uint64_t>(std::count_if(places.begin(), places.end(), [&](uint64_t p) { return p >= next; }));
  });
  return out;
}

}  // namespace gyre::thesis
