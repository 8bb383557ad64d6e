// The state cache: whom each strategy replaces.
#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"
#include "store/cache.h"

namespace gyre::store {
namespace {

// A cache of seven slots in which every slot is looked at; states are numbers. Those of `visits` were met so often.
class SmallCache {
 public:
  SmallCache(Replace replace, uint64_t seed) : cache_({7, 7, 7, seed, replace}) {}

  StateId put(uint64_t number) {
    const Insertion done = cache_.insert(view(number), hash(number));
    EXPECT_TRUE(done.inserted);
    return done.id;
  }
  bool has(uint64_t number) { return cache_.find(view(number), hash(number)) != kNoState; }
  void leave(StateId id) { cache_.leave(id); }
  bool full(uint64_t number) { return cache_.insert(view(number), hash(number)).full; }

 private:
  StateView view(uint64_t number) {
    number_ = number;
    return {reinterpret_cast<const uint8_t*>(&number_), 8, 8};
  }
  static uint64_t hash(uint64_t number) { return mum(number + 1, 0x9e3779b97f4a7c15ULL); }

  Cache cache_;
  uint64_t number_ = 0;
};

// Fills the cache with 0 to 6, of which 0 stays on the stack, meets number i as often as visits[i] says, and puts one
// more: who is gone?
uint64_t replaced(Replace replace, const uint64_t (&visits)[7], uint64_t seed) {
  SmallCache cache(replace, seed);
  cache.put(0);
  for (uint64_t i = 1; i < 7; ++i) cache.leave(cache.put(i));
  for (uint64_t i = 0; i < 7; ++i) {
    for (uint64_t n = 0; n < visits[i]; ++n) EXPECT_TRUE(cache.has(i));
  }
  cache.put(100);
  uint64_t gone = 7;
  for (uint64_t i = 0; i < 7; ++i) {
    if (!cache.has(i)) {
      EXPECT_EQ(gone, 7u);
      gone = i;
    }
  }
  return gone;
}

TEST(StoreCache, StrategiesByVisits) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(replaced(Replace::most_visited, {9, 1, 2, 5, 1, 3, 1}, seed), 3u);
    EXPECT_EQ(replaced(Replace::least_visited, {0, 4, 2, 5, 1, 3, 6}, seed), 4u);
  }
}

TEST(StoreCache, LargestClassAndRandom) {
  std::map<uint64_t, int> by_class;
  std::map<uint64_t, int> by_chance;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    ++by_class[replaced(Replace::largest_class, {0, 4, 2, 2, 4, 2, 6}, seed)];
    ++by_chance[replaced(Replace::random, {0, 4, 2, 2, 4, 2, 6}, seed)];
  }
  ASSERT_EQ(by_class.size(), 3u);
  for (const uint64_t i : {2, 3, 5}) EXPECT_GT(by_class[i], 30);
  ASSERT_EQ(by_chance.size(), 6u);  // never 0, which is on the stack
  EXPECT_FALSE(by_chance.contains(0));
}

TEST(StoreCache, SmallestSubtree) {
  SmallCache cache(Replace::smallest_subtree, 1);
  const StateId a = cache.put(0);  // below it: 1, 2, 3
  const StateId b = cache.put(1);  // below it: 2, 3
  const StateId c = cache.put(2);  // below it: 3
  const StateId d = cache.put(3);
  cache.leave(d);
  cache.leave(c);
  cache.leave(b);
  cache.leave(a);
  for (const uint64_t i : {4, 5, 6}) cache.put(i);  // they stay on the stack
  for (const uint64_t i : {3, 2, 1, 0}) {
    EXPECT_TRUE(cache.has(i));
    cache.put(10 + i);
    EXPECT_FALSE(cache.has(i));
  }
  EXPECT_TRUE(cache.full(99));  // all are on the stack
}

// Slots were made for small states: with larger ones the memory is used up first, and old states give theirs.
TEST(StoreCache, LargerStatesThanExpectedReplaceOthers) {
  Cache cache({1000, 16, 256, 1, Replace::random});
  const uint64_t limit = cache.bytes() + 200 * 64;
  cache.set_memory_limit(limit);
  uint64_t words[16] = {};
  const auto view = [&](uint64_t number) {
    words[0] = number;
    const uint32_t total = number < 300 ? 8 : static_cast<uint32_t>(8 + number % 15 * 8);
    return StateView{reinterpret_cast<const uint8_t*>(words), total, total};
  };
  const auto hash = [](uint64_t number) { return mum(number + 1, 0x9e3779b97f4a7c15ULL); };
  const uint64_t stays = 299;
  for (uint64_t i = 0; i < 20'000; ++i) {
    const Insertion done = cache.insert(view(i), hash(i));
    ASSERT_TRUE(done.inserted) << i;
    ASSERT_LE(cache.bytes(), limit);
    ASSERT_EQ(cache.find(view(i), hash(i)), done.id);
    if (i != stays) cache.leave(done.id);
    ASSERT_TRUE(i < stays || cache.find(view(stays), hash(stays)) != kNoState) << i;
  }
  EXPECT_GT(cache.replaced(), 19'000u);
}

}  // namespace
}  // namespace gyre::store
