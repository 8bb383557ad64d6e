// The stacks of the component search against vectors of plain structs.
#include "search/component_stacks.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gyre::search {
namespace {

TEST(TopStack, IsAStack) {
  TopStack<uint32_t, 4> stack;
  std::vector<uint32_t> expected;
  std::mt19937 rng(7);
  for (uint32_t i = 0; i < 20'000; ++i) {
    // Up and down, over the borders of blocks and to the bottom.
    const bool up = expected.empty() || rng() % 100 < (i / 500 % 2 == 0 ? 60u : 40u);
    if (up) {
      stack.push(i);
      expected.push_back(i);
    } else {
      stack.pop();
      expected.pop_back();
    }
    ASSERT_EQ(stack.empty(), expected.empty());
    ASSERT_EQ(stack.size(), expected.size());
    if (expected.empty()) continue;
    ASSERT_EQ(stack.top(), expected.back());
    const size_t at = rng() % expected.size();
    ASSERT_EQ(stack[at], expected[at]);
    // At most one block is kept besides those in use.
    ASSERT_LE(stack.bytes(), (expected.size() / 4 + 2) * (4 * sizeof(uint32_t) + sizeof(void*)));
    ASSERT_GE(stack.most_bytes(), stack.bytes());
  }
}

// Acceptance sets in the records themselves and beside them, with and without processes.
class ComponentStacksTest : public testing::TestWithParam<std::pair<uint64_t, bool>> {};

TEST_P(ComponentStacksTest, GiveBackWhatWasPushed) {
  const auto [all_marks, fair] = GetParam();
  ComponentStacks stacks(all_marks, fair, 10);
  std::mt19937_64 rng(3);
  const auto processes = [&] { return fair ? rng() : 0; };
  std::vector<std::vector<ComponentStacks::Edge>> edges;
  for (uint32_t number = 11; number < 1500; ++number) {
    stacks.push_live(number * 3);
    stacks.push_frame(number, number % 5);
    edges.emplace_back();
    for (uint64_t k = rng() % 4; k > 0; --k) {
      edges.back().push_back({rng() >> 4, static_cast<uint32_t>(rng()), {rng() & all_marks, processes(), 0}});
      const ComponentStacks::Edge& e = edges.back().back();
      stacks.push_edge(e.to, e.choice, e.merits.marks, e.merits.fair);
    }
  }
  EXPECT_EQ(stacks.last_number(), 1499u);
  EXPECT_EQ(stacks.node(700), 2100u);
  EXPECT_EQ(stacks.frame(3).choice, 14u % 5);
  for (; !edges.empty(); edges.pop_back()) {
    ASSERT_EQ(stacks.top().left, edges.back().size());
    for (; !edges.back().empty(); edges.back().pop_back()) {
      const ComponentStacks::Edge e = stacks.pop_edge();
      const ComponentStacks::Edge& expected = edges.back().back();
      ASSERT_EQ(e.to, expected.to);
      ASSERT_EQ(e.choice, expected.choice);
      ASSERT_EQ(e.merits.marks, expected.merits.marks);
      ASSERT_EQ(e.merits.fair, expected.merits.fair);
    }
    stacks.pop_frame();
    stacks.pop_live();
  }
  EXPECT_TRUE(stacks.empty());
}

TEST_P(ComponentStacksTest, AComponentHasWhatItsPartsHave) {
  const auto [all_marks, fair] = GetParam();
  ComponentStacks stacks(all_marks, fair, 0);
  std::mt19937_64 rng(5);
  Merits expected;
  Merits taken{1 & all_marks, 0, 0};
  stacks.push_root(1, {});
  for (uint32_t number = 2; number < 50; ++number) {
    const Merits incoming{uint64_t{1} << rng() % 64 & all_marks, fair ? rng() & rng() & rng() : 0, 0};
    const uint64_t wanted = fair ? rng() & rng() & rng() : 0;
    stacks.push_root(number, incoming);
    stacks.want(wanted);
    EXPECT_FALSE(stacks.root().cyclic);
    EXPECT_EQ(stacks.root().incoming.marks, incoming.marks);
    expected.add(incoming);
    expected.wanted |= wanted;
  }
  while (stacks.root_number() > 1) stacks.take_root(taken);
  const Merits all = stacks.join(taken);
  EXPECT_EQ(all.marks, expected.marks | (1 & all_marks));
  EXPECT_EQ(all.fair, expected.fair);
  EXPECT_EQ(all.wanted, expected.wanted);
  EXPECT_TRUE(stacks.root().cyclic);
  EXPECT_EQ(stacks.root().inside.marks, all.marks);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ComponentStacksTest,
                         testing::Values(std::pair{uint64_t{0}, false}, std::pair{uint64_t{7}, false},
                                         std::pair{uint64_t{7}, true}, std::pair{~uint64_t{0}, false},
                                         std::pair{~uint64_t{0}, true}));

}  // namespace
}  // namespace gyre::search
