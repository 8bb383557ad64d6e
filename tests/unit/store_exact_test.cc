// The exact store against std::map, with growth, many sizes, bad hashes, notes and budgets.
#include "store/exact.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "base/hash.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

using test::Bytes;
using test::hash_of;
using test::text_of;

struct Case {
  int quality;
  int count;
  int lengths;
};

class StoreExactMap : public testing::TestWithParam<Case> {};

TEST_P(StoreExactMap, BehavesAsAMap) {
  const Case c = GetParam();
  Exact<uint32_t> store;
  std::map<std::string, StateId> reference;
  std::vector<std::pair<std::string, StateId>> order;
  std::mt19937_64 random(static_cast<uint64_t>(c.count * 10 + c.quality));
  for (int i = 0; i < c.count; ++i) {
    std::string text(static_cast<size_t>(1 + random() % static_cast<uint64_t>(c.lengths)), '\0');
    const uint64_t number = random() % static_cast<uint64_t>(c.count);
    std::memcpy(text.data(), &number, std::min<size_t>(text.size(), 8));
    const Bytes state(text);
    const uint64_t hash = hash_of(text, c.quality);
    const auto known = reference.find(text);
    ASSERT_EQ(store.find(state.view(), hash), known == reference.end() ? kNoState : known->second);
    store.prefetch(hash);
    const Insertion done = store.insert(state.view(), hash);
    ASSERT_FALSE(done.full);
    ASSERT_EQ(done.inserted, known == reference.end());
    if (done.inserted) {
      ASSERT_EQ(store.note(done.id), 0u);
      store.note(done.id) = static_cast<uint32_t>(order.size());
      ASSERT_LT(done.id, kIdLimit);
      reference.emplace(text, done.id);
      order.emplace_back(text, done.id);
    } else {
      ASSERT_EQ(done.id, known->second);
    }
    ASSERT_EQ(store.size(), reference.size());
  }
  for (size_t i = 0; i < order.size(); ++i) {
    const Bytes state(order[i].first);
    ASSERT_EQ(store.find(state.view(), hash_of(order[i].first, c.quality)), order[i].second);
    ASSERT_EQ(text_of(store.get(order[i].second)), order[i].first);
    ASSERT_EQ(store.note(order[i].second), i);
  }
  uint64_t seen = 0;
  store.for_each([&](StateId id) {
    ++seen;
    ASSERT_TRUE(reference.contains(text_of(store.get(id))));
  });
  EXPECT_EQ(seen, store.size());
}

INSTANTIATE_TEST_SUITE_P(Hashes, StoreExactMap,
                         testing::Values(Case{0, 4000, 12}, Case{1, 5000, 40}, Case{2, 5000, 9}, Case{3, 20000, 20},
                                         Case{4, 200000, 20}, Case{5, 5000, 20}, Case{9, 1000, 300},
                                         Case{9, 60000, 2500}, Case{9, 400000, 40}, Case{9, 600000, 8}));

TEST(StoreExact, KeyDecidesAndTheFirstArrivalsHiddenBytesStay) {
  Exact<> store;
  const Bytes first("abc", "12");
  const Bytes second("abc", "99");
  const Bytes third("abd", "12");
  const StateId id = store.insert(first.view(), 7).id;
  EXPECT_FALSE(store.insert(second.view(), 7).inserted);
  EXPECT_EQ(store.insert(second.view(), 7).id, id);
  EXPECT_TRUE(store.insert(third.view(), 7).inserted);
  EXPECT_EQ(text_of(store.get(id)), "abc12");
  EXPECT_EQ(store.get(id).key, 3u);
  store.refresh(id, second.view());
  EXPECT_EQ(text_of(store.get(id)), "abc99");
  EXPECT_EQ(store.find(first.view(), 7), id);
}

TEST(StoreExact, PaddingOfAViewIsZero) {
  Exact<> store;
  std::vector<StateId> ids;
  for (int length = 1; length < 20; ++length) {
    for (int i = 0; i < 3; ++i) {
      const std::string text(static_cast<size_t>(length), static_cast<char>('a' + i));
      ids.push_back(store.insert(Bytes(text).view(), hash_of(text, 9)).id);
    }
  }
  for (const StateId id : ids) {
    const StateView state = store.get(id);
    for (uint32_t i = state.total; i < (state.total + 7) / 8 * 8; ++i) EXPECT_EQ(state.data[i], 0);
  }
}

TEST(StoreExact, StatesOfDifferentSizeAreDifferent) {
  Exact<> store;
  for (int length = 1; length < 100; ++length) {
    EXPECT_TRUE(store.insert(Bytes(std::string(static_cast<size_t>(length), '\0')).view(), 0).inserted);
  }
  EXPECT_EQ(store.size(), 99u);
}

uint64_t resident_bytes() {
  FILE* file = std::fopen("/proc/self/statm", "r");
  unsigned long long size = 0;
  unsigned long long resident = 0;
  if (file == nullptr || std::fscanf(file, "%llu %llu", &size, &resident) != 2) resident = 0;
  if (file != nullptr) std::fclose(file);
  return resident * 4096;
}

// Beside the 36 bytes of a state: 8 to 10.7 of table, and the last huge pages of table and entries, which are used in
// part. What is counted is what the system gave within 1 %.
TEST(StoreExact, CountsTheMemoryItUses) {
  const uint64_t before = resident_bytes();
  Exact<> store;
  uint64_t words[5] = {};
  double worst = 0;
  for (uint64_t i = 0; i < 3'000'000; ++i) {
    words[1] = i;
    ASSERT_TRUE(store
                    .insert({reinterpret_cast<const uint8_t*>(words), 36, 36},
                            hash_words(reinterpret_cast<const uint8_t*>(words), 36))
                    .inserted);
    if (i > 200'000 && i % 1000 == 0) {
      const auto states = static_cast<double>(i);
      worst = std::max(worst, static_cast<double>(store.bytes()) - (36 + 15) * states);
    }
  }
  const auto counted = static_cast<double>(store.bytes());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they need memory of their own
  EXPECT_NEAR(static_cast<double>(resident_bytes() - before) / counted, 1.0, 0.03);
#else
  EXPECT_GT(resident_bytes() - before, counted * 0.97);
#endif
  // A table below 64 MB has just been doubled at worst: 6 bytes per slot, two fifths full. Besides, its last page and
  // that of the entries.
  EXPECT_LT(counted / 3e6, 36 + 15 + 2.0 * kHugePage / 3e6);
  EXPECT_LT(worst, 4.0 * kHugePage);
  EXPECT_GT(store.fill(), 0.39);
}

TEST(StoreExact, KeepsItsBudget) {
  for (const uint64_t budget : {uint64_t{100'000}, uint64_t{1} << 20, uint64_t{20} << 20}) {
    Exact<uint32_t> store;
    store.set_memory_limit(budget);
    uint64_t words[4] = {};
    Insertion done;
    uint64_t count = 0;
    for (;; ++count) {
      words[0] = count;
      const StateView state{reinterpret_cast<const uint8_t*>(words), 32, 32};
      done = store.insert(state, hash_words(state.data, 32));
      if (done.full) break;
      ASSERT_LE(store.bytes(), budget);
      ASSERT_LT(count, 10'000'000u);
    }
    EXPECT_EQ(store.size(), count);
    EXPECT_FALSE(done.inserted);
    if (budget > 1'000'000) {
      EXPECT_GT(store.bytes() * 10, budget * 8);
    }
    // What is there is still found; more memory lets it go on.
    if (count > 0) {
      words[0] = count - 1;
      const StateView state{reinterpret_cast<const uint8_t*>(words), 32, 32};
      EXPECT_FALSE(store.insert(state, hash_words(state.data, 32)).inserted);
      EXPECT_FALSE(store.insert(state, hash_words(state.data, 32)).full);
    }
    store.set_memory_limit(budget * 4 + (1 << 20));
    words[0] = count;
    const StateView state{reinterpret_cast<const uint8_t*>(words), 32, 32};
    EXPECT_TRUE(store.insert(state, hash_words(state.data, 32)).inserted);
  }
}

}  // namespace
}  // namespace gyre::store
