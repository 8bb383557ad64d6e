// Nested depth-first search for accepting cycles by several threads: CNDFS (Evangelista, Laarman, Petrucci & van de
// Pol, "Improved multi-core nested depth-first search", ATVA 2012).
//
// Each worker does a nested search of its own from the initial node, with stacks of its own, and takes the successors
// of a node in an order of its own. What one of them has done with the others need not do: a node that a first search
// has left is marked *blue* for all, and no first search enters it again; the nodes of a second search are marked *red*
// for all when it has ended, and no second search enters them again. *Cyan* (on the stack of the worker's first search)
// and *pink* (seen by its second search, not yet red) are known to nobody else.
//
// A second search begins when its seed, an accepting node, is blue, and finds a cycle when it comes to a cyan node. If
// it ends without, it may have gone past accepting nodes of which other workers have not made the second search yet:
// then it is not known whether these are on a cycle, and before its own nodes become red it waits until those are.
// The paper proves that nobody waits for ever and that no cycle is missed; models/self/cndfs.pml is the protocol as a
// model, which gyre checks.
//
// As in nested.h a cycle is found early, by the first search, when it steps to a cyan node and one of the two ends is
// accepting; and an accepting node of which all successors are red has nothing that a second search could find.
//
// Every node is marked *open* by the first worker that enters it, which counts it with its edges: states and
// transitions are those of one thread. `revisited` counts how often a worker has entered a node that another had open:
// the work that was done twice. Workers prefer nodes that nobody has opened.
//
// If the claim is terminal, or nothing is looked for, there is no second search.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "model/product.h"
#include "search/claim_errors.h"
#include "search/nested.h"
#include "search/parallel.h"
#include "search/run.h"
#include "search/search.h"
#include "search/shared_counts.h"
#include "search/shared_marks.h"
#include "search/shared_space.h"
#include "search/tails.h"
#include "store/concept.h"

namespace gyre::search {

template <store::SharedStore StoreT>
class Cndfs {
 public:
  // A thread for each product, which are all of the same system and claim. The store is empty; all must live until
  // run() returns. One error is looked for (Task::max_errors), and there is no depth limit.
  Cndfs(std::span<model::Product* const> products, StoreT& store, const Task& task, const CycleTask& cycles,
        const Progress& progress = {})
      : products_(products),
        store_(store),
        task_(task),
        cycles_(cycles),
        progress_(progress),
        marks_(store),
        counts_(narrow<unsigned>(products.size())),
        log_(task_, outcome_) {
    assert(task.max_errors == 1 && task.depth_limit == kUnlimited);
  }

  Outcome run() {
    std::vector<Outcome> outcomes(products_.size());
    in_threads(
        narrow<unsigned>(products_.size()), store_.stop_the_world(),
        [&](unsigned number) {
          outcomes[number] = Member(*this, number).run();
          if (outcomes[number].ended != Ended::complete) stop_.store(true);
        },
        [&] { stop_.store(true); });
    for (const Outcome& outcome : outcomes) {
      add_counts(outcome_, outcome);
      outcome_.counts.states += outcome.counts.states;
      outcome_.counts.revisited += outcome.counts.revisited;
      outcome_.counts.stack_peak = std::max(outcome_.counts.stack_peak, outcome.counts.stack_peak);
    }
    without_first_arrivals(outcome_.counts);
    outcome_.counts.stored = store_.size();
    outcome_.counts.table_fill = store_.fill();
    return std::move(outcome_);
  }

 private:
  enum Mark : uint8_t { kOpen = 1, kBlue = 2, kRed = 4 };
  enum Own : uint8_t { kNone = 0, kCyan = 1, kPink = 2 };
  using Edge = typename SharedSpace<StoreT>::Edge;

  // Members count the edges of the nodes that they open as matched: but for the initial node, each node that is open
  // was new where one of these edges led.
  static void without_first_arrivals(Counts& counts) {
    const uint64_t first = counts.states == 0 ? 0 : counts.states - 1;
    counts.matched -= std::min(counts.matched, first);
  }

  // One thread's part.
  class Member : SearchRun {
   public:
    Member(Cndfs& all, unsigned number)
        : SearchRun(all.task_, number == 0 ? all.progress_ : Progress{}),
          all_(all),
          number_(number),
          marks_(all.marks_),
          sought_(all.cycles_.sought),
          closes_((sought_ == Sought::cycles || sought_ == Sought::weak_cycles) &&
                  all.task_.looks_for(all.cycles_.kind)),
          space_(*all.products_[number], all.store_, all.cycles_.partition) {}

    Outcome run() {
      guard([this] {
        share_memory(space_.worker(), stack_bytes(), marks_.bytes());
        Edge edge;
        const int there = space_.initial(edge);
        if (there < 0) out_of_memory();
        if (there > 0 && enter(edge)) blue();
      });
      fill_counts();
      return std::move(outcome_);
    }

   private:
    struct Frame {
      Edge reached;
      bool all_red = true;  // all its successors are, as far as they have been looked at
      size_t first = 0;     // of its waiting edges; they lie on top of `waiting`
      size_t next = 0;
    };
    struct Stack {
      std::vector<Frame> frames;
      std::vector<Edge> waiting;

      void pop() {
        waiting.resize(frames.back().first);
        frames.pop_back();
      }
    };

    // In between expansions. False: the search has to end.
    bool go_on() {
      all_.store_.stop_the_world().safepoint();
      return !all_.stop_.load(std::memory_order_relaxed) && (!watch_.due() || check());
    }
    bool expand(const Edge& edge) {
      return space_.expand(edge.to, edge.accepting, edges_) || out_of_memory();
    }

    // The first search comes to a node. False: the search has to end.
    bool enter(const Edge& edge) {
      set_own(edge.to, kCyan);
      if (!go_on() || !expand(edge)) return false;
      Frame frame{edge, true, first_.waiting.size(), first_.waiting.size()};
      first_.frames.push_back(frame);
      count(edge);
      if (!report_errors() || (sought_ == Sought::nodes && edge.accepting && !decided())) return false;
      // Where others have been already comes last; perhaps they have left it by then.
      later_.clear();
      for (size_t i = 0; i < edges_.size(); ++i) {
        const Edge& e = in_turn(i, edge.to);
        const uint8_t marks = marks_.get(e.to);
        if ((marks & kRed) == 0) frame.all_red = frame.all_red && (marks & kBlue) == 0;
        const bool closes = closes_ && (e.accepting || edge.accepting);
        if ((closes || (marks & kBlue) == 0) && own(e.to) == kCyan) {
          if (closes) return found(e, false);
          frame.all_red = false;
        } else if ((marks & kBlue) == 0) {
          ((marks & kOpen) == 0 ? first_.waiting : later_).push_back(e);
        }
      }
      first_.waiting.insert(first_.waiting.end(), later_.begin(), later_.end());
      first_.frames.back().all_red = frame.all_red;
      return true;
    }

    // Whoever is the first to enter a node counts it and what leaves it.
    void count(const Edge& edge) {
      Counts& counts = outcome_.counts;
      if ((marks_.add(edge.to, kOpen) & kOpen) != 0) {
        ++counts.revisited;
      } else {
        ++counts.states;
        counts.matched += edges_.size();
      }
      counts.stack_peak = std::max<uint64_t>(counts.stack_peak, first_.frames.size());
    }

    // The order in which this worker takes the successors of a node: the first one that of the model, the second one
    // the reverse, others begin elsewhere in the one or the other.
    const Edge& in_turn(size_t i, Node from) const {
      const size_t size = edges_.size();
      const size_t shift = number_ < 2 ? 0 : mum(from ^ position_key(number_), 0x9e3779b97f4a7c15ULL) % size;
      const size_t at = (i + shift) % size;
      return edges_[number_ % 2 == 0 ? at : size - 1 - at];
    }

    void blue() {
      while (!first_.frames.empty()) {
        Frame& top = first_.frames.back();
        if (top.next < first_.waiting.size()) {
          const Edge edge = first_.waiting[top.next++];
          const uint8_t marks = marks_.get(edge.to);
          if ((marks & kBlue) == 0) {
            if (!enter(edge)) return;
          } else {
            top.all_red = top.all_red && (marks & kRed) != 0;
          }
          continue;
        }
        const Edge reached = top.reached;
        const bool all_red = top.all_red;
        marks_.add(reached.to, kBlue);
        if (reached.accepting && closes_) {
          if (all_red)
            marks_.add(reached.to, kRed);
          else if (!red(reached))
            return;
        }
        set_own(reached.to, kNone);
        first_.pop();
        if (!first_.frames.empty()) {
          Frame& below = first_.frames.back();
          below.all_red = below.all_red && (marks_.get(reached.to) & kRed) != 0;
        }
      }
    }

    // The second search, from the top of the first stack. False: the search has to end.
    bool red(const Edge& seed) {
      pink_.clear();
      awaited_.clear();
      second_.frames.clear();
      second_.waiting.clear();
      if (!enter_second(seed)) return false;
      while (!second_.frames.empty()) {
        Frame& top = second_.frames.back();
        if (top.next == second_.waiting.size()) {
          second_.pop();
          continue;
        }
        const Edge edge = second_.waiting[top.next++];
        if (own(edge.to) != kNone || (marks_.get(edge.to) & kRed) != 0) continue;
        if (edge.accepting) awaited_.push_back(edge.to);
        if (!enter_second(edge)) return false;
      }
      if (!await_others()) return false;
      for (const Node node : pink_) {
        marks_.add(node, kRed);
        if (node != seed.to) set_own(node, kNone);
      }
      return true;
    }
    bool enter_second(const Edge& edge) {
      // The seed is cyan and stays so.
      if (own(edge.to) == kNone) set_own(edge.to, kPink);
      pink_.push_back(edge.to);
      if (!go_on() || !expand(edge)) return false;
      second_.frames.push_back({edge, false, second_.waiting.size(), second_.waiting.size()});
      for (size_t i = 0; i < edges_.size(); ++i) {
        const Edge& e = in_turn(i, edge.to);
        const uint8_t mine = own(e.to);
        if (mine == kCyan) return found(e, true);
        if (mine == kNone && (marks_.get(e.to) & kRed) == 0) second_.waiting.push_back(e);
      }
      return true;
    }

    // Until the accepting nodes that the second search has gone past are red. False: the search has to end.
    bool await_others() {
      for (const Node node : awaited_) {
        for (unsigned spins = 0; (marks_.get(node) & kRed) == 0; ++spins) {
          all_.store_.stop_the_world().safepoint();
          if (all_.stop_.load(std::memory_order_relaxed)) return false;
          // Looking at the clock takes longer than this, and there may be fewer processors than threads.
          std::this_thread::yield();
          if (spins % kSpins == kSpins - 1 && !check()) return false;
        }
      }
      return true;
    }

    // These record something. False: it is enough, and the search has to end.
    bool report_errors() {
      for (const model::Arc& arc : space_.buffer().arcs) {
        if (arc.error == model::ErrorKind::none) continue;
        return in_log([this](ErrorLog& log) {
          return !record_errors(log, space_.buffer().arcs, first_.frames.size(), [this] { return stem(); });
        });
      }
      return true;
    }
    bool decided() {
      return in_log([this](ErrorLog& log) {
        return log.looks_for(model::ErrorKind::claim_completed) &&
               log.record(model::ErrorKind::claim_completed, 0, first_.frames.size(), [this] { return stem(); });
      });
    }
    // A cycle through the cyan node that `edge` leads to: that is enough.
    bool found(const Edge& edge, bool in_second) {
      return in_log([&](ErrorLog& log) {
        const size_t length = first_.frames.size() + (in_second ? second_.frames.size() : 0);
        return log.record(all_.cycles_.kind, 0, length, [&] {
          Path p = stem();
          size_t start = 0;
          while (first_.frames[start].reached.to != edge.to) ++start;
          if (in_second) {
            for (size_t i = 1; i < second_.frames.size(); ++i) p.choices.push_back(second_.frames[i].reached.choice);
          }
          p.choices.push_back(edge.choice);
          p.cycle_start = narrow<int64_t>(start);
          return p;
        });
      });
    }
    // enough(log) is asked by one member at a time, and not any more when another has found what was wanted.
    template <class Enough>
    bool in_log(Enough&& enough) {
      const std::lock_guard lock(all_.log_mutex_);
      if (all_.outcome_.ended != Ended::error_limit && !enough(all_.log_)) return true;
      outcome_.ended = Ended::error_limit;
      return false;
    }
    Path stem() const {
      Path p;
      for (size_t k = 1; k < first_.frames.size(); ++k) p.choices.push_back(first_.frames[k].reached.choice);
      return p;
    }

    uint8_t own(Node node) const {
      return own_.get(SharedSpace<StoreT>::id_of(node), SharedSpace<StoreT>::tail_of(node));
    }
    void set_own(Node node, Own colour) {
      own_.set(SharedSpace<StoreT>::id_of(node), SharedSpace<StoreT>::tail_of(node), colour);
    }

    uint64_t stack_bytes() {
      const uint64_t own = (first_.frames.capacity() + second_.frames.capacity()) * sizeof(Frame) +
                           (first_.waiting.capacity() + second_.waiting.capacity()) * sizeof(Edge) +
                           (pink_.capacity() + awaited_.capacity()) * sizeof(Node) + own_.bytes();
      return all_.counts_.stack_bytes(number_, own);
    }
    bool check() {
      all_.counts_.show(number_, outcome_.counts);
      return check_budgets(space_.worker(), stack_bytes(), marks_.bytes(), [this]() -> const Counts& {
        total_ = all_.counts_.total_with_states(fill_counts());
        without_first_arrivals(total_);
        return total_;
      });
    }
    const Counts& fill_counts() {
      outcome_.counts.depth = outcome_.counts.stack_peak;
      outcome_.counts.vector_bytes = space_.largest();
      outcome_.counts.stored = space_.worker().size();
      return count_memory(space_.worker(), stack_bytes(), marks_.bytes());
    }

    static constexpr unsigned kSpins = 64;

    Cndfs& all_;
    const unsigned number_;
    SharedMarks<StoreT>& marks_;
    const Sought sought_;
    const bool closes_;  // an accepting cycle is a violation
    SharedSpace<StoreT> space_;
    Tails own_;  // colours that are the worker's own
    std::vector<Edge> edges_, later_;
    Stack first_, second_;
    std::vector<Node> pink_, awaited_;
    Counts total_;
  };

  const std::span<model::Product* const> products_;
  StoreT& store_;
  const Task task_;
  const CycleTask cycles_;
  const Progress progress_;
  SharedMarks<StoreT> marks_;
  SharedCounts counts_;
  Outcome outcome_;  // errors: with the mutex
  std::mutex log_mutex_;
  ErrorLog log_;
  std::atomic<bool> stop_{false};
};

}  // namespace gyre::search
