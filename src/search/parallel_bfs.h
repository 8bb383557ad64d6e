// Breadth-first search by several threads, level by level, on a shared store with predecessor links.
//
// As in bfs.h a path has the fewest transitions, and every state is counted once. Which of several shortest paths the
// links describe depends on who comes first, and so does `depth`, which is in steps. An error that ends the search ends
// it in the middle of a level, so the counts are then those of what was seen.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "base/raw_vector.h"
#include "model/model.h"
#include "search/batch.h"
#include "search/error_log.h"
#include "search/levels.h"
#include "search/links.h"
#include "search/parallel.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"
#include "search/shared_counts.h"
#include "store/concept.h"

namespace gyre::search {

template <store::SharedStore StoreT>
requires std::same_as<typename StoreT::Note, ParentLink>
class ParallelBreadthFirst {
 public:
  // A thread for each model. The store is empty; all must live until run() returns. There must be no depth limit.
  ParallelBreadthFirst(std::span<model::Model* const> models, StoreT& store, const Task& task,
                       const Progress& progress = {})
      : models_(models),
        store_(store),
        task_(task),
        progress_(progress),
        levels_(narrow<unsigned>(models.size()), store.stop_the_world()),
        counts_(narrow<unsigned>(models.size())),
        log_(task_, outcome_) {}

  Outcome run() {
    std::vector<Outcome> outcomes(models_.size());
    in_threads(
        narrow<unsigned>(models_.size()), store_.stop_the_world(),
        [&](unsigned number) {
          outcomes[number] = Member(*this, number).run();
          if (outcomes[number].ended != Ended::complete) levels_.stop();
        },
        [&] { levels_.stop(); });
    for (const Outcome& outcome : outcomes) add_counts(outcome_, outcome);
    outcome_.counts.states = store_.size();
    outcome_.counts.table_fill = store_.fill();
    return std::move(outcome_);
  }

 private:
  // One thread's part.
  class Member : SearchRun {
   public:
    Member(ParallelBreadthFirst& all, unsigned number)
        : SearchRun(all.task_, number == 0 ? all.progress_ : Progress{}),
          all_(all),
          number_(number),
          model_(*all.models_[number]),
          worker_(all.store_),
          batch_(worker_) {}

    Outcome run() {
      guard([this] {
        adjust_store_limit();
        if (number_ > 0 || start()) search();
      });
      fill_counts();
      return std::move(outcome_);
    }

   private:
    using Batch = ArrivalBatch<typename StoreT::Worker, ParentLink>;
    using Waiting = Levels::Waiting;

    bool start() {
      out_.clear();
      model_.initial(out_);
      for (const model::StepError& error : out_.errors) {
        if (task_.looks_for(error.kind) && !record(error.kind, error.place, error.steps, [] { return Path{}; })) {
          return false;
        }
      }
      if (out_.list.empty() || out_.list[0].dead_end) return true;  // the others wait for the end of this level
      return stage(0, 0, ParentLink());
    }

    // Each round is a level; the first is empty, and its next one has the initial state.
    void search() {
      do {
        while (const Levels::Block* block = all_.levels_.take()) {
          for (size_t i = 0; i < block->size(); ++i) {
            if (i + kAhead < block->size()) worker_.prefetch_state((*block)[i + kAhead].id);
            if (!explore((*block)[i])) return;
          }
        }
        if (!(batch_.commit_all(commit_) || out_of_memory())) return;
      } while (all_.levels_.next_level(found_));
    }

    bool explore(const Waiting& from) {
      all_.store_.stop_the_world().safepoint();
      if (all_.levels_.stopped() || (watch_.due() && !check())) return false;
      here_ = worker_.recall(from.id, [this](uint32_t words) {
        if (words >= words_.capacity()) words_.reserve(words + 1);
        return words_.data();
      });
      model_.expand(here_, out_);
      outcome_.counts.atomic_steps += out_.atomic_steps;
      outcome_.counts.depth = std::max(outcome_.counts.depth, from.depth + out_.inner_depth);
      if (out_.deadlock && task_.looks_for(model::ErrorKind::deadlock) &&
          !record(model::ErrorKind::deadlock, out_.deadlock_place, from.depth, [&] { return all_.path(from.id); })) {
        return false;
      }
      if (out_.list.size() >= ParentLink::kMostChoices) {
        outcome_.ended = Ended::too_wide;
        return false;
      }
      size_t error = 0;
      for (uint32_t i = 0; i < out_.list.size(); ++i) {
        if (!out_.errors.empty() && meets_error(task_, out_, i, error) && !report(from, i)) return false;
        if (!out_.list[i].dead_end && !stage(from.depth, i, ParentLink(from.id, i))) return false;
      }
      return true;
    }

    bool report(const Waiting& from, uint32_t choice) {
      for (const model::StepError& error : item_of(out_, choice).errors) {
        if (!task_.looks_for(error.kind)) continue;
        const auto make_path = [&] {
          Path result = all_.path(from.id);
          result.choices.push_back(choice);
          return result;
        };
        if (!record(error.kind, error.place, from.depth + error.steps, make_path)) return false;
      }
      return true;
    }
    // Records an error. False: it is enough.
    template <class MakePath>
    bool record(model::ErrorKind kind, uint32_t place, uint64_t length, MakePath&& make_path) {
      const std::lock_guard lock(all_.log_mutex_);
      // Others may have met the last one that is wanted.
      if (all_.outcome_.ended != Ended::error_limit && !all_.log_.record(kind, place, length, make_path)) return true;
      outcome_.ended = Ended::error_limit;
      return false;
    }

    bool stage(uint64_t depth, uint32_t choice, ParentLink link) {
      const model::Successor& successor = out_.list[choice];
      const uint64_t there = link.is_root() ? 0 : depth + successor.steps;
      return batch_.stage(here_, out_.view(choice), successor.hash, there, link, commit_) || out_of_memory();
    }
    bool commit(const typename Batch::Arrival& arrival) {
      const store::Insertion done = worker_.commit(arrival.view(), arrival.probe, arrival.extra);
      if (done.full) return false;
      if (!done.inserted) {
        ++outcome_.counts.matched;
        return true;
      }
      found_.push({done.id, arrival.state.depth});
      outcome_.counts.depth = std::max(outcome_.counts.depth, arrival.state.depth);
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, arrival.state.total);
      return true;
    }
    struct Commit {
      Member* member;
      bool operator()(const typename Batch::Arrival& arrival) const { return member->commit(arrival); }
      void known(uint64_t number) const { member->outcome_.counts.matched += number; }
    };
    uint64_t stack_bytes() {
      return all_.counts_.stack_bytes(number_, found_.bytes() + batch_.bytes()) + all_.levels_.bytes();
    }
    void adjust_store_limit() { share_memory(worker_, stack_bytes()); }
    bool check() {
      all_.counts_.show(number_, outcome_.counts);
      return check_budgets(worker_, stack_bytes(), [this] { return all_.counts_.total(fill_counts()); });
    }
    const Counts& fill_counts() {
      outcome_.counts.states = worker_.size();
      return count_memory(worker_, stack_bytes());
    }

    static constexpr size_t kAhead = 4;

    ParallelBreadthFirst& all_;
    const unsigned number_;
    model::Model& model_;
    typename StoreT::Worker worker_;
    Levels::Found found_;
    StateView here_;
    RawVector<uint64_t> words_;
    model::SuccessorBuffer out_;
    Batch batch_;
    const Commit commit_{this};
  };

  // To a state of this level, or of one before.
  Path path(store::StateId id) const {
    return path_to(id, [this](store::StateId at) { return store_.note(at); });
  }

  const std::span<model::Model* const> models_;
  StoreT& store_;
  const Task task_;
  const Progress progress_;
  Levels levels_;
  SharedCounts counts_;
  Outcome outcome_;  // errors: with the mutex
  std::mutex log_mutex_;
  ErrorLog log_;
};

}  // namespace gyre::search
