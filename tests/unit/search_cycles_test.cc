// The searches for accepting cycles against a naive judge on thousands of small graphs, with and without each fairness.
#include <gtest/gtest.h>

#include "lassos.h"
#include "search/components.h"
#include "search/magic.h"
#include "search/nested.h"
#include "store/exact.h"
#include "store/tree.h"
#include "unit/shaped_stores.h"

namespace gyre::test {
namespace {


Answer nested(const TableProduct& t, search::Partition partition) {
  GraphProduct product(t);
  store::Exact<search::TailNote> store;
  return answer(search::NestedDepthFirst(product, store, {}, search::CycleTask{{}, partition}).run());
}
Answer magic(const TableProduct& t, search::Partition partition, bool demon_in_key) {
  GraphProduct product(t);
  store::Exact<search::WideTailNote> store;
  return answer(search::MagicSearch(product, store, {}, search::CycleTask{{}, partition}, demon_in_key).run());
}
// errors 1: decided on the fly where that is possible; 0: when a component is finished.
Answer components(const TableProduct& t, Fairness fairness, FairnessUnit unit = FairnessUnit::process,
                  uint64_t errors = 1) {
  GraphProduct product(t);
  store::Exact<search::ComponentNote> store;
  search::Task task;
  task.max_errors = errors;
  const search::ComponentTask cycles{model::ErrorKind::acceptance_cycle, fairness, unit};
  return answer(search::ComponentSearch(product, store, task, cycles).run());
}
using search::Unfolding;
constexpr search::Partition kFlat{false, Unfolding::none};
constexpr search::Partition kHybrid{true, Unfolding::none};
constexpr search::Partition kFlatFair{false, Unfolding::weak};
constexpr search::Partition kHybridFair{true, Unfolding::weak};
constexpr search::Partition kFlatImpartial{false, Unfolding::impartial};
constexpr search::Partition kHybridImpartial{true, Unfolding::impartial};

// What the searches (a function from a product to their answers) say of random graphs; how many have a fair cycle.
template <class Searches>
int expect_agreement(unsigned seed, Fairness fairness, const Searches& searches) {
  std::mt19937 random(seed);
  int with = 0;
  for (int round = 0; round < 4000 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    const bool expected = naive_fair_cycle(t, fairness, FairnessUnit::process);
    with += expected;
    for (const Answer& a : searches(t)) {
      EXPECT_EQ(a.cycle, expected);
      if (a.cycle && expected) expect_lasso(t, a.path, fairness, FairnessUnit::process);
    }
  }
  return with;
}

TEST(Cycles, AllSearchesAgreeOnRandomGraphs) {
  const int with = expect_agreement(1, Fairness::none, [](const TableProduct& t) {
    return std::vector{nested(t, kFlat),      nested(t, kHybrid),       magic(t, kFlat, false),
                       magic(t, kFlat, true), magic(t, kHybrid, false), components(t, Fairness::none)};
  });
  EXPECT_GT(with, 1000);
  EXPECT_LT(with, 3500);
}

TEST(Cycles, WeakFairnessByCopiesAndByComponentsAgree) {
  const int with = expect_agreement(2, Fairness::weak, [](const TableProduct& t) {
    return std::vector{nested(t, kFlatFair), nested(t, kHybridFair), magic(t, kHybridFair, false),
                       components(t, Fairness::weak)};
  });
  EXPECT_GT(with, 500);
}

TEST(Cycles, ImpartialityByAutomataAndByComponentsAgree) {
  const int with = expect_agreement(7, Fairness::impartial, [](const TableProduct& t) {
    return std::vector{nested(t, kFlatImpartial), nested(t, kHybridImpartial), magic(t, kHybridImpartial, false),
                       components(t, Fairness::impartial)};
  });
  EXPECT_GT(with, 300);
}

// Every search with a store, where a search knows the fairness.
template <template <class> class StoreT>
void expect_of_all_searches(const TableProduct& t, Fairness fairness) {
  const bool expected = naive_fair_cycle(t, fairness, FairnessUnit::process);
  const Unfolding unfolding = fairness == Fairness::weak        ? Unfolding::weak
                              : fairness == Fairness::impartial ? Unfolding::impartial
                                                                : Unfolding::none;
  std::vector<Answer> answers;
  for (const bool claim_in_tail : {false, true}) {
    const search::CycleTask task{{}, {claim_in_tail, unfolding}};
    GraphProduct product(t);
    StoreT<search::TailNote> nested_store;
    answers.push_back(answer(search::NestedDepthFirst(product, nested_store, {}, task).run()));
    StoreT<search::WideTailNote> magic_store;
    answers.push_back(answer(search::MagicSearch(product, magic_store, {}, task, false).run()));
  }
  GraphProduct product(t);
  StoreT<search::ComponentNote> store;
  const search::ComponentTask task{model::ErrorKind::acceptance_cycle, fairness, FairnessUnit::process};
  answers.push_back(answer(search::ComponentSearch(product, store, {}, task).run()));
  for (const Answer& a : answers) {
    ASSERT_EQ(a.cycle, expected);
    if (a.cycle) expect_lasso(t, a.path, fairness, FairnessUnit::process);
  }
}

TEST(Cycles, AllSearchesWithAllStores) {
  std::mt19937 random(8);
  for (int round = 0; round < 1000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (const Fairness f : {Fairness::none, Fairness::weak, Fairness::impartial}) {
      expect_of_all_searches<store::Exact>(t, f);
      expect_of_all_searches<store::Tree>(t, f);
      expect_of_all_searches<CompactStore>(t, f);
      expect_of_all_searches<CollapseStore>(t, f);
      if (HasFailure()) return;
    }
  }
}

Answer once(const TableProduct& t, search::Sought sought, bool claim_in_tail) {
  GraphProduct product(t);
  store::Exact<search::TailNote> store;
  search::CycleTask task;
  task.partition.claim_in_tail = claim_in_tail;
  task.sought = sought;
  return answer(search::NestedDepthFirst(product, store, {}, task).run());
}

// A claim without cycles but self-loops is weak: one depth-first search is enough. If an accepting state is never left,
// and cannot be stuck, it is terminal: reaching one is enough. And who looks for nothing finds nothing, but sees every
// node once.
TEST(Cycles, WeakAndTerminalClaimsNeedOneSearch) {
  std::mt19937 random(9);
  int with = 0;
  for (int round = 0; round < 4000; ++round) {
    SCOPED_TRACE(round);
    TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (uint32_t q = 0; q < t.claim.size(); ++q) {
      for (ClaimEdge& e : t.claim[q].edges) e.to = std::max(e.to, q);
    }
    const bool expected = naive_fair_cycle(t, Fairness::none, FairnessUnit::process);
    with += expected;
    TableProduct terminal = t;
    for (uint32_t q = 0; q < terminal.claim.size(); ++q) {
      if (terminal.claim[q].accepting) terminal.claim[q].edges = {{q, 0, 0, 0}};
    }
    const bool reachable = naive_fair_cycle(terminal, Fairness::none, FairnessUnit::process);
    for (const bool claim_in_tail : {false, true}) {
      const Answer weak = once(t, search::Sought::weak_cycles, claim_in_tail);
      ASSERT_EQ(weak.cycle, expected);
      if (weak.cycle) expect_lasso(t, weak.path, Fairness::none, FairnessUnit::process);
      ASSERT_EQ(once(terminal, search::Sought::nodes, claim_in_tail).cycle, reachable);
      const Answer nothing = once(t, search::Sought::nothing, claim_in_tail);
      ASSERT_FALSE(nothing.cycle);
      ASSERT_EQ(nothing.counts.states, plain_product(t).size());
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(with, 500);
}

TEST(Cycles, EveryFairnessWithEveryUnitOnRandomGraphs) {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t =
        random_product(random, 1 + random() % 5, 1 + random() % 2, 1 + random() % 3, 1 + random() % 3);
    for (const Fairness f : {Fairness::none, Fairness::impartial, Fairness::weak, Fairness::strong}) {
      for (const FairnessUnit u : {FairnessUnit::process, FairnessUnit::transition, FairnessUnit::edge}) {
        if (f == Fairness::impartial && u != FairnessUnit::process) continue;
        const bool expected = naive_fair_cycle(t, f, u);
        for (const Answer& a : {components(t, f, u), components(t, f, u, 0)}) {
          ASSERT_EQ(a.cycle, expected) << static_cast<int>(f) << " " << static_cast<int>(u);
          if (a.cycle) expect_lasso(t, a.path, f, u);
        }
        if (HasFailure()) return;
      }
    }
  }
}

// Holzmann, Figures 8.9 and 8.10: two states, two processes; five of the eight states of the unfolded graph can be
// reached, and the cycle has four steps where two would do.
TEST(Cycles, UnfoldedStateSpaceOfTheBook) {
  TableProduct t;
  t.system = {{{{1, 0, model::kNobody, 0}}, 0, 2}, {{{0, 1, model::kNobody, 0}}, 1, 2}};
  // A claim that follows: accepting when the system is in its second state.
  t.claim = {{{{1, 0, 0, 0}}, false}, {{{0, 0, 0, 0}}, true}};
  const Answer fair = nested(t, kHybridFair);
  ASSERT_TRUE(fair.cycle);
  EXPECT_EQ(fair.counts.stored, 2u);
  EXPECT_EQ(fair.path.choices.size() - static_cast<size_t>(fair.path.cycle_start), 4u);
  EXPECT_EQ(fair.counts.states, 5u);
  const Answer two = components(t, Fairness::weak);
  ASSERT_TRUE(two.cycle);
  EXPECT_EQ(two.path.choices.size() - static_cast<size_t>(two.path.cycle_start), 2u);
}

TEST(Cycles, TailsGrow) {
  search::Tails tails;
  std::mt19937 random(4);
  std::vector<std::vector<uint8_t>> expected(1000, std::vector<uint8_t>(300));
  for (int i = 0; i < 20000; ++i) {
    const uint32_t id = random() % 1000;
    const uint32_t index = random() % (1 + static_cast<uint32_t>(i) % 300);
    const auto value = static_cast<uint8_t>(random() % 4);
    tails.set(id, index, value);
    expected[id][index] = value;
  }
  for (uint32_t id = 0; id < 1000; ++id) {
    for (uint32_t index = 0; index < 300; ++index) ASSERT_EQ(tails.get(id, index), expected[id][index]);
  }
}

}  // namespace
}  // namespace gyre::test
