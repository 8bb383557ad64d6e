// Every lossless store against a map of byte strings: random insertions, finds, notes, hidden bytes, budgets, growth.
// link: rapidcheck
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <random>
#include <unordered_map>

#include "store/checked.h"
#include "store/exact.h"
#include "store/tree.h"
#include "unit/other_trees.h"
#include "unit/shaped_stores.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

using test::Bytes;
using test::hash_of;
using test::text_of;

template <class StoreT>
constexpr bool kHasNote = !std::is_empty_v<typename StoreT::Note>;

template <class StoreT>
constexpr bool kIsChecked = false;
template <class StoreT>
constexpr bool kIsChecked<Checked<StoreT>> = true;

// As a search does it: a probe first, where the store has that.
template <class StoreT>
Insertion insert(StoreT& store, StateView state, uint64_t hash) {
  if constexpr (ProbingStore<StoreT>) {
    return store.insert(state, store.probe(state, hash));
  } else {
    store.prefetch(hash);
    return store.insert(state, hash);
  }
}

template <class StoreT>
class StoreLossless : public testing::Test {};
using Stores = testing::Types<Exact<>, Exact<uint32_t>, Tree<>, test::TreeInTurns, Tree<uint32_t>, test::CompactStore<>,
                              test::CompactStore<uint32_t>, test::CollapseStore<>, test::CollapseStore<uint32_t>,
                              Checked<Exact<uint32_t>>, Checked<Tree<>>, Checked<Tree<uint32_t>>,
                              Checked<test::CompactStore<uint32_t>>, Checked<test::CollapseStore<uint32_t>>>;
TYPED_TEST_SUITE(StoreLossless, Stores);

// States as a model has them: most bytes stay as they are from one to the next.
std::string vary(std::string text, std::mt19937_64& random, uint32_t longest) {
  if (random() % 16 == 0) text.resize(random() % (longest + 1));
  for (uint64_t changes = random() % 3; changes > 0 && !text.empty(); --changes) {
    text[random() % text.size()] = static_cast<char>(random() % 5);
  }
  return text;
}

TYPED_TEST(StoreLossless, IsAMapOfByteStrings) {
  const bool ok = rc::check([] {
    TypeParam store;
    const auto seed = *rc::gen::arbitrary<uint64_t>();
    const auto count = *rc::gen::inRange<uint64_t>(1, 3000);
    const auto longest = *rc::gen::inRange<uint32_t>(1, 90);
    const auto quality = *rc::gen::element(0, 1, 4, 9, 9, 9);
    std::mt19937_64 random(seed);
    std::unordered_map<std::string, StateId> reference;
    std::unordered_map<StateId, std::pair<std::string, std::string>> behind;  // key and hidden bytes of an id
    std::string text(longest, '\0');
    for (uint64_t i = 0; i < count; ++i) {
      text = vary(text, random, longest);
      const std::string hidden(text.size() % 3 == 1 ? 1 + text.size() % 11 : 0, static_cast<char>(random()));
      const Bytes state(text, hidden);
      const uint64_t hash = hash_of(text, quality);
      const auto known = reference.find(text);
      RC_ASSERT(store.find(state.view(), hash) == (known == reference.end() ? kNoState : known->second));
      if (known != reference.end() && random() % 4 == 0) {
        RC_ASSERT(text_of(store.get(known->second)) == text + behind[known->second].second);
        if constexpr (FocusingStore<TypeParam>) store.focus(state.view());
      }
      const Insertion done = insert(store, state.view(), hash);
      RC_ASSERT(!done.full);
      RC_ASSERT(done.inserted == (known == reference.end()));
      RC_ASSERT(done.id < (StateId{1} << kIdBits));
      if (done.inserted) {
        RC_ASSERT(behind.emplace(done.id, std::pair(text, hidden)).second);
        reference.emplace(text, done.id);
        if constexpr (kHasNote<TypeParam>) {
          RC_ASSERT(done.id < kIdLimit);
          RC_ASSERT(store.note(done.id) == 0);
          store.note(done.id) = static_cast<uint32_t>(text.size() * 7 + 1);
        }
      } else {
        RC_ASSERT(done.id == known->second);
        if (random() % 8 == 0) {
          store.refresh(done.id, state.view());
          behind[done.id].second = hidden;
        }
      }
      RC_ASSERT(store.size() == reference.size());
    }
    for (const auto& [key, id] : reference) {
      const StateView state = store.get(id);
      RC_ASSERT(state.key == key.size());
      RC_ASSERT(text_of(state) == key + behind[id].second);
      for (uint32_t i = state.total; i < (state.total + 7) / 8 * 8; ++i) RC_ASSERT(state.data[i] == 0);
      if constexpr (kHasNote<TypeParam>) RC_ASSERT(store.note(id) == key.size() * 7 + 1);
    }
    uint64_t listed = 0;
    store.for_each([&](StateId id) {
      ++listed;
      RC_ASSERT(behind.contains(id));
    });
    RC_ASSERT(listed == reference.size());
  });
  EXPECT_TRUE(ok);
}

// Growth: the tables are rebuilt several times; ids given out at the beginning still mean the same.
TYPED_TEST(StoreLossless, IdsSurviveGrowth) {
  TypeParam store;
  std::vector<StateId> ids;
  uint64_t words[5] = {};
  const StateView state{reinterpret_cast<const uint8_t*>(words), 36, 36};
  auto set = [&](uint64_t i) {
    words[0] = i % 1000;
    words[2] = i / 1000 % 100;
    words[4] = i / 100000;
  };
  constexpr uint64_t kCount = kIsChecked<TypeParam> ? 20'000 : 700'000;
  for (uint64_t i = 0; i < kCount; ++i) {
    set(i);
    const Insertion done = insert(store, state, hash_words(state.data, 36));
    ASSERT_TRUE(done.inserted);
    if constexpr (kHasNote<TypeParam>) store.note(done.id) = static_cast<uint32_t>(i);
    ids.push_back(done.id);
  }
  for (uint64_t i = 0; i < kCount; ++i) {
    set(i);
    ASSERT_EQ(store.find(state, hash_words(state.data, 36)), ids[i]);
    const StateView got = store.get(ids[i]);
    ASSERT_EQ(got.total, 36u);
    ASSERT_EQ(std::memcmp(got.data, words, 36), 0);
    if constexpr (kHasNote<TypeParam>) {
      ASSERT_EQ(store.note(ids[i]), i);
    }
  }
  set(kCount);
  EXPECT_EQ(store.find(state, hash_words(state.data, 36)), kNoState);
  uint64_t listed = 0;
  store.for_each([&](StateId) { ++listed; });
  EXPECT_EQ(listed, kCount);
}

// insert() says `full` before bytes() passes the limit, leaves everything as it was, and goes on with more memory.
TYPED_TEST(StoreLossless, KeepsItsBudget) {
  for (const uint64_t budget : {uint64_t{200'000}, uint64_t{1} << 20, uint64_t{6} << 20}) {
    TypeParam store;
    store.set_memory_limit(budget);
    uint64_t words[4] = {};
    const StateView state{reinterpret_cast<const uint8_t*>(words), 32, 32};
    uint64_t count = 0;
    auto set = [&](uint64_t i) {
      words[1] = i * 0x9e3779b97f4a7c15ULL;
      words[3] = i / 3;
    };
    for (;; ++count) {
      set(count);
      const Insertion done = insert(store, state, hash_words(state.data, 32));
      if (done.full) break;
      ASSERT_LE(store.bytes(), budget);
      ASSERT_LT(count, 10'000'000u);
    }
    EXPECT_EQ(store.size(), count);
    if (budget >= 1 << 20) {
      EXPECT_GT(store.bytes() * 10, budget * 6);
    }
    for (uint64_t i = 0; i < count; ++i) {
      set(i);
      ASSERT_FALSE(insert(store, state, hash_words(state.data, 32)).inserted);
    }
    set(count);
    EXPECT_TRUE(insert(store, state, hash_words(state.data, 32)).full);
    store.set_memory_limit(budget * 4 + (1 << 20));
    EXPECT_TRUE(insert(store, state, hash_words(state.data, 32)).inserted);
  }
}

TEST(StoreTree, MixingARootCanBeUndone) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const uint64_t r = random();
    const unsigned bits = 1 + static_cast<unsigned>(i % TreeNodes::kIdBits);
    const TreeNodes::Root root{static_cast<uint32_t>((r & ((1u << bits) - 1)) | 1),
                               static_cast<uint32_t>((r >> 32) & ((1u << bits) - 1))};
    const uint64_t value = MixedRoot::mix(root);
    ASSERT_NE(value, 0u);
    ASSERT_EQ(value & 15, 0u);
    ASSERT_EQ(MixedRoot::unmix(value), root);
  }
}

// What sharing is for: a product of independent parts costs a root per state and next to nothing else.
TEST(StoreTree, SharesParts) {
  Tree<> tree;
  uint64_t words[8] = {};
  const StateView state{reinterpret_cast<const uint8_t*>(words), 64, 64};
  for (uint64_t i = 0; i < 1'600'000; ++i) {
    for (uint64_t j = 0, rest = i; j < 8; ++j, rest /= 6) words[j] = rest % 6 << 20;
    ASSERT_TRUE(insert(tree, state, 0).inserted);
  }
  EXPECT_LT(tree.nodes(), 3000u);
  EXPECT_LT(tree.bytes(), 1'600'000u * 12);
}

// States of 64 bytes, sixteen units; two parts of four units each vary, independently of each other, the rest does not.
// Which split has them on different sides depends on where they lie.
TEST(StoreTree, KnowsTheBetterSplit) {
  const auto filled = [](Tree<>& tree, size_t one, size_t other) {
    std::mt19937_64 random(5);
    uint64_t words[8] = {};
    for (int i = 0; i < 5000; ++i) {
      words[one] = random() % 100;
      words[other] = random() % 100;
      insert(tree, {reinterpret_cast<const uint8_t*>(words), 64, 64}, 0);
    }
  };
  Tree<> behind;  // both in the second half
  filled(behind, 4, 6);
  const auto better = behind.better_options();
  ASSERT_TRUE(better);
  EXPECT_EQ(better->split, TreeSplit::turns);
  Tree<> so(*better);
  filled(so, 4, 6);
  EXPECT_EQ(so.size(), behind.size());
  EXPECT_LT(so.nodes() * 10, behind.nodes());
  EXPECT_FALSE(so.better_options());

  Tree<> apart;  // one in each half
  filled(apart, 0, 4);
  EXPECT_FALSE(apart.better_options());

  Tree<> small;
  uint64_t word = 0;
  for (; word < 1000; ++word) insert(small, {reinterpret_cast<const uint8_t*>(&word), 8, 8}, 0);
  EXPECT_FALSE(small.better_options());
}

// A table of values keeps every bit of a value, also of those that need more bits than it had at first.
TEST(StoreSlotTable, ValuesAreExact) {
  for (const int trailing : {10, 4}) {
    SlotTable table(true, SlotTable::Holds::values);
    std::mt19937_64 random(3);
    std::vector<uint64_t> values;
    for (int i = 0; i < 200'000; ++i) {
      uint64_t value = random() >> trailing << trailing;
      if (i % 7 == 1) value = values.back() ^ (uint64_t{1} << trailing);  // differs in the last bit
      if (value == 0 || table.contains(value)) continue;
      ASSERT_TRUE(table.make_room_for(value, ~uint64_t{0}));
      table.add_value(value);
      values.push_back(value);
    }
    EXPECT_EQ(table.count(), values.size());
    std::sort(values.begin(), values.end());
    for (const uint64_t value : values) {
      ASSERT_TRUE(table.contains(value));
      const uint64_t next = value ^ (uint64_t{1} << trailing);
      ASSERT_EQ(table.contains(next), std::binary_search(values.begin(), values.end(), next));
    }
    std::vector<uint64_t> listed;
    table.for_each_value([&](uint64_t value) { listed.push_back(value); });
    std::sort(listed.begin(), listed.end());
    EXPECT_EQ(listed, values);
  }
}

}  // namespace
}  // namespace gyre::store
