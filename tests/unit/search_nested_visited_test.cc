// Nested and magic search on sets of visited states, against a naive judge and the search on numbered states: a set that
// loses nothing gives the same verdicts, however much it forgets; a lossy one finds nothing that is not there.
// link: store
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>

#include "lassos.h"
#include "search/nested.h"
#include "search/nested_visited.h"
#include "store/bitstate.h"
#include "store/cache_set.h"
#include "store/dfa.h"
#include "store/exact.h"
#include "store/hash_compact.h"
#include "store/tree_compact.h"
#include "store/when_full.h"

namespace gyre::test {
namespace {

using search::Closing;
using search::Fairness;
using search::FairnessUnit;
using search::Sought;
using search::Unfolding;

constexpr Fairness kByCopies[] = {Fairness::none, Fairness::weak, Fairness::impartial};

search::CycleTask task_for(Fairness fairness) {
  search::CycleTask task;
  task.partition.unfolding = fairness == Fairness::weak        ? Unfolding::weak
                             : fairness == Fairness::impartial ? Unfolding::impartial
                                                               : Unfolding::none;
  return task;
}

template <class Set>
search::Outcome search_with(const TableProduct& t, Set& set, const search::CycleTask& cycles, Closing closing,
                            const search::Task& task = {}) {
  GraphProduct product(t);
  return search::NestedVisited(product, set, task, cycles, closing).run();
}

// A lossless set, fresh for each search, made by make().
template <class Make>
void expect_exact(const Make& make, unsigned seed, int rounds) {
  std::mt19937 random(seed);
  int with = 0;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (const Fairness f : kByCopies) {
      const bool expected = naive_fair_cycle(t, f, FairnessUnit::process);
      with += expected;
      for (const Closing closing : {Closing::stack, Closing::seed}) {
        auto set = make();
        const Answer a = answer(search_with(t, *set, task_for(f), closing));
        ASSERT_EQ(a.cycle, expected) << static_cast<int>(f);
        if (a.cycle) expect_lasso(t, a.path, f, FairnessUnit::process);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(with, rounds / 3);
}

TEST(NestedVisited, LosslessSetsSayWhatIsSo) {
  expect_exact([] { return std::make_unique<store::Dfa>(); }, 1, 1000);
  expect_exact([] { return std::make_unique<store::TreeCompact>(); }, 2, 300);
}

TEST(NestedVisited, LossySetsWithRoomForAllSayTheSame) {
  expect_exact([] { return std::make_unique<store::HashCompact>(); }, 3, 1000);
  expect_exact([] { return std::make_unique<store::Bitstate>(store::BitstateOptions{20, 3, 1}); }, 4, 300);
}

// A set that keeps for sure only what is on a stack, and of the rest whatever chance leaves.
class Forgetful {
 public:
  explicit Forgetful(unsigned seed, unsigned keeps) : random_(seed), keeps_(keeps) {}
  void prefetch(uint64_t) const {}
  bool contains(StateView state, uint64_t) const { return known_.count(text(state)) > 0; }
  store::Visit visit(StateView state, uint64_t) {
    return known_.insert(text(state)).second ? store::Visit::first : store::Visit::again;
  }
  void leave(StateView state, uint64_t) {
    if (random_() % 4 >= keeps_) known_.erase(text(state));
  }
  uint64_t size() const { return known_.size(); }
  uint64_t bytes() const { return 0; }
  double fill() const { return 0; }
  void set_memory_limit(uint64_t) {}

 private:
  static std::string text(StateView state) { return {reinterpret_cast<const char*>(state.data), state.key}; }
  std::mt19937 random_;
  unsigned keeps_;  // of four
  std::set<std::string> known_;
};

TEST(NestedVisited, ForgettingChangesNoVerdict) {
  unsigned seed = 0;
  for (const unsigned keeps : {0u, 1u, 2u, 3u})
    expect_exact([&] { return std::make_unique<Forgetful>(++seed, keeps); }, 10 + keeps, 300);
}

// A cache so small that it forgets all the time; one that has no room for the stacks says so, and is tried again with
// more.
TEST(NestedVisited, SmallCachesChangeNoVerdict) {
  std::mt19937 random(20);
  uint64_t replaced = 0;
  int full = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (const Fairness f : kByCopies) {
      const bool expected = naive_fair_cycle(t, f, FairnessUnit::process);
      for (const Closing closing : {Closing::stack, Closing::seed}) {
        for (uint64_t states = 3;; states += 4) {
          store::CacheSet cache({.states = states,
                                 .collisions = 1 + static_cast<unsigned>(random() % 4),
                                 .probes = 64,
                                 .seed = random(),
                                 .replace = static_cast<store::Replace>(random() % 5)});
          const search::Outcome o = search_with(t, cache, task_for(f), closing);
          if (o.ended == search::Ended::memory) {
            ++full;
            ASSERT_LT(states, 1000u);
            continue;
          }
          replaced += cache.replaced();
          const Answer a = answer(o);
          ASSERT_EQ(a.cycle, expected) << static_cast<int>(f) << " " << states;
          if (a.cycle) expect_lasso(t, a.path, f, FairnessUnit::process);
          break;
        }
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(replaced, 1000u);
  EXPECT_GT(full, 100);
}

// Graphs that a naive judge has no time for, against the search on numbered states: caches with room for a part of the
// product.
TEST(NestedVisited, LargerGraphsAndCachesOfPartOfThem) {
  std::mt19937 random(26);
  int with = 0;
  uint64_t replaced = 0;
  for (int round = 0; round < 400; ++round) {
    SCOPED_TRACE(round);
    TableProduct t = random_product(random, 10 + random() % 30, 2 + random() % 3, 2, 1);
    for (ClaimState& c : t.claim) c.accepting = c.accepting && random() % 4 == 0;
    for (const Fairness f : kByCopies) {
      GraphProduct product(t);
      store::Exact<search::TailNote> store;
      search::CycleTask cycles = task_for(f);
      cycles.partition.claim_in_tail = false;
      const search::Outcome exact = search::NestedDepthFirst(product, store, {}, cycles).run();
      with += !exact.found.empty();
      const uint64_t whole = exact.counts.states;
      for (uint64_t states = std::max<uint64_t>(whole * 6 / 10, 3);; states += whole / 4 + 1) {
        store::CacheSet cache({.states = states, .collisions = 4, .probes = 256, .seed = random()});
        const search::Outcome o = search_with(t, cache, cycles, random() % 2 == 0 ? Closing::stack : Closing::seed);
        if (o.ended == search::Ended::memory) continue;
        replaced += cache.replaced();
        ASSERT_EQ(o.found.empty(), exact.found.empty()) << static_cast<int>(f);
        break;
      }
      store::HashCompact hashes;
      ASSERT_EQ(search_with(t, hashes, cycles, Closing::stack).found.empty(), exact.found.empty());
    }
  }
  EXPECT_GT(with, 50);
  EXPECT_LT(with, 1100);
  EXPECT_GT(replaced, 1000u);
}

// What a crowded array finds is a cycle, and it misses some.
TEST(NestedVisited, CrowdedArraysFindOnlyWhatIsThere) {
  std::mt19937 random(21);
  int with = 0;
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (const Fairness f : kByCopies) {
      const bool expected = naive_fair_cycle(t, f, FairnessUnit::process);
      store::Bitstate bits({6, 2, random()});
      const Answer a = answer(search_with(t, bits, task_for(f), random() % 2 == 0 ? Closing::stack : Closing::seed));
      with += expected;
      found += a.cycle;
      if (!a.cycle) continue;
      ASSERT_TRUE(expected);
      expect_lasso(t, a.path, f, FairnessUnit::process);
    }
    if (HasFailure()) return;
  }
  EXPECT_LT(found, with);
  EXPECT_GT(found, with / 3);
}

// What ends where the memory does, and goes on.
TEST(NestedVisited, FullStoresGoOn) {
  expect_exact(
      [] { return std::make_unique<store::ThenHashCompact>(std::make_unique<store::StoreSet<store::Exact<>>>()); }, 22,
      200);
  expect_exact(
      [] {
        return std::make_unique<store::ThenCache>(std::make_unique<store::StoreSet<store::Exact<>>>(),
                                                  store::CacheOptions{});
      },
      23, 200);
}

// One search where the claim is weak or terminal, or nothing is looked for; and the same numbers of states and
// transitions as the search on numbered states counts.
TEST(NestedVisited, OneSearchAndTheSameCounts) {
  std::mt19937 random(24);
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (uint32_t q = 0; q < t.claim.size(); ++q) {
      for (ClaimEdge& e : t.claim[q].edges) e.to = std::max(e.to, q);
    }
    for (const Sought sought : {Sought::cycles, Sought::weak_cycles, Sought::nodes, Sought::nothing}) {
      search::CycleTask cycles;
      cycles.sought = sought;
      search::Task all;
      all.max_errors = 0;
      GraphProduct product(t);
      store::Exact<search::TailNote> store;
      const search::Outcome exact = search::NestedDepthFirst(product, store, all, cycles).run();
      store::Dfa dfa;
      const search::Outcome o = search_with(t, dfa, cycles, Closing::stack, all);
      ASSERT_EQ(o.found.empty(), exact.found.empty());
      ASSERT_EQ(o.counts.states, exact.counts.states);
      ASSERT_EQ(o.counts.matched, exact.counts.matched);
      Forgetful forgetful(static_cast<unsigned>(round), 2);
      ASSERT_EQ(search_with(t, forgetful, cycles, Closing::stack).found.empty(), exact.found.empty());
    }
  }
}

// A depth limit cuts off what lies beyond, for the second search as well, and says so.
TEST(NestedVisited, DepthLimits) {
  std::mt19937 random(25);
  int cut = 0;
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1, 1);
    search::Task task;
    task.depth_limit = 1 + random() % 8;
    GraphProduct product(t);
    store::Exact<search::TailNote> store;
    const search::Outcome exact = search::NestedDepthFirst(product, store, task, {}).run();
    store::Dfa dfa;
    const search::Outcome o = search_with(t, dfa, {}, Closing::stack, task);
    cut += o.cut;
    if (exact.found.empty() && o.found.empty()) {
      ASSERT_EQ(o.cut, exact.cut);
      ASSERT_EQ(o.counts.states, exact.counts.states);
    }
    if (!o.found.empty()) {
      ASSERT_TRUE(naive_fair_cycle(t, Fairness::none, FairnessUnit::process));
      expect_lasso(t, o.found[0].path, Fairness::none, FairnessUnit::process);
    } else if (!o.cut) {
      ASSERT_FALSE(naive_fair_cycle(t, Fairness::none, FairnessUnit::process));
    }
  }
  EXPECT_GT(cut, 100);
}

}  // namespace
}  // namespace gyre::test
