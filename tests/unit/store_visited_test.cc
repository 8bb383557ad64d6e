// Sets of visited states that lose none, against a set of byte strings: linear storage, the minimised automaton, trees
// with a Cleary table.
// link: rapidcheck
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>
#include <set>
#include <unordered_set>

#include "store/cleary_table.h"
#include "store/dfa.h"
#include "store/linear.h"
#include "store/tree_compact.h"
#include "unit/shaped_stores.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

using test::Bytes;
using test::hash_of;
using test::RandomLinear;

// How many hidden bytes there are goes by the key; what they are does not matter.
std::string hidden(const std::string& text, uint64_t value) {
  return std::string(text.size() % 3, static_cast<char>(value));
}

template <class Set>
class StoreVisited : public testing::Test {};
using Sets = testing::Types<RandomLinear, Dfa, TreeCompact>;
TYPED_TEST_SUITE(StoreVisited, Sets);

TYPED_TEST(StoreVisited, IsASetOfByteStrings) {
  const bool ok = rc::check([] {
    TypeParam set;
    std::mt19937_64 random(*rc::gen::arbitrary<uint64_t>());
    const auto count = *rc::gen::inRange<uint64_t>(1, 2000);
    const auto longest = *rc::gen::inRange<uint32_t>(1, 30);
    const auto quality = *rc::gen::element(0, 4, 9, 9);
    const auto values = *rc::gen::element(2u, 5u, 256u);
    std::set<std::string> reference;
    std::string text(longest, '\0');
    for (uint64_t i = 0; i < count; ++i) {
      if (random() % 16 == 0) text.resize(random() % (longest + 1));
      for (uint64_t changes = random() % 3; changes > 0 && !text.empty(); --changes) {
        const uint64_t at = random() % text.size();
        text[at] = static_cast<char>(at == 0 ? random() % 3 : at < 4 ? 0 : random() % values);
      }
      const Bytes state(text, hidden(text, random()));
      const uint64_t hash = hash_of(text, quality);
      const bool known = reference.contains(text);
      RC_ASSERT(set.contains(state.view(), hash) == known);
      RC_ASSERT(set.visit(state.view(), hash) == (known ? Visit::again : Visit::first));
      reference.insert(text);
      RC_ASSERT(set.contains(state.view(), hash));
      RC_ASSERT(set.size() == reference.size());
    }
    for (const std::string& word : reference) {
      const Bytes state(word, hidden(word, random()));
      RC_ASSERT(set.contains(state.view(), hash_of(word, quality)));
    }
  });
  EXPECT_TRUE(ok);
}

// `full` comes before bytes() passes the limit, and then nothing has changed.
template <class Set>
void keeps_its_budget(Set& set, uint64_t budget) {
  set.set_memory_limit(budget);
  uint64_t words[2] = {};
  const StateView state{reinterpret_cast<const uint8_t*>(words), 16, 16};
  const auto choose = [&](uint64_t i) {
    words[0] = i * 0x9e3779b97f4a7c15ULL;
    words[1] = i / 3;
  };
  uint64_t count = 0;
  for (;; ++count) {
    choose(count);
    if (set.visit(state, 0) == Visit::full) break;
    ASSERT_LE(set.bytes(), budget);
    ASSERT_LT(count, 10'000'000u);
  }
  EXPECT_EQ(set.size(), count);
  EXPECT_GT(set.bytes() * 2, budget);
  for (uint64_t i = 0; i < count; ++i) {
    choose(i);
    ASSERT_EQ(set.visit(state, 0), Visit::again);
  }
  choose(count);
  EXPECT_FALSE(set.contains(state, 0));
  set.set_memory_limit(budget * 4);
  EXPECT_EQ(set.visit(state, 0), Visit::first);
}

TEST(StoreDfa, KeepsItsBudget) {
  Dfa dfa;
  keeps_its_budget(dfa, 4 << 20);
}
TEST(StoreTreeCompact, KeepsItsBudget) {
  TreeCompact tree;
  keeps_its_budget(tree, 4 << 20);
}

// The automaton of all words of four bytes below 10 is a chain, however they come; a hole needs nodes around it.
TEST(StoreDfa, IsMinimal) {
  Dfa dfa;
  std::vector<uint32_t> words(10'000);
  for (uint32_t i = 0; i < words.size(); ++i) words[i] = i;
  std::shuffle(words.begin(), words.end(), std::mt19937(5));
  const auto visit = [&](uint32_t i) {
    std::string text(4, '\0');
    for (char& c : text) {
      c = static_cast<char>(i % 10);
      i /= 10;
    }
    const Bytes state(text);
    return dfa.visit(state.view(), 0);
  };
  uint64_t most = 0;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    ASSERT_EQ(visit(words[i]), Visit::first);
    most = std::max(most, dfa.nodes());
  }
  EXPECT_GT(most, 100u);
  EXPECT_EQ(dfa.nodes(), 1u + 2 + 2 + 2);
  ASSERT_EQ(visit(words.back()), Visit::first);
  EXPECT_EQ(dfa.nodes(), 4u);
  EXPECT_EQ(dfa.size(), 10'000u);
}

TEST(StoreLinear, OneBitForEachPossibleState) {
  StateShape shape;
  shape.key_bytes = 7;
  shape.fields = {{0, 32, 1u << 20}, {32, 3, 5}, {35, 5, 19}, {40, 16, 60'000}};
  EXPECT_NEAR(Linear::log2_range(shape), std::log2(5.0 * 19 * 60'000), 1e-9);
  Linear set([&](uint32_t) -> const StateShape& { return shape; });
  uint64_t count = 0;
  for (uint32_t a = 0; a < 5; ++a) {
    for (uint32_t b = 0; b < 19; ++b) {
      for (uint32_t c = 0; c < 60'000; c += 997) {
        std::string text(7, '\0');
        text[4] = static_cast<char>(a | b << 3);
        text[5] = static_cast<char>(c);
        text[6] = static_cast<char>(c >> 8);
        const Bytes state(text);
        ASSERT_EQ(set.visit(state.view(), 0), Visit::first);
        ASSERT_EQ(set.visit(state.view(), 0), Visit::again);
        ++count;
      }
    }
  }
  EXPECT_EQ(set.size(), count);
  EXPECT_EQ(set.range(), 5.0 * 19 * 60'000);
  EXPECT_NEAR(set.critical_density(), 1 / std::log2(5.0 * 19 * 60'000), 1e-12);
  EXPECT_LE(set.bytes(), 5u * 19 * 60'000 / 8 + kPage);
}

TEST(StoreLinear, AShapeThatIsTooLargeIsFull) {
  StateShape shape;
  shape.key_bytes = 16;
  shape.fields = {{0, 32, 1u << 20}, {32, 32, 0}, {64, 32, 0}, {96, 32, 0}};
  Linear set([&](uint32_t) -> const StateShape& { return shape; });
  const Bytes state(std::string(16, '\0'));
  EXPECT_FALSE(set.contains(state.view(), 0));
  EXPECT_EQ(set.visit(state.view(), 0), Visit::full);
  EXPECT_TRUE(set.met_large_shape());
}

TEST(StoreClearyTable, AgainstASet) {
  for (const int kind : {0, 1, 2}) {
    ClearyTable table;
    std::mt19937_64 random(static_cast<uint64_t>(kind));
    std::unordered_set<uint64_t> reference;
    uint64_t last = 0;
    const int count = kind == 0 ? 300'000 : 20'000;
    for (int i = 0; i < count; ++i) {
      // Well mixed with near neighbours; all in one segment; all in a few places.
      last = kind == 0   ? (i % 5 == 1 ? last ^ 1 : random() >> 10)
             : kind == 1 ? random() >> 20
                         : (random() % 8 << 51) + random() % 4096;
      const bool fresh = reference.insert(last).second;
      ASSERT_EQ(table.contains(last), !fresh);
      ASSERT_EQ(table.add(last, ~uint64_t{0}), fresh ? ClearyTable::Added::yes : ClearyTable::Added::was_there);
    }
    EXPECT_EQ(table.count(), reference.size());
    for (const uint64_t value : reference) {
      ASSERT_TRUE(table.contains(value));
      ASSERT_EQ(table.contains(value ^ 1), reference.contains(value ^ 1));
    }
  }
}

// Four to six bytes per number.
TEST(StoreClearyTable, IsSmall) {
  ClearyTable table;
  std::mt19937_64 random(9);
  for (int i = 0; i < 1'000'000; ++i) table.add(random() >> 10, ~uint64_t{0});
  const double each = static_cast<double>(table.bytes()) / static_cast<double>(table.count());
  EXPECT_GT(each, 4);
  EXPECT_LT(each, 6);
  EXPECT_EQ(table.add(1, table.bytes() - 1), ClearyTable::Added::yes);  // no growth was needed
}

}  // namespace
}  // namespace gyre::store
