// Stores that forget: hash compaction and bitstate, what they promise and what they estimate.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <unordered_set>

#include "store/bitstate.h"
#include "store/hash_compact.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

using test::Bytes;
using test::text_of;

TEST(StoreHashCompact, KeepsAll64Bits) {
  HashCompact store;
  std::mt19937_64 random(5);
  std::unordered_set<uint64_t> reference;
  uint64_t last = 0;
  for (int i = 0; i < 400'000; ++i) {
    // Neighbours: equal but for the last bit, or for the first one.
    last = i % 5 == 1 ? last ^ 1 : i % 5 == 2 ? last ^ (uint64_t{1} << 63) : i % 5 == 3 ? last : random();
    const bool fresh = reference.insert(last).second;
    ASSERT_EQ(store.contains({}, last), !fresh);
    ASSERT_EQ(store.visit({}, last), fresh ? Visit::first : Visit::again);
  }
  EXPECT_EQ(store.size(), reference.size());
  for (const uint64_t hash : reference) ASSERT_TRUE(store.contains({}, hash));
  EXPECT_LT(store.bytes(), reference.size() * 20 + kHugePage);  // a small table may be half empty
}

TEST(StoreHashCompact, OmissionProbability) {
  HashCompact store;
  EXPECT_EQ(store.omission_probability(), 0);
  for (uint64_t i = 0; i < 100'000; ++i) store.visit({}, i * 0x9e3779b97f4a7c15ULL);
  // n(n - 1)/2 pairs, each with probability 2^-64
  EXPECT_NEAR(store.omission_probability() / (4.99995e9 / 18446744073709551616.0), 1, 1e-6);
}

TEST(StoreHashCompact, KeepsItsBudget) {
  HashCompact store;
  store.set_memory_limit(24 << 20);
  uint64_t count = 0;
  while (store.visit({}, (count + 1) * 0x9e3779b97f4a7c15ULL) == Visit::first) {
    ASSERT_LE(store.bytes(), uint64_t{24} << 20);
    ++count;
  }
  EXPECT_EQ(store.visit({}, (count + 1) * 0x9e3779b97f4a7c15ULL), Visit::full);
  EXPECT_EQ(store.visit({}, 0x9e3779b97f4a7c15ULL), Visit::again);
  EXPECT_GT(store.bytes(), uint64_t{21} << 20);  // the last steps are small ones
  EXPECT_GT(count * 10, uint64_t{15} << 20);
  for (uint64_t i = 1; i <= count; ++i) ASSERT_TRUE(store.contains({}, i * 0x9e3779b97f4a7c15ULL));
}

TEST(StoreBitstate, NeverForgetsAndMissesAsOftenAsItSays) {
  for (const unsigned functions : {1u, 2u, 3u, 5u}) {
    Bitstate store({.bits = 20, .functions = functions, .seed = functions});
    std::mt19937_64 random(functions);
    std::vector<uint64_t> visited;
    uint64_t missed = 0;
    for (int i = 0; i < 300'000; ++i) {
      const uint64_t hash = random();
      if (store.visit({}, hash) == Visit::first) {
        visited.push_back(hash);
      } else {
        ++missed;  // 64-bit numbers hardly ever repeat
      }
    }
    for (const uint64_t hash : visited) ASSERT_TRUE(store.contains({}, hash));
    EXPECT_EQ(store.size(), visited.size());
    const double coverage = static_cast<double>(visited.size()) / static_cast<double>(visited.size() + missed);
    EXPECT_NEAR(store.coverage(), coverage, 0.01) << functions;
    // The share of bits that n random positions out of m set, 1 - (1 - 1/m)^n, is a little less where states are
    // visited only if a bit was not set.
    EXPECT_GT(store.fill(), 0.1);
    EXPECT_LT(store.fill(), 1 - std::exp(-static_cast<double>(functions) * 300'000 / (1 << 20)) + 0.02);
  }
}

TEST(StoreBitstate, TheSeedChangesWhatIsMissed) {
  Bitstate a({.bits = 12, .functions = 1, .seed = 1});
  Bitstate b({.bits = 12, .functions = 1, .seed = 2});
  uint64_t different = 0;
  for (uint64_t i = 1; i < 2000; ++i) {
    const uint64_t hash = i * 0x9e3779b97f4a7c15ULL;
    different += a.visit({}, hash) != b.visit({}, hash);
  }
  EXPECT_GT(different, 50u);
}

TEST(StoreVisitedStack, GivesBackWhatIsOnTheStack) {
  VisitedStack<HashCompact> store;
  std::mt19937_64 random(1);
  struct Entry {
    std::string text;
    StateId id;
    uint32_t key;
  };
  std::vector<Entry> stack;
  for (int i = 0; i < 20'000; ++i) {
    if (!stack.empty() && random() % 3 == 0) {
      store.leave(stack.back().id);
      stack.pop_back();
    } else {
      const std::string key(random() % 40, static_cast<char>(i));
      const Bytes state(key, std::string(random() % 9, 'h'));
      const Insertion done = store.insert(state.view(), static_cast<uint64_t>(i + 1) * 0x9e3779b97f4a7c15ULL);
      ASSERT_TRUE(done.inserted);
      stack.push_back({text_of(state.view()), done.id, state.view().key});
    }
    if (i % 64 == 0) {
      for (const Entry& entry : stack) {
        const StateView state = store.get(entry.id);
        ASSERT_EQ(text_of(state), entry.text);
        ASSERT_EQ(state.key, entry.key);
        for (uint32_t p = state.total; p < (state.total + 7) / 8 * 8; ++p) ASSERT_EQ(state.data[p], 0);
      }
    }
  }
}

}  // namespace
}  // namespace gyre::store
