// Pseudo depth-first search: visits every state, the last ones first, but not in true depth-first order.
//
// A search in true depth-first order waits for memory twice per state, because the next state is not known before the
// answer is there. Whoever only wants to know whether an error can be reached need not keep to an order: here some
// states are expanded, and then all their successors are committed at once (batch.h), when what the question for each
// needs has been fetched; those that are new go on top of those that wait. That is a few loops over many successors,
// short ones, and what can be done once for all of them is. (Laarman, van de Pol, Weber, "Boosting
// multi-core reachability performance with shared hash tables", 2010, calls this order pseudo depth-first.)
//
// There is no path. When an error that is looked for is met, the search ends at once and says so (`met_error`); if all
// errors are looked for, it counts them and goes on; what is in `found` has no path. The one who wants a path repeats
// the search in another way (run/any_order.h). Counts are those of any other complete search; `depth` is
// that of the tree of first arrivals, which depends on the order.
//
// States with hidden bytes cannot be searched in this way: which value is kept depends on the order.
//
// What changes is in this object and its store: one per thread. Several threads that search together have a model, a
// worker of a shared store and one of these each, and a sharing (work_sharing.h) that keeps them busy.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "base/narrow.h"
#include "base/raw_vector.h"
#include "model/model.h"
#include "search/batch.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"
#include "search/waiting.h"
#include "store/concept.h"

namespace gyre::search {

// Who else is searching: nobody.
struct Alone {
  // Nothing waits any more: is there anything left to do? It is put on the stack.
  bool find_work(WaitingStack&) { return false; }
  // Called before each expansion. False: the search has to end.
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

template <store::BatchedStore StoreT, class SharingT = Alone>
class PseudoDepthFirst : SearchRun {
 public:
  // All of them must live until run() returns.
  PseudoDepthFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {},
                   PseudoDfsOptions options = {}, SharingT sharing = {})
      : SearchRun(task, progress),
        model_(model),
        store_(store),
        sharing_(std::move(sharing)),
        waiting_(std::min(options.window_bytes, task.memory_limit / 8)),
        batch_(store) {}

  // Searches from the initial state on; the store is empty.
  Outcome run() {
    guard_all([this] {
      out_.clear();
      model_.initial(out_);
      if (!note_errors(out_.errors, 0) || out_.list.empty() || out_.list[0].dead_end) return;
      parents_[0] = {};
      parents_[0].end = out_.list.size();
      if (arrivals()) search();
    });
    return end();
  }

  // Takes up a depth-first search that has ended for this (DfsOptions::hand_over_at), with its outcome and on its
  // store; then comes go_on(), and the other is not needed any more. `whole`: the model without any reduction.
  template <class DepthFirstT>
  void take_over(DepthFirstT& before, Outcome so_far, model::Model& whole) {
    assert(so_far.ended == Ended::handed_over && waiting_.empty());
    outcome_ = std::move(so_far);
    outcome_.ended = Ended::complete;
    outcome_.counts.frame_bytes = 0;
    log_.take_up();
    guard_all([&] {
      outcome_.counts.matched += before.hand_over(
          whole,
          [&](store::StateId id, uint64_t depth) {
            const Parent state = recall(id, depth);
            waiting_.push(id, {depth, state.view.key, state.view.total, state.words}, kept_words_.data());
          },
          [&](store::StateId id, uint64_t depth, const model::SuccessorBuffer& out, uint32_t i) {
            const Parent parent = recall(id, depth);
            if (!note_errors(item_of(out, i).errors, depth)) return false;
            return out.list[i].dead_end || stage(parent, out.view(i), out.list[i]);
          });
      commit_all();
    });
  }
  // Without take_over(): has nothing to do yet, but its sharing may have.
  Outcome go_on() {
    guard_all([this] {
      if (!met_error_ && outcome_.ended == Ended::complete) search();
    });
    return end();
  }

  bool met_error() const { return met_error_; }

 private:
  using Batch = ArrivalBatch<StoreT>;
  static_assert(WaitingStack::kBehind * 8 >= model::Model::kReadableBehind);

  // A state that was expanded. Its successors lie behind those of the one before.
  struct Parent {
    StateView view;
    uint32_t words = 0;  // of what is staged
    uint64_t depth = 0;
    size_t end = 0;  // of its successors
  };
  // Gathering ends when there are so many successors, or states that have some.
  static constexpr size_t kEnough = 32;
  static constexpr size_t kMostParents = kEnough;
  static_assert(kEnough <= Batch::kSize);

  template <class Body>
  void guard_all(Body&& body) {
    guard([&] {
      adjust_store_limit();
      body();
    });
  }
  Outcome end() {
    if (met_error_) outcome_.ended = Ended::error_limit;
    fill_counts();
    return std::move(outcome_);
  }

  void search() {
    do {
      while (!waiting_.empty()) {
        if (!gather() || !arrivals()) return;
      }
    } while (sharing_.find_work(waiting_));
  }

  // Expands states until they have enough successors. False: the search has to end.
  bool gather() {
    out_.clear();
    size_t parents = 0;
    do {
      if (!sharing_.go_on(waiting_)) return false;
      if (watch_.due() && !check()) return false;
      const WaitingStack::Taken here =
          waiting_.take([this](store::StateId id, auto&& room) { return store_.recall(id, room); });
      const size_t before = out_.list.size();
      const uint64_t depth = here.state.depth;
      const StateView view = Batch::view_of(here.state, here.words);
      model_.expand_more(view, out_);
      assert(parents < kMostParents);
      parents_[parents] = {view, here.state.size, depth, out_.list.size()};
      parents += out_.list.size() != before ? 1 : 0;
      outcome_.counts.atomic_steps += out_.atomic_steps;
      outcome_.counts.pruned += out_.taken_out;
      outcome_.counts.partially_expanded += out_.taken_out != 0 ? 1 : 0;
      outcome_.counts.depth = std::max(outcome_.counts.depth, depth + out_.inner_depth);
      if ((out_.deadlock && !note_error(model::ErrorKind::deadlock, out_.deadlock_place, depth)) ||
          (!out_.errors.empty() && !note_errors(out_.errors, depth))) [[unlikely]] {
        return false;
      }
    } while (out_.list.size() < kEnough && !waiting_.empty());
    // Some will be committed before the last ones are staged, and what they push may lie where their parent does.
    if (out_.list.size() > Batch::kSize) [[unlikely]]
      keep(parents_[parents - 1]);
    return true;
  }
  void keep(Parent& parent) {
    kept_words_.reserve(parent.words + WaitingStack::kBehind);
    std::memcpy(kept_words_.data(), parent.view.data, size_t{8} * parent.words);
    parent.view.data = reinterpret_cast<const uint8_t*>(kept_words_.data());
  }

  Parent recall(store::StateId id, uint64_t depth) {
    Parent parent;
    parent.depth = depth;
    parent.view = store_.recall(id, [&](uint32_t words) {
      kept_words_.reserve(words + WaitingStack::kBehind);
      parent.words = words;
      return kept_words_.data();
    });
    return parent;
  }

  // All that were gathered. False: the search has to end.
  bool arrivals() {
    if constexpr (store::BatchesSmall<StoreT, model::Successor>) {
      const std::span<model::Successor> all(out_.list.data(), out_.list.size());
      if (store_.stage_small(all, out_.bytes.data())) return small_arrivals(all);
    }
    const Parent* parent = parents_;
    for (size_t i = 0; i < out_.list.size(); ++i) {
      parent += i == parent->end ? 1 : 0;
      const model::Successor& successor = out_.list[i];
      if (successor.dead_end) [[unlikely]]
        continue;
      if (!stage(*parent, {out_.bytes.data() + successor.offset, successor.key, successor.total}, successor))
        return false;
    }
    waiting_.let_go();
    return commit_all();
  }

  // The same if all of them are small states of one kind, which lie where they are until they are committed.
  bool small_arrivals(std::span<model::Successor> all) requires store::BatchesSmall<StoreT, model::Successor> {
    const Parent* parent = parents_;
    for (size_t i = 0; i < all.size(); ++i) {
      parent += i == parent->end ? 1 : 0;
      all[i].steps += narrow<uint32_t>(parent->depth);
    }
    waiting_.let_go();
    // A constant where it can be: most states are small, and few words are copied without a loop.
    return all.front().total <= 8 * store::kSmallWords
               ? settle_small(all, std::integral_constant<uint32_t, store::kSmallWords>())
               : settle_small(all, store::small_words(all.front().total));
  }
  template <class Words>
  bool settle_small(std::span<model::Successor> all,
                    Words words_of_each) requires store::BatchesSmall<StoreT, model::Successor> {
    model::Successor* left[Batch::kSize];
    for (; !all.empty(); all = all.subspan(std::min<size_t>(all.size(), Batch::kSize))) {
      const auto some = all.first(std::min<size_t>(all.size(), Batch::kSize));
      model::Successor** const end = store_.probe_small(some, out_.bytes.data(), left);
      if (end == nullptr) return full();
      outcome_.counts.matched += some.size() - narrow<size_t>(end - left);
      if (store_.prefetches_entries()) {
        for (model::Successor** at = left; at != end; ++at) store_.prefetch_entry({(*at)->hash});
      }
      for (model::Successor** at = left; at != end; ++at) {
        const model::Successor& arrival = **at;
        const auto* words = reinterpret_cast<const uint64_t*>(out_.bytes.data() + arrival.offset);
        const StagedState state{arrival.steps, arrival.key, arrival.total, words_of_each};
        if (!visit(store_.commit(Batch::view_of(state, words), {arrival.hash}), state, words)) return full();
      }
    }
    return true;
  }

  [[gnu::always_inline]] bool stage(const Parent& parent, StateView state, const model::Successor& successor) {
    // Was it staged with what the store knows of it?
    const StateView near = parent.words > store::small_words(parent.view.total) ? parent.view : StateView{};
    return batch_.stage(near, state, successor.hash, parent.depth + successor.steps, {}, commit_) || full();
  }
  bool commit_all() { return batch_.commit_all(commit_) || full(); }
  [[gnu::always_inline]] bool commit(const typename Batch::Arrival& arrival) {
    return visit(store_.commit(arrival.view(), arrival.probe), arrival.state, arrival.words);
  }
  // False: there is no memory.
  [[gnu::always_inline]] bool visit(const store::Insertion& done, const StagedState& state, const uint64_t* words) {
    if (done.inserted) {
      outcome_.counts.depth = std::max(outcome_.counts.depth, state.depth);
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
      waiting_.push(done.id, state, words);
      return true;
    }
    if (done.full) [[unlikely]]
      return false;
    ++outcome_.counts.matched;
    return true;
  }
  // What the batch calls for the arrivals that are to be committed.
  struct Commit {
    PseudoDepthFirst* search;
    [[gnu::always_inline]] bool operator()(const typename Batch::Arrival& arrival) const {
      return search->commit(arrival);
    }
    [[gnu::always_inline]] void known(uint64_t number) const { search->outcome_.counts.matched += number; }
  };

  bool full() {
    outcome_.ended = Ended::memory;
    return false;
  }

  // An error, at the end of so many steps. False: the search has to end.
  bool note_error(model::ErrorKind kind, uint32_t place, uint64_t length) {
    if (!task_.looks_for(kind)) return true;
    const bool enough = log_.record_without_path(kind, place, length);
    met_error_ = !task_.counts_errors();
    return !enough && !met_error_;
  }
  // On steps from a state at this depth.
  bool note_errors(std::span<const model::StepError> errors, uint64_t depth) {
    for (const model::StepError& error : errors) {
      if (!note_error(error.kind, error.place, depth + error.steps)) return false;
    }
    return true;
  }

  uint64_t stack_bytes() { return sharing_.stack_bytes(waiting_.bytes() + batch_.bytes()); }
  void adjust_store_limit() { share_memory(store_, stack_bytes()); }
  bool check() {
    sharing_.show(outcome_.counts);
    return check_budgets(store_, stack_bytes(), [this]() -> const Counts& { return sharing_.total(fill_counts()); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = store_.size();
    return count_memory(store_, stack_bytes());
  }

  model::Model& model_;
  StoreT& store_;
  bool met_error_ = false;
  [[no_unique_address]] SharingT sharing_;

  WaitingStack waiting_;
  Parent parents_[kMostParents];
  RawVector<uint64_t> kept_words_;  // of a parent that does not lie among those that wait
  model::SuccessorBuffer out_;
  Batch batch_;
  const Commit commit_{this};
};

}  // namespace gyre::search
