// Carried states (BatchedStore): walks of states that differ little from each other, against std::set.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/raw_vector.h"
#include "store/concept.h"
#include "store/exact.h"
#include "unit/other_trees.h"

namespace gyre::store {
namespace {

template <class StoreT>
class Carrying : public testing::Test {};
using Stores = testing::Types<Exact<>, Tree<>, test::TreeInTurns, test::TreeFarAway>;
TYPED_TEST_SUITE(Carrying, Stores);

struct Carried {
  std::vector<uint64_t> words;
  uint32_t key = 0, total = 0;
  Probe probe;
  StateView view() const { return {reinterpret_cast<const uint8_t*>(words.data()), key, total}; }
};

StateView view_of(const std::string& bytes, std::vector<uint64_t>& words) {
  const size_t used = (bytes.size() + 7) / 8;
  words.assign(used, 0);
  words.resize(used + 4, 0xabcdef0123456789);  // what may be read behind a state is not part of it
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto size = static_cast<uint32_t>(bytes.size());
  return {reinterpret_cast<const uint8_t*>(words.data()), size, size};
}
std::string text_of(StateView state) { return {reinterpret_cast<const char*>(state.data), state.total}; }

TYPED_TEST(Carrying, WalksAgainstASet) {
  std::mt19937_64 random(31);
  for (const uint32_t size : {1u, 4u, 8u, 13u, 20u, 28u, 32u, 36u, 64u, 100u, 129u, 300u, 700u, 1100u}) {
    SCOPED_TRACE(size);
    TypeParam store;
    std::set<std::string> expected;
    Carried here;
    std::string bytes(size, '\1');
    int met_lately = 0;
    std::vector<Carried> batch(11);
    std::vector<StateId> ids;
    std::vector<uint64_t> words;
    for (int i = 0; i < 500; ++i) {
      const size_t count = random() % batch.size() + 1;
      for (size_t k = 0; k < count; ++k) {
        // Now and then another size: another class, that is not like the last state.
        std::string next = random() % 97 == 0 ? std::string(size + 5, static_cast<char>(i)) : bytes;
        for (uint64_t change = random() % 6; change <= 5; ++change)
          next[random() % next.size()] = static_cast<char>(random() % 3);
        const StateView state = view_of(next, words);
        Carried& arrival = batch[k];
        ASSERT_TRUE(store.stage(here.view(), state, hash_words(state.data, state.key), arrival.probe, [&](uint32_t n) {
          arrival.words.resize(n + 1);
          return arrival.words.data();
        }));
        arrival.key = arrival.total = state.key;
        ASSERT_EQ(text_of(arrival.view()), next);
      }
      ASSERT_TRUE(store.probe_batch(std::span(batch).first(count)));
      for (size_t k = 0; k < count; ++k) {
        const Carried& arrival = batch[k];
        const std::string text = text_of(arrival.view());
        const bool lately = store.is_recent(arrival.probe);
        ASSERT_TRUE(!lately || expected.contains(text));
        met_lately += lately ? 1 : 0;
        store.prefetch_entry(arrival.probe);
        const Insertion done = store.commit(arrival.view(), arrival.probe);
        ASSERT_FALSE(done.full);
        ASSERT_EQ(done.inserted, expected.insert(text).second);
        if (done.inserted) ids.push_back(done.id);
      }
      here = batch[random() % count];
      if (i % 5 == 0 && !ids.empty()) {  // back to an older one
        const StateView older = store.recall(ids[random() % ids.size()], [&](uint32_t n) {
          here.words.assign(n + 1, ~uint64_t{0});
          return here.words.data();
        });
        here.key = older.key;
        here.total = older.total;
        ASSERT_TRUE(expected.contains(text_of(here.view())));
      }
      bytes = text_of(here.view()).substr(0, size);
    }
    EXPECT_EQ(store.size(), expected.size());
    // Repetitions are many, and the tree remembers most of them.
    const bool remembers = !std::is_same_v<TypeParam, Exact<>>;
    EXPECT_EQ(met_lately > 0, remembers);
    std::set<std::string> stored;
    store.for_each([&](StateId id) { stored.insert(text_of(store.get(id))); });
    EXPECT_EQ(stored, expected);
    for (const std::string& state : expected) {
      const StateView view = view_of(state, words);
      EXPECT_NE(store.find(view, hash_words(view.data, view.key)), kNoState);
    }
  }
}

// Small states, many at once where they lie.
struct Arrival {
  uint64_t hash = 0;
  uint32_t offset = 0, key = 0, total = 0;
};

template <class StoreT>
class CarryingSmall : public testing::Test {};
using SmallStores = testing::Types<Tree<>, test::TreeInTurns, test::TreeFarAway>;
TYPED_TEST_SUITE(CarryingSmall, SmallStores);

TYPED_TEST(CarryingSmall, WalksAgainstASet) {
  static_assert(BatchesSmall<TypeParam, Arrival>);
  std::mt19937_64 random(32);
  for (const uint32_t size : {1u,  4u,  5u,  8u,  13u, 20u, 28u, 32u,  33u,  36u,  40u,  44u,  47u,  52u,
                              57u, 60u, 64u, 68u, 72u, 77u, 80u, 100u, 112u, 116u, 121u, 125u, 128u, 129u}) {
    SCOPED_TRACE(size);
    const bool fits = size > 4 && size <= 128;  // into two nodes, or a tree of two levels
    TypeParam store;
    std::set<std::string> expected;
    std::string bytes(size, '\1');
    RawVector<uint8_t> states;
    size_t taken = 0;
    for (int batch = 0; batch < 200; ++batch) {
      std::vector<Arrival> arrivals;
      states.clear();
      const bool mixed = batch % 17 == 0;
      for (int i = 0; i < 40; ++i) {
        std::string next = mixed && i == 20 ? bytes + "12345" : bytes;
        for (int change = 0; change < 3; ++change) next[random() % size] = static_cast<char>(random() % 5);
        const auto total = static_cast<uint32_t>(next.size());
        arrivals.push_back({0, static_cast<uint32_t>(states.size()), total, total});
        next.resize((total + 7) / 8 * 8);
        states.append(reinterpret_cast<const uint8_t*>(next.data()), next.size());
        if (i % 7 == 0) bytes = next.substr(0, size);
      }
      const bool small = store.stage_small(std::span(arrivals), states.data());
      ASSERT_EQ(small, !mixed && fits);
      if (!small) continue;
      ++taken;
      Arrival* left[40];
      Arrival** const end = store.probe_small(std::span(arrivals), states.data(), left);
      ASSERT_NE(end, nullptr);
      const auto text = [&](const Arrival& a) {
        return std::string(reinterpret_cast<const char*>(states.data() + a.offset), a.total);
      };
      std::set<const Arrival*> asked(left, end);
      for (Arrival** at = left; at != end; ++at) {
        const Insertion done = store.commit({states.data() + (*at)->offset, size, size}, {(*at)->hash});
        ASSERT_FALSE(done.full);
        ASSERT_EQ(done.inserted, expected.insert(text(**at)).second);
      }
      for (const Arrival& a : arrivals) ASSERT_TRUE(asked.contains(&a) || expected.contains(text(a)));
    }
    EXPECT_EQ(store.size(), expected.size());
    std::set<std::string> stored;
    store.for_each([&](StateId id) { stored.insert(text_of(store.get(id))); });
    EXPECT_EQ(stored, expected);
    EXPECT_EQ(taken > 0, fits);
  }
}

}  // namespace
}  // namespace gyre::store
