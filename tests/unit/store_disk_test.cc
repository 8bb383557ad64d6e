// States on disk: the set, the queue and the links, with so little memory that nearly everything is written.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/hash.h"
#include "store/disk_queue.h"
#include "store/disk_set.h"

namespace gyre::store {
namespace {

const std::string kFolder = testing::TempDir();

// A state of one to five words, of which hidden bytes are a part now and then.
struct Bytes {
  std::vector<uint64_t> words;
  uint32_t key = 0;

  Bytes(uint64_t number, bool hidden) : words(1 + number % 5), key(static_cast<uint32_t>(words.size() * 8)) {
    words[0] = number;
    if (hidden) words.push_back(number * 3);
  }
  StateView view() const {
    return {reinterpret_cast<const uint8_t*>(words.data()), key, static_cast<uint32_t>(words.size() * 8)};
  }
};

uint64_t number_of(StateView state) {
  uint64_t number;
  std::memcpy(&number, state.data, sizeof number);
  return number;
}

// What comes first is new, once, at once or when it is resolved; nothing else is; links and depths come back.
void expect_a_set(uint64_t memory, uint64_t different, uint64_t hash_mask, unsigned seed) {
  std::mt19937_64 random(seed);
  DiskSet set(kFolder, memory);
  std::set<uint64_t> known;                      // told to be new
  std::map<uint64_t, std::set<uint64_t>> later;  // and those that wait, with the links of their arrivals
  const auto resolve = [&] {
    const bool whole = set.resolve(
        [&](const StateRecord& record) {
          const uint64_t number = number_of(record.state);
          EXPECT_TRUE(known.insert(number).second) << number;
          EXPECT_EQ(later[number].count(record.link), 1u) << number;
          EXPECT_EQ(record.depth, record.link + 7);
          const Bytes bytes(number, number % 3 == 0);
          EXPECT_EQ(record.state.total, bytes.view().total);
          EXPECT_EQ(std::memcmp(record.state.data, bytes.view().data, bytes.view().total), 0);
        },
        [] { return true; });
    EXPECT_TRUE(whole);
    for (const auto& [number, links] : later) EXPECT_EQ(known.count(number), 1u) << number;
    later.clear();
    EXPECT_FALSE(set.waiting());
    EXPECT_EQ(set.size(), known.size());
  };
  for (uint64_t i = 0; i < 20 * different; ++i) {
    const uint64_t number = random() % different;
    const Bytes bytes(number, number % 3 == 0);
    const uint64_t hash = hash_words(bytes.view().data, bytes.key) & hash_mask;
    set.prefetch(hash);
    switch (set.arrive(bytes.view(), hash, i, i + 7)) {
      case DiskSet::Arrival::first: ASSERT_TRUE(known.insert(number).second) << number; break;
      case DiskSet::Arrival::again: ASSERT_TRUE(known.count(number) == 1 || later.count(number) == 1); break;
      case DiskSet::Arrival::later: later[number].insert(i); break;
    }
    if (random() % (3 * different) == 0 || set.wants_resolving()) resolve();
  }
  resolve();
  EXPECT_EQ(known.size(), different);
}

TEST(StoreDisk, IsASet) {
  for (unsigned seed = 0; seed < 4; ++seed) expect_a_set(4096 + 500 * seed, 600, ~uint64_t{0}, seed);
  expect_a_set(100'000, 3000, ~uint64_t{0}, 1);
}
TEST(StoreDisk, ManyRunsBecomeOne) { expect_a_set(2000, 1500, ~uint64_t{0}, 5); }
TEST(StoreDisk, EqualHashesAreNoEqualStates) {
  expect_a_set(4096, 300, 3, 1);
  expect_a_set(4096, 100, 0, 2);
}
TEST(StoreDisk, WhileThereIsMemoryNothingIsWritten) {
  DiskSet set(kFolder, 1 << 20);
  for (uint64_t n = 0; n < 1000; ++n) {
    const Bytes bytes(n, false);
    EXPECT_EQ(set.arrive(bytes.view(), hash_words(bytes.view().data, bytes.key), 0, 0), DiskSet::Arrival::first);
  }
  EXPECT_EQ(set.written(), 0u);
  EXPECT_FALSE(set.waiting());
}
TEST(StoreDisk, AStateThatIsLargerThanMemory) {
  DiskSet set(kFolder, 4096);
  const std::vector<uint64_t> words(1000);
  EXPECT_THROW(set.arrive({reinterpret_cast<const uint8_t*>(words.data()), 8000, 8000}, 1, 0, 0), std::bad_alloc);
}
TEST(StoreDisk, AFolderThatIsNotThere) { EXPECT_THROW(DiskSet(kFolder + "/no/such/folder", 1 << 20), DiskError); }
TEST(StoreDisk, APassThatIsGivenUp) {
  DiskSet set(kFolder, 1 << 20);
  for (uint64_t i = 0; i < 400'000; ++i) {
    const Bytes bytes(i % 100'000, false);
    set.arrive(bytes.view(), hash_words(bytes.view().data, bytes.key), 0, 0);
  }
  ASSERT_TRUE(set.waiting());
  EXPECT_FALSE(set.resolve([](const StateRecord&) {}, [] { return false; }));
}

TEST(StoreDisk, TheQueueIsFirstInFirstOut) {
  std::mt19937_64 random(3);
  DiskQueue queue(kFolder, 256);
  std::deque<uint64_t> expected;
  for (uint64_t i = 0; i < 50'000; ++i) {
    if (random() % 100 < (i / 5000 % 2 == 0 ? 70 : 30)) {
      const Bytes bytes(i, i % 2 == 0);
      queue.push(i, i * 2, bytes.view());
      expected.push_back(i);
    } else if (!queue.empty()) {
      const DiskQueue::Item item = queue.pop();
      ASSERT_EQ(item.number, expected.front());
      ASSERT_EQ(item.depth, item.number * 2);
      const Bytes bytes(item.number, item.number % 2 == 0);
      ASSERT_EQ(item.state.key, bytes.key);
      ASSERT_EQ(std::memcmp(item.state.data, bytes.view().data, bytes.view().total), 0);
      expected.pop_front();
    }
    ASSERT_EQ(queue.size(), expected.size());
  }
  EXPECT_GT(queue.written(), 0u);
}

TEST(StoreDisk, LinksAreReadBack) {
  DiskLinks links(kFolder);
  constexpr uint64_t kMany = 300'000;
  for (uint64_t i = 0; i < kMany; ++i) ASSERT_EQ(links.add(i * i), i);
  for (uint64_t i = 0; i < kMany; i += 997) ASSERT_EQ(links.get(i), i * i);
  EXPECT_EQ(links.get(kMany - 1), (kMany - 1) * (kMany - 1));
}

}  // namespace
}  // namespace gyre::store
