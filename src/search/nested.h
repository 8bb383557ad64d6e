// Nested depth-first search for accepting cycles (Courcoubetis, Vardi, Wolper & Yannakakis 1992; Holzmann, Figure 8.7),
// with the shortcut to the first stack and early detection (Schwoon & Esparza, TACAS 2005).
//
// Each state is stored once, with four bits beside it: on the stack of the first search (cyan), left by it (blue), seen
// by the second (red), accepting. The first search looks for a cycle that is closed by a step to a cyan state when one
// of the two ends is accepting; when it leaves an accepting state, the second search looks for a way from there to a
// cyan state. A lasso is the stack of the first search, then that of the second.
//
// Successors are put into the store when a state is expanded, still uncoloured, so that stacks hold ids only.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "model/model.h"
#include "search/error_log.h"
#include "search/search.h"
#include "search/watch.h"
#include "store/concept.h"

namespace gyre::search {

struct NestedNote {
  uint8_t bits = 0;
  static constexpr uint8_t kCyan = 1, kBlue = 2, kRed = 4, kAccepting = 8;
};

template <store::Store StoreT>
requires std::same_as<typename StoreT::Note, NestedNote>
class NestedDepthFirst {
 public:
  NestedDepthFirst(model::Model& model, StoreT& store, const Task& task, model::ErrorKind cycle_kind,
                   const Progress& progress = {})
      : model_(model),
        store_(store),
        task_(task),
        progress_(progress),
        cycle_kind_(cycle_kind),
        watch_(task_, progress_),
        log_(task_, outcome_) {}

  Outcome run() {
    try {
      if (task_.memory_limit != kUnlimited) store_.set_memory_limit(task_.memory_limit - task_.memory_limit / 4);
      start();
    } catch (const std::bad_alloc&) {
      outcome_.ended = Ended::memory;
    } catch (const model::GaveUp&) {
      outcome_.ended = why_gave_up(task_);
    }
    counts();
    return std::move(outcome_);
  }

 private:
  struct Entry {
    store::StateId id;
    uint32_t choice;
  };
  struct Frame {
    store::StateId id;
    uint32_t choice;  // by which it was reached
    size_t first;     // of its waiting successors; they lie on top of `waiting`
    size_t next;
    size_t depth;  // in steps
  };
  struct Stack {
    std::vector<Frame> frames;
    std::vector<Entry> waiting;
  };

  void start() {
    buffer_.clear();
    model_.initial(buffer_);
    if (buffer_.list.empty() || buffer_.list[0].dead_end) return;
    const store::Insertion i = insert(0);
    if (i.full) return;
    if (enter(first_, i.id, 0, NestedNote::kCyan)) blue();
  }

  store::Insertion insert(size_t index) {
    const model::Successor& s = buffer_.list[index];
    const store::Insertion i = store_.insert(buffer_.view(index), s.hash);
    if (i.full) {
      outcome_.ended = Ended::memory;
    } else if (i.inserted) {
      store_.note(i.id).bits = s.accepting ? NestedNote::kAccepting : 0;
      outcome_.counts.vector_bytes = std::max<uint64_t>(outcome_.counts.vector_bytes, s.total);
    }
    return i;
  }

  // Puts a state on a stack and its successors behind it. False: the search has to end.
  bool enter(Stack& stack, store::StateId id, uint32_t choice, uint8_t colour) {
    store_.note(id).bits |= colour;
    if (watch_.due() && !watch_.check(memory(), outcome_.ended, [this]() -> const Counts& {
          counts();
          return outcome_.counts;
        }))
      return false;
    const bool is_first = &stack == &first_;
    outcome_.counts.states += is_first;
    Frame frame{id, choice, stack.waiting.size(), stack.waiting.size(), 0};
    model_.expand(store_.get(id), buffer_);
    for (const model::Successor& s : buffer_.list) {
      if (!s.dead_end) store_.prefetch(s.hash);
    }
    stack.frames.push_back(frame);
    if (is_first) outcome_.counts.stack_peak = std::max<uint64_t>(outcome_.counts.stack_peak, stack.frames.size());
    if (is_first && !errors()) return false;
    for (uint32_t i = 0; i < buffer_.list.size(); ++i) {
      if (buffer_.list[i].dead_end) continue;
      const store::Insertion at = insert(i);
      if (at.full) return false;
      stack.waiting.push_back({at.id, i});
    }
    return true;
  }

  // Errors that need no cycle: a claim that is complete.
  bool errors() {
    for (const model::StepError& e : buffer_.errors) {
      if (!log_.looks_for(e.kind)) continue;
      if (log_.record(e.kind, e.place, first_.frames.size(), [&] { return path(e.successor); })) return false;
    }
    return true;
  }

  Path path(uint32_t last) const {
    Path p;
    for (size_t i = 1; i < first_.frames.size(); ++i) p.choices.push_back(first_.frames[i].choice);
    p.choices.push_back(last);
    return p;
  }

  void blue() {
    while (!first_.frames.empty()) {
      Frame& top = first_.frames.back();
      if (top.next < first_.waiting.size()) {
        const Entry entry = first_.waiting[top.next++];
        const uint8_t bits = store_.note(entry.id).bits;
        if (bits & NestedNote::kCyan) {
          ++outcome_.counts.matched;
          if (((bits | store_.note(top.id).bits) & NestedNote::kAccepting) != 0 && found(entry, false)) return;
        } else if (bits & NestedNote::kBlue) {
          ++outcome_.counts.matched;
        } else if (!enter(first_, entry.id, entry.choice, NestedNote::kCyan)) {
          return;
        }
        continue;
      }
      const store::StateId id = top.id;
      if ((store_.note(id).bits & NestedNote::kAccepting) && !(store_.note(id).bits & NestedNote::kRed) && !red(id))
        return;
      uint8_t& bits = store_.note(id).bits;
      bits = static_cast<uint8_t>((bits & ~NestedNote::kCyan) | NestedNote::kBlue);
      first_.waiting.resize(first_.frames.back().first);
      first_.frames.pop_back();
    }
  }

  // The second search. False: the search has to end.
  bool red(store::StateId seed) {
    second_.frames.clear();
    second_.waiting.clear();
    if (!enter(second_, seed, 0, NestedNote::kRed)) return false;
    while (!second_.frames.empty()) {
      Frame& top = second_.frames.back();
      if (top.next < second_.waiting.size()) {
        const Entry entry = second_.waiting[top.next++];
        const uint8_t bits = store_.note(entry.id).bits;
        if (bits & NestedNote::kCyan) {
          return !found(entry, true);
        }
        if (!(bits & NestedNote::kRed) && !enter(second_, entry.id, entry.choice, NestedNote::kRed)) return false;
        continue;
      }
      second_.waiting.resize(top.first);
      second_.frames.pop_back();
    }
    return true;
  }

  // A cycle through the cyan state of `entry`. True: that is enough.
  bool found(const Entry& entry, bool in_second) {
    if (!log_.looks_for(cycle_kind_)) return false;
    const size_t length = first_.frames.size() + (in_second ? second_.frames.size() : 0);
    return log_.record(cycle_kind_, 0, length, [&] {
      Path p;
      size_t start = 0;
      for (size_t i = 0; i < first_.frames.size(); ++i) {
        if (first_.frames[i].id == entry.id) start = i;
        if (i > 0) p.choices.push_back(first_.frames[i].choice);
      }
      if (in_second) {
        for (size_t i = 1; i < second_.frames.size(); ++i) p.choices.push_back(second_.frames[i].choice);
      }
      p.choices.push_back(entry.choice);
      p.cycle_start = static_cast<int64_t>(start);
      return p;
    });
  }

  uint64_t stack_bytes() const {
    return (first_.frames.capacity() + second_.frames.capacity()) * sizeof(Frame) +
           (first_.waiting.capacity() + second_.waiting.capacity()) * sizeof(Entry);
  }
  uint64_t memory() const { return store_.bytes() + stack_bytes(); }
  void counts() {
    outcome_.counts.store_bytes = store_.bytes();
    outcome_.counts.stack_bytes = stack_bytes();
    outcome_.counts.table_fill = store_.fill();
    outcome_.counts.depth = outcome_.counts.stack_peak;
  }

  model::Model& model_;
  StoreT& store_;
  const Task task_;
  const Progress progress_;
  model::ErrorKind cycle_kind_;
  Outcome outcome_;
  Watch watch_;
  ErrorLog log_;
  model::SuccessorBuffer buffer_;
  Stack first_, second_;
};

}  // namespace gyre::search
