// Pseudo depth-first search: visits every state, the last ones first, but not in true depth-first order.
//
// A search in true depth-first order waits for memory twice per state, because the next state is not known before the
// answer is there. Whoever only wants to know whether an error can be reached need not keep to an order: here arrivals
// are gathered and settled many at once (batch.h), when what the question for each needs has been fetched; those that
// are new go on top of those that wait. (Laarman, van de Pol, Weber, "Boosting
// multi-core reachability performance with shared hash tables", 2010, calls this order pseudo depth-first.)
//
// There is no path. When an error that is looked for is met, the search ends at once and says so (`met_error`); if all
// errors are looked for, it counts them and goes on, and `found` has no paths. The one who wants a path repeats the
// search depth-first. Counts are those of any other complete search; `depth` is
// that of the tree of first arrivals, which depends on the order.
//
// States with hidden bytes cannot be searched in this way: which value is kept depends on the order.
//
// What changes is in this object and its store: one per thread. Several threads that search together have a model, a
// worker of a shared store and one of these each, and a team (team.h) that keeps them busy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "base/raw_vector.h"
#include "model/model.h"
#include "search/batch.h"
#include "search/error_log.h"
#include "search/search.h"
#include "search/turns.h"
#include "search/waiting.h"
#include "search/watch.h"
#include "store/concept.h"

namespace gyre::search {

// Who else is searching: nobody.
struct Alone {
  // Nothing waits any more: is there anything left to do? It is put on the stack.
  bool find_work(WaitingStack&) { return false; }
  // Before each expansion. False: the search has to end.
  bool go_on(WaitingStack&) { return true; }
  // Those of all together, when those of this one are so many.
  uint64_t stack_bytes(uint64_t own) { return own; }
  // Now and then; and what all together have counted, by what they have shown.
  void show(const Counts&) {}
  const Counts& total(const Counts& own) { return own; }
};

struct PseudoDfsOptions {
  uint64_t window_bytes = uint64_t{4} << 20;  // for the bytes of waiting states
};

template <store::CarryingStore StoreT, class TeamT = Alone>
class PseudoDepthFirst {
 public:
  // All of them must live until run() returns.
  PseudoDepthFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
                   PseudoDfsOptions options = {}, TeamT team = {})
      : model_(model),
        store_(store),
        task_(task),
        progress_(progress),
        watch_(task_, progress_),
        team_(std::move(team)),
        waiting_(std::min(options.window_bytes, task.memory_limit / 8)),
        batch_(store) {}

  // From the initial state on; the store is empty.
  Outcome run() {
    guard([this] {
      out_.clear();
      model_.initial(out_);
      here_ = {};
      if (!note_errors(out_.errors) || out_.list.empty() || out_.list[0].dead_end) return;
      if (arrivals()) search();
    });
    return end();
  }

  // Takes up a depth-first search that has ended for this (DfsOptions::hand_over_at), with its outcome and on its
  // store; then comes go_on(), and the other is not needed any more.
  template <class DepthFirstT>
  void take_over(DepthFirstT& before, Outcome so_far) {
    outcome_ = std::move(so_far);
    outcome_.ended = Ended::complete;
    outcome_.counts.frame_bytes = 0;
    log_.take_up();
    guard([&] {
      outcome_.counts.matched += before.hand_over(
          [&](store::StateId id, uint64_t depth) {
            recall(id, depth);
            waiting_.push(id, here_, here_words_.data());
          },
          [&](store::StateId id, uint64_t depth, const model::SuccessorBuffer& out, uint32_t i) {
            recall(id, depth);
            if (!note_errors(item_of(out, i).errors)) return false;
            if (out.list[i].dead_end) return true;
            return carry(out.view(i), out.list[i].hash, depth + out.list[i].steps);
          });
    });
  }
  // Without take_over(): has nothing to do yet, but its team may have.
  Outcome go_on() {
    guard([this] {
      if (!met_error_ && outcome_.ended == Ended::complete) search();
    });
    return end();
  }

  bool met_error() const { return met_error_; }

 private:
  using Batch = ArrivalBatch<StoreT>;
  static constexpr uint32_t kBehind = model::Model::kReadableBehind / 8;

  uint64_t* room_here(uint32_t words) {
    if (words + kBehind > here_words_.capacity()) [[unlikely]]
      here_words_.reserve(words + kBehind);
    here_.size = words;
    return here_words_.data();
  }
  StateView here_view() const { return Batch::view_of(here_, here_words_.data()); }

  template <class Body>
  void guard(Body&& body) {
    try {
      adjust_store_limit();
      body();
    } catch (const std::bad_alloc&) {
      outcome_.ended = Ended::memory;
    } catch (const model::GaveUp&) {
      outcome_.ended = why_gave_up(task_);
    }
  }
  Outcome end() {
    if (met_error_) outcome_.ended = Ended::error_limit;
    fill_counts();
    return std::move(outcome_);
  }

  void search() {
    for (;;) {
      if (waiting_.empty()) {
        if (!(batch_.empty() ? team_.find_work(waiting_) : settle_all())) return;
        continue;
      }
      if (!team_.go_on(waiting_)) return;
      if (watch_.due() && !check()) return;
      here_ = waiting_.pop([this](uint32_t words) { return room_here(words); },
                           [this](store::StateId id, auto&& room) { return store_.recall(id, room); });
      model_.expand_in_place(here_view(), out_);
      outcome_.counts.atomic_steps += out_.atomic_steps;
      outcome_.counts.depth = std::max(outcome_.counts.depth, here_.depth + out_.inner_depth);
      if ((out_.deadlock && !note_error(model::ErrorKind::deadlock, out_.deadlock_place, 0)) ||
          (!out_.errors.empty() && !note_errors(out_.errors))) [[unlikely]] {
        return;
      }
      if (!arrivals()) return;
    }
  }

  void recall(store::StateId id, uint64_t depth) {
    const StateView view = store_.recall(id, [this](uint32_t words) { return room_here(words); });
    here_.depth = depth;
    here_.key = view.key;
    here_.total = view.total;
  }

  // The successors of here_. False: the search has to end.
  bool arrivals() {
    for (const model::Successor& successor : out_.list) {
      if (successor.dead_end) [[unlikely]]
        continue;
      if (!carry({out_.bytes.data() + successor.offset, successor.key, successor.total}, successor.hash,
                 here_.depth + successor.steps)) {
        return false;
      }
    }
    return true;
  }

  [[gnu::always_inline]] bool carry(StateView state, uint64_t hash, uint64_t depth) {
    return batch_.carry(here_view(), state, hash, depth, {}, settle_) || full();
  }
  bool settle_all() { return batch_.settle_all(settle_) || full(); }
  [[gnu::always_inline]] bool settle(const typename Batch::Arrival& arrival) {
    const store::Insertion done = store_.settle(arrival.view(), arrival.probe);
    if (done.inserted) {
      outcome_.counts.depth = std::max(outcome_.counts.depth, arrival.state.depth);
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, arrival.state.total);
      waiting_.push(done.id, arrival.state, arrival.words);
      return true;
    }
    if (done.full) [[unlikely]]
      return false;
    ++outcome_.counts.matched;
    return true;
  }
  // For the batch.
  struct Settle {
    PseudoDepthFirst* search;
    [[gnu::always_inline]] bool operator()(const typename Batch::Arrival& arrival) const {
      return search->settle(arrival);
    }
    [[gnu::always_inline]] void known(uint64_t number) const { search->outcome_.counts.matched += number; }
  };

  bool full() {
    outcome_.ended = Ended::memory;
    return false;
  }

  // An error on a step from here_. False: the search has to end.
  bool note_error(model::ErrorKind kind, uint32_t place, uint32_t steps) {
    if (!task_.looks_for(kind)) return true;
    met_error_ = !task_.counts_errors();
    return !met_error_ && !log_.record(kind, place, here_.depth + steps, [] { return Path{}; });
  }
  bool note_errors(std::span<const model::StepError> errors) {
    for (const model::StepError& error : errors) {
      if (!note_error(error.kind, error.place, error.steps)) return false;
    }
    return true;
  }

  uint64_t stack_bytes() { return team_.stack_bytes(waiting_.bytes() + batch_.bytes()); }
  void adjust_store_limit() { store_.set_memory_limit(rest_of(task_.memory_limit, stack_bytes())); }
  bool check() {
    adjust_store_limit();
    team_.show(outcome_.counts);
    outcome_.counts.stack_bytes = std::max(outcome_.counts.stack_bytes, stack_bytes());
    return watch_.check(stack_bytes() + store_.bytes(), outcome_.ended,
                        [this]() -> const Counts& { return team_.total(fill_counts()); });
  }
  const Counts& fill_counts() {
    Counts& counts = outcome_.counts;
    counts.states = store_.size();
    counts.store_bytes = store_.bytes();
    counts.stack_bytes = std::max(counts.stack_bytes, stack_bytes());
    counts.peak_bytes = std::max({counts.peak_bytes, watch_.peak(), stack_bytes() + store_.bytes()});
    counts.table_fill = store_.fill();
    return counts;
  }

  model::Model& model_;
  StoreT& store_;
  const Task task_;
  const Progress progress_;
  Outcome outcome_;
  ErrorLog log_{task_, outcome_};
  Watch watch_;
  bool met_error_ = false;
  [[no_unique_address]] TeamT team_;

  WaitingStack waiting_;
  CarriedState here_;  // the state that is being expanded
  RawVector<uint64_t> here_words_;
  model::SuccessorBuffer out_;
  Batch batch_;
  const Settle settle_{this};
};

}  // namespace gyre::search
