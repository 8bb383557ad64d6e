// A search of all states whose visited set, queue and predecessor links are on disk (--when-full disk).
//
// The order is that of breadth-first search, but for states of which it comes out late that they are new
// (store/disk_set.h): so nothing is promised about lengths. Every state is expanded once, and a path is made of the
// links, so it is found as in bfs.h, without another search.
//
// `Set` tells whether a state is new, at once or later; `Queue` holds the states that wait for their turn; `Links` how
// each was reached. They throw DiskError.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string>

#include "base/disk_error.h"
#include "model/model.h"
#include "search/links.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"

namespace gyre::search {

template <class Set, class Queue, class Links>
class OnDisk : SearchRun {
 public:
  OnDisk(model::Model& model, Set& set, Queue& queue, Links& links, const Task& task, const Progress& progress = {})
      : SearchRun(task, progress), model_(model), set_(set), queue_(queue), links_(links) {}

  Outcome run() {
    guard([this] {
      try {
        if (start()) search();
      } catch (const DiskError& error) {
        disk_error_ = error.what();
        outcome_.ended = Ended::disk;
      }
    });
    fill_counts();
    return std::move(outcome_);
  }

  // Why it ended, if it ended with Ended::disk.
  const std::string& disk_error() const { return disk_error_; }

 private:
  bool start() {
    model_.initial(out_);
    if (!begins(out_)) return false;
    arrive(ParentLink(), 0, 0);
    return true;
  }

  void search() {
    for (;;) {
      while (!queue_.empty()) {
        if (watch_.due() && !check()) return;
        const auto item = queue_.pop();
        const uint64_t number = item.number, depth = item.depth;
        model_.expand(item.state, out_);
        if (!insert_all(number, depth)) return;
        if (set_.wants_resolving() && !resolve()) return;
      }
      if (!set_.waiting()) return;
      if (!resolve()) return;
    }
  }

  bool resolve() {
    bool goes_on = true;
    set_.resolve([this](const auto& record) { add(record.state, record.link, record.depth); },
                 [&] { return goes_on = check(); });
    return goes_on;
  }

  // A state that was expanded: its errors and its successors. False: the search has to end.
  bool insert_all(uint64_t from, uint64_t depth) {
    Counts& counts = outcome_.counts;
    counts.atomic_steps += out_.atomic_steps;
    counts.depth = std::max(counts.depth, depth + out_.inner_depth);
    if (out_.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        log_.record(model::ErrorKind::deadlock, out_.deadlock_place, depth, [&] { return path(from); })) {
      return false;
    }
    if (out_.list.size() >= ParentLink::kMostChoices) {
      outcome_.ended = Ended::too_wide;
      return false;
    }
    for (const model::Successor& successor : out_.list) set_.prefetch(successor.hash);
    size_t error = 0;
    for (uint32_t i = 0; i < out_.list.size(); ++i) {
      if (!out_.errors.empty() && meets_error(task_, out_, i, error) && !report(from, depth, i)) return false;
      if (!out_.list[i].dead_end) arrive(ParentLink(from, i), i, depth + out_.list[i].steps);
    }
    return true;
  }

  bool report(uint64_t from, uint64_t depth, uint32_t choice) {
    for (const model::StepError& error : item_of(out_, choice).errors) {
      if (!log_.looks_for(error.kind)) continue;
      const auto make_path = [&] {
        Path result = path(from);
        result.choices.push_back(choice);
        return result;
      };
      if (log_.record(error.kind, error.place, depth + error.steps, make_path)) return false;
    }
    return true;
  }

  void arrive(ParentLink link, uint32_t choice, uint64_t depth) {
    ++arrivals_;
    const StateView state = out_.view(choice);
    if (set_.arrive(state, out_.list[choice].hash, link.word(), depth) == Set::Arrival::first)
      add(state, link.word(), depth);
  }

  void add(StateView state, uint64_t link, uint64_t depth) {
    queue_.push(links_.add(link), depth, state);
    Counts& counts = outcome_.counts;
    counts.depth = std::max(counts.depth, depth);
    counts.stack_peak = std::max(counts.stack_peak, queue_.size());
    counts.vector_bytes = std::max<uint64_t>(counts.vector_bytes, state.total);
  }

  Path path(uint64_t number) {
    return path_to(number, [this](uint64_t at) { return ParentLink::of_word(links_.get(at)); });
  }

  bool check() {
    const uint64_t beside = queue_.bytes() + links_.bytes();
    return watch_.check(set_.bytes() + beside, outcome_.ended, [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = set_.size();
    outcome_.counts.matched = arrivals_ - set_.size();
    return count_memory(set_, queue_.bytes() + links_.bytes());
  }

  model::Model& model_;
  Set& set_;
  Queue& queue_;
  Links& links_;
  model::SuccessorBuffer out_;
  uint64_t arrivals_ = 0;
  std::string disk_error_;
};

}  // namespace gyre::search
