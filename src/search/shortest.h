// Search in the order of path lengths in steps: the first error it gives has the smallest length.
//
// A transition has a length (1; 2 for a rendezvous; more for an atomic sequence), so first in, first out is not enough.
// This is Dijkstra's algorithm with Dial's bucket queue ("Algorithm 360: shortest-path forest with topological
// ordering", 1969): states wait in one bucket per distance. Dial's ring has as many buckets as the longest transition
// has steps; that may be thousands (an atomic loop), of which few are in use, so the used ones are kept in a sorted
// list. A state that is reached on a shorter path before its turn is entered again, with a new predecessor link; the
// old entry is passed over. When a state is expanded, its distance is final, and so is the path of links to it.
//
// An error at distance d + steps inside a transition waits until all distances below it are done; it competes with
// deadlocks, which have their state's distance. So errors are recorded in the order of their lengths, and with
// max_errors = 0 each violation has its smallest length. With max_errors = n, states that are too far away to matter
// for
// the first n errors are not stored.
//
// With a depth limit the search is complete up to it, and `cut` is exact, as in bounded.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "model/model.h"
#include "search/beyond_bound.h"
#include "search/links.h"
#include "search/pending_items.h"
#include "search/run.h"
#include "search/search.h"
#include "store/concept.h"

namespace gyre::search {

struct DistanceLink {
  ParentLink link;
  uint32_t distance = 0;
};
static_assert(sizeof(DistanceLink) == 12);

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, DistanceLink>
class ShortestFirst : SearchRun {
 public:
  ShortestFirst(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {})
      : SearchRun(task, progress),
        model_(model),
        store_(store),
        bound_(std::min<uint64_t>(task.depth_limit, ~uint32_t{0})) {}

  Outcome run() {
    guard([this] {
      adjust_store_limit();
      if (start()) search();
      if (outcome_.ended == Ended::complete && suspect_) {
        outcome_.cut = anything_beyond(model_, store_, task_, bound_, longest_,
                                       [this](store::StateId id) { return store_.note(id).distance; });
      }
    });
    if (outcome_.ended != Ended::complete) outcome_.cut = suspect_;
    fill_counts();
    return std::move(outcome_);
  }

 private:
  // An error that was met but may not be the next shortest.
  struct Event {
    uint64_t length = 0;
    uint64_t number = 0;  // in the order of being met
    model::ErrorKind kind = model::ErrorKind::none;
    uint32_t place = 0;
    store::StateId state = store::kNoState;
    uint32_t choice = kDeadlock;
    bool operator<(const Event& other) const { return std::tie(length, number) < std::tie(other.length, other.number); }
  };
  static constexpr uint32_t kDeadlock = ~uint32_t{0};

  struct Bucket {
    uint64_t distance = 0;
    BlockQueue<store::StateId> states;
  };

  bool start() {
    out_.clear();
    model_.initial(out_);
    return begins(out_) && arrive(ParentLink(), 0, 0);
  }

  void search() {
    while (!buckets_.empty()) {
      const uint64_t distance = buckets_.back().distance;
      if (!settle(distance)) return;
      while (!buckets_.back().states.empty()) {
        auto& bucket = buckets_.back().states;
        const store::StateId id = bucket.front();
        bucket.pop();
        --waiting_;
        if (store_.note(id).distance != distance) continue;  // it was reached on a shorter path meanwhile
        if (watch_.due() && !check()) return;
        if constexpr (requires { store_.prefetch_state(store::StateId{}); }) {
          if (bucket.size() > kAhead) store_.prefetch_state(bucket.peek(kAhead));
        }
        if (!expand(id, distance)) return;
      }
      buckets_.pop_back();
    }
    settle(kUnlimited);
  }

  bool expand(store::StateId id, uint64_t distance) {
    model_.expand(store_.get(id), out_);
    const size_t count = out_.list.size();
    for (const model::Successor& successor : out_.list) store_.prefetch(successor.hash);
    outcome_.counts.atomic_steps += out_.atomic_steps;
    outcome_.counts.depth = std::max(outcome_.counts.depth, std::min(distance + out_.inner_depth, bound_));
    if (out_.deadlock && log_.looks_for(model::ErrorKind::deadlock) &&
        !meet({distance, 0, model::ErrorKind::deadlock, out_.deadlock_place, id, kDeadlock}, distance)) {
      return false;
    }
    if (count >= ParentLink::kMostChoices) {
      outcome_.ended = Ended::too_wide;
      return false;
    }
    for (const model::StepError& error : out_.errors) {
      if (!log_.looks_for(error.kind)) continue;
      longest_ = std::max<uint64_t>(longest_, error.steps);
      if (distance + error.steps > bound_) {
        suspect_ = true;
      } else if (!meet({distance + error.steps, 0, error.kind, error.place, id, error.successor}, distance)) {
        return false;
      }
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (out_.list[i].dead_end) continue;
      longest_ = std::max<uint64_t>(longest_, out_.list[i].steps);
      const uint64_t there = distance + out_.list[i].steps;
      if (there > bound_) {
        suspect_ = true;
        ++outcome_.counts.matched;
      } else if (there >= enough_) {
        continue;  // only errors that nobody asks for lie there
      } else if (!arrive(ParentLink(id, i), i, there)) {
        return false;
      }
    }
    return true;
  }

  bool arrive(ParentLink link, uint32_t choice, uint64_t distance) {
    const StateView state = out_.view(choice);
    const store::Insertion done = store_.insert(state, out_.list[choice].hash);
    if (done.full) {
      outcome_.ended = Ended::memory;
      return false;
    }
    DistanceLink& note = store_.note(done.id);
    if (!done.inserted) {
      ++outcome_.counts.matched;
      if (note.distance <= distance) return true;
      if constexpr (requires { store_.refresh(done.id, state); }) store_.refresh(done.id, state);
    }
    note = {link, narrow<uint32_t>(distance)};
    bucket_at(distance).push(done.id);
    ++waiting_;
    outcome_.counts.depth = std::max(outcome_.counts.depth, distance);
    outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, waiting_);
    outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, state.total);
    return true;
  }

  BlockQueue<store::StateId>& bucket_at(uint64_t distance) {
    auto at = buckets_.end();
    while (at != buckets_.begin() && std::prev(at)->distance < distance) --at;
    if (at == buckets_.begin() || std::prev(at)->distance != distance) {
      return buckets_.insert(at, Bucket{distance, {}})->states;
    }
    return std::prev(at)->states;
  }

  // An error was met. False: enough.
  bool meet(Event event, uint64_t distance) {
    if (task_.max_errors == 0) return !record(event);
    event.number = met_++;
    events_.insert(event);
    // Of those that wait, no more than may still be asked for.
    const uint64_t wanted = task_.max_errors - outcome_.errors;
    if (events_.size() > wanted) events_.erase(std::prev(events_.end()));
    if (events_.size() == wanted) enough_ = events_.rbegin()->length;
    return settle(distance);
  }

  // All distances below are done: errors up to this length are the next shortest.
  bool settle(uint64_t distance) {
    while (!events_.empty() && events_.begin()->length <= distance) {
      const Event event = *events_.begin();
      events_.erase(events_.begin());
      if (record(event)) return false;
    }
    return true;
  }

  bool record(const Event& event) {
    const auto make_path = [&] {
      Path path = path_to(event.state, [this](store::StateId at) { return store_.note(at).link; });
      if (event.choice != kDeadlock) path.choices.push_back(event.choice);
      return path;
    };
    return log_.record(event.kind, event.place, event.length, make_path, true);
  }

  uint64_t queue_bytes() const {
    uint64_t bytes = events_.size() * 96;
    for (const Bucket& bucket : buckets_) bytes += bucket.states.bytes();
    return bytes;
  }
  void adjust_store_limit() { share_memory(store_, queue_bytes()); }
  bool check() {
    return check_budgets(store_, queue_bytes(), [this]() -> const Counts& { return fill_counts(); });
  }
  const Counts& fill_counts() {
    outcome_.counts.states = store_.size();
    return count_memory(store_, queue_bytes());
  }

  static constexpr uint64_t kAhead = 4;

  model::Model& model_;
  StoreT& store_;

  uint64_t bound_;
  uint64_t longest_ = 1;          // transition met
  bool suspect_ = false;          // something was beyond the bound when it was met
  uint64_t enough_ = kUnlimited;  // from this distance on nothing is asked for any more
  std::vector<Bucket> buckets_;   // the nearest last; none with the same distance
  uint64_t waiting_ = 0;          // entries in all buckets
  std::set<Event> events_;
  uint64_t met_ = 0;
  model::SuccessorBuffer out_;
};

template <store::Store StoreT>
Outcome shortest_first(model::Model& model, StoreT& store, const Task& task, const Progress& progress = {}) {
  return ShortestFirst<StoreT>(model, store, task, progress).run();
}

}  // namespace gyre::search
