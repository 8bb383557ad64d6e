// The depth-first search of Geldenhuys's thesis, counted as its implementation counted (appendix B): unique states,
// revisits, loops, depth of the stack; and its detection of strongly connected components, which keeps one physical
// stack for the depth-first path and for the components (figures 4.22 to 4.24).
//
// Figure 4.23 as it was run takes the position of a loop's target for lowlink where it should take the minimum, so that
// the published numbers of components are not those of the graph. Both are counted here, each on a stack of its own.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <new>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"
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
  void pop() {
    assert(path_top_ < entries_.size());
    const Entry last = entries_[path_top_];
    if (last.previous != Note::kGone) {
      uint32_t& lowlink = entries_[last.previous].lowlink;
      lowlink = std::min(lowlink, last.lowlink);
    }
    if (last.lowlink == path_top_) {
      ++counts.number;
      counts.largest = std::max<uint64_t>(counts.largest, entries_.size() - path_top_);
      for (size_t i = path_top_; i < entries_.size(); ++i) store_.note(entries_[i].id).*position_ = Note::kGone;
      entries_.resize(path_top_);
    }
    path_top_ = last.previous;
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

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, Note>
class Search : search::SearchRun {
 public:
  // `extra`: where the model counts transitions from a state to itself that it does not show; null: nowhere.
  Search(model::Model& model, StoreT& store, const search::Task& task, const search::Progress& progress = {},
         const uint64_t* extra = nullptr)
      : SearchRun(task, progress),
        model_(model),
        store_(store),
        as_run_(store, &Note::as_run, false),
        exact_(store, &Note::exact, true),
        extra_(extra) {}

  Experiment run() {
    guard([this] {
      share_memory(store_, stack_bytes());
      buffer_.clear();
      model_.initial(buffer_);
      if (buffer_.list.empty() || buffer_.list[0].dead_end) return;
      const store::Insertion i = store_.insert(buffer_.view(0), buffer_.list[0].hash);
      if (i.full) {
        out_of_memory();
      } else if (enter(i.id, 0, 0)) {
        explore();
      }
    });
    fill_counts();
    store_.for_each([&](store::StateId id) {
      const uint16_t n = store_.note(id).visits;
      if (n == 0) return;
      std::vector<uint64_t>& visits = result_.counts.visits;
      if (visits.size() < n) visits.resize(n);
      ++visits[n - 1];
    });
    result_.counts.as_run = as_run_.counts;
    result_.counts.exact = exact_.counts;
    result_.outcome = std::move(outcome_);
    return std::move(result_);
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
    Note& note = store_.note(id);
    note.visited = note.on_path = true;
    count_visits(id, 1);
    as_run_.push(id);
    exact_.push(id);
    search::Outcome& o = outcome_;
    ++o.counts.states;
    o.counts.depth = std::max(o.counts.depth, depth);
    frames_.push_back({id, choice, depth, waiting_.size(), waiting_.size()});
    result_.counts.depth = std::max<uint64_t>(result_.counts.depth, frames_.size());
    if (watch_.due() && !check()) return false;
    const uint64_t before = extra_ ? *extra_ : 0;
    model_.expand(store_.get(id), buffer_);
    if (extra_) count_visits(id, *extra_ - before);
    if (!errors()) return false;
    for (uint32_t i = 0; i < buffer_.list.size(); ++i) {
      const model::Successor& s = buffer_.list[i];
      if (s.dead_end) continue;
      const store::Insertion at = store_.insert(buffer_.view(i), s.hash);
      if (at.full) return out_of_memory();
      o.counts.vector_bytes = std::max<uint64_t>(o.counts.vector_bytes, s.total);
      waiting_.push_back({at.id, i, s.steps});
    }
    return true;
  }

  bool errors() {
    for (const model::StepError& e : buffer_.errors) {
      if (!log_.looks_for(e.kind)) continue;
      if (log_.record(e.kind, e.place, frames_.back().depth + e.steps, [&] {
            search::Path p = path();
            p.choices.push_back(e.successor);
            return p;
          }))
        return false;
    }
    if (!buffer_.deadlock || !log_.looks_for(model::ErrorKind::deadlock)) return true;
    return !log_.record(model::ErrorKind::deadlock, buffer_.deadlock_place, frames_.back().depth,
                        [&] { return path(); });
  }

  search::Path path() const {
    search::Path p;
    for (size_t i = 1; i < frames_.size(); ++i) p.choices.push_back(frames_[i].choice);
    return p;
  }

  void explore() {
    while (!frames_.empty()) {
      Frame& top = frames_.back();
      if (top.next < waiting_.size()) {
        const Entry next = waiting_[top.next++];
        const Note& note = store_.note(next.id);
        if (!note.visited) {
          if (!enter(next.id, next.choice, top.depth + next.steps)) return;
          continue;
        }
        ++outcome_.counts.matched;
        count_visits(next.id, 1);
        ++(note.on_path ? result_.counts.loops : result_.counts.revisits);
        as_run_.edge(next.id);
        exact_.edge(next.id);
        continue;
      }
      store_.note(top.id).on_path = false;
      as_run_.pop();
      exact_.pop();
      waiting_.resize(top.first);
      frames_.pop_back();
    }
  }

  void count_visits(store::StateId id, uint64_t more) {
    uint16_t& visits = store_.note(id).visits;
    visits = narrow<uint16_t>(std::min<uint64_t>(visits + more, UINT16_MAX));
  }

  uint64_t stack_bytes() const {
    return frames_.capacity() * sizeof(Frame) + waiting_.capacity() * sizeof(Entry) + as_run_.bytes() + exact_.bytes();
  }
  bool check() {
    return check_budgets(store_, stack_bytes(), [this]() -> const search::Counts& { return fill_counts(); });
  }
  const search::Counts& fill_counts() {
    outcome_.counts.stack_peak = result_.counts.depth;
    return count_memory(store_, stack_bytes());
  }

  model::Model& model_;
  StoreT& store_;
  Experiment result_;
  ComponentStack<StoreT> as_run_, exact_;
  const uint64_t* extra_;
  model::SuccessorBuffer buffer_;
  std::vector<Frame> frames_;
  std::vector<Entry> waiting_;
};

}  // namespace gyre::thesis
