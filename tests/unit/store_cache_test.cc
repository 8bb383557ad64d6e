// The state cache: whom each strategy replaces, and that it keeps what is held, with every codec.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>
#include <string>

#include "base/hash.h"
#include "store/cache.h"
#include "store/held_cache.h"
#include "store/tree_codec.h"
#include "unit/shaped_stores.h"
#include "unit/state_bytes.h"

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

// Nothing that is held is lost or changed, nothing is found that was never put, and where every slot may be looked at
// the cache is full only if all of them are held.
void compare_with_a_map(std::unique_ptr<Codec> codec, uint64_t seed, uint64_t& replaced, uint64_t& full) {
  std::mt19937_64 random(seed);
  const CacheOptions options{.states = 3 + random() % 60,
                             .collisions = 1 + static_cast<unsigned>(random() % 5),
                             .probes = random() % 2 == 0 ? 1000u : 5 + static_cast<unsigned>(random() % 20),
                             .seed = seed,
                             .replace = static_cast<Replace>(random() % 5)};
  const bool tight = random() % 3 == 0;
  const bool plain = codec == nullptr;
  const int quality = static_cast<int>(random() % 12);  // of the hash: mostly a good one
  Cache cache(options, std::move(codec));
  const uint64_t limit = tight ? cache.bytes() + random() % 6000 : ~uint64_t{0};
  cache.set_memory_limit(limit);
  test::RandomShapes shapes;
  std::map<std::string, std::pair<StateId, std::string>> held;  // by key: where it is, and all of it
  std::map<std::string, std::string> put;                       // what every state has behind its key
  for (int i = 0; i < 600; ++i) {
    const auto number = static_cast<uint32_t>(random() % 6);
    std::string key(std::max<size_t>(shapes(number).key_bytes, 4) + (random() % 8 == 0 ? random() % 200 : 0), '\0');
    std::memcpy(key.data(), &number, 4);
    if (key.size() > 4) key[4 + random() % (key.size() - 4)] = static_cast<char>(random() % 4);
    const std::string& hidden =
        put.try_emplace(key, std::string(random() % 4 == 0 ? random() % 3 : 0, 'h')).first->second;
    const test::Bytes state(key, hidden);
    const uint64_t hash = test::hash_of(key, quality);
    const StateId found = cache.find(state.view(), hash);
    const Insertion done = cache.insert(state.view(), hash);
    ASSERT_EQ(found == kNoState, done.full || done.inserted);
    ASSERT_TRUE(!plain || cache.bytes() <= limit);  // what a codec knows of shapes comes on top
    if (done.full) {
      ++full;
      ASSERT_FALSE(held.contains(key));
      ASSERT_TRUE(tight || options.probes < cache.slots() || held.size() == cache.slots());
    } else {
      ASSERT_EQ(test::text_of(cache.get(done.id)), test::text_of(state.view()));
      if (done.inserted) {
        ASSERT_FALSE(held.contains(key));
        held[key] = {done.id, test::text_of(state.view())};
      } else {
        ASSERT_EQ(found, done.id);
        if (held.contains(key)) {
          ASSERT_EQ(held[key].first, done.id);
        } else if (random() % 2 == 0) {
          cache.hold(done.id);
          held[key] = {done.id, test::text_of(state.view())};
        }
      }
    }
    while (!held.empty() && random() % 16 < held.size()) {
      const auto gone = std::next(held.begin(), static_cast<int64_t>(random() % held.size()));
      cache.leave(gone->second.first);
      held.erase(gone);
    }
    for (const auto& [text, where] : held) ASSERT_EQ(test::text_of(cache.get(where.first)), where.second);
  }
  replaced += cache.replaced();
}

TEST(StoreCache, KeepsWhatIsHeldWithAllCodecs) {
  for (int which = 0; which < 4; ++which) {
    SCOPED_TRACE(which);
    uint64_t replaced = 0;
    uint64_t full = 0;
    for (uint64_t seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE(seed);
      std::unique_ptr<Codec> codec;
      if (which == 1) codec = std::make_unique<Compact>(test::RandomShapes());
      if (which == 2) codec = std::make_unique<Collapse>(test::RandomShapes());
      if (which == 3) codec = std::make_unique<TreeCodec>();
      compare_with_a_map(std::move(codec), seed, replaced, full);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(replaced, 20'000u);
    EXPECT_GT(full, 10u);
  }
}

// 13 bytes as they are: those, one for their size, two for the slot, and a thirty-second part of what a row needs.
TEST(StoreCache, AStateTakesLittleMoreThanItsCode) {
  Cache cache({.states = 10'000});
  std::string text(13, 'x');
  for (uint64_t i = 0; i < 40'000; ++i) {
    std::memcpy(text.data(), &i, sizeof i);
    const test::Bytes state(text);
    cache.leave(cache.insert(state.view(), mum(i + 1, 0x9e3779b97f4a7c15ULL)).id);
  }
  EXPECT_LT(cache.bytes(), cache.slots() * 175 / 10);
  EXPECT_GT(cache.bytes(), cache.slots() * 16);
}

// A state is let go when its last holder has released it, and what was known of it goes with it.
TEST(StoreCache, HoldersAreCounted) {
  HeldCache cache({.states = 3, .collisions = 3, .probes = 3}, nullptr, 5);
  const auto put = [&](const std::string& text) {
    const test::Bytes state(text);
    return cache.insert(state.view(), mum(std::hash<std::string>()(text), 0x9e3779b97f4a7c15ULL));
  };
  const StateId a = put("a").id;
  EXPECT_EQ(put("a").id, a);  // two holders
  cache.set_result(a, 4, 2);
  cache.set_result(a, 0, 1);
  cache.release(a);
  for (const char* other : {"b", "c", "d", "e", "f", "g", "h"}) {
    const Insertion done = put(other);
    ASSERT_TRUE(done.inserted);
    EXPECT_EQ(cache.result(done.id, 4), 0);
    cache.set_result(done.id, 4, 3);
    cache.release(done.id);
  }
  EXPECT_EQ(put("a").id, a);
  EXPECT_EQ(cache.result(a, 4), 2);
  EXPECT_EQ(cache.result(a, 0), 1);
  cache.forget_result(4);
  EXPECT_EQ(cache.result(a, 4), 0);
  EXPECT_EQ(cache.result(a, 0), 1);
  cache.release(a);
  cache.release(a);
  bool gone = false;
  for (const char* other : {"i", "j", "k"}) gone = put(other).id == a || gone;
  EXPECT_TRUE(gone);
  EXPECT_TRUE(put("l").full);
}

// So many holders that they cannot be counted: it stays.
TEST(StoreCache, ManyHoldersKeepAStateForGood) {
  HeldCache cache({.states = 3, .collisions = 3, .probes = 3}, nullptr, 1);
  const test::Bytes state("a");
  const StateId a = cache.insert(state.view(), 1).id;
  for (int i = 0; i < 70'000; ++i) cache.hold(a);
  for (int i = 0; i < 70'001; ++i) cache.release(a);
  for (uint64_t i = 0; i < 100; ++i) {
    const test::Bytes other("b" + std::to_string(i));
    const Insertion done = cache.insert(other.view(), mum(i + 7, 0x9e3779b97f4a7c15ULL));
    ASSERT_TRUE(done.inserted);
    cache.release(done.id);
  }
  EXPECT_EQ(test::text_of(cache.get(a)), test::text_of(state.view()));
  EXPECT_EQ(cache.find(state.view(), 1), a);
}

}  // namespace
}  // namespace gyre::store
