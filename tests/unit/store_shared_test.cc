// Tables that several threads use at once, against std::set: growing all the time, with good hashes and bad ones.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "base/stop_the_world.h"
#include "store/shared_tree.h"
#include "store/slot_table.h"
#include "unit/state_bytes.h"

namespace gyre::store {
namespace {

constexpr unsigned kThreads = 4;

template <class Body>
void in_threads(StopTheWorld& world, Body&& body) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      world.enter();
      body(t);
      world.leave();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(StopTheWorld, OneAtATimeAndNobodyRuns) {
  StopTheWorld world;
  std::atomic<int> busy{0}, inside{0}, done{0};
  std::atomic<bool> wrong{false};
  in_threads(world, [&](unsigned t) {
    for (int i = 0; i < 2000; ++i) {
      busy.fetch_add(1);
      if (inside.load() != 0) wrong = true;
      busy.fetch_sub(1);
      world.safepoint();
      if (i % 50 == static_cast<int>(t)) {
        const bool mine = world.with([&] {
          if (inside.fetch_add(1) != 0 || busy.load() != 0) wrong = true;
          inside.fetch_sub(1);
        });
        done += mine;
      }
      if (i % 100 == 99) {
        world.leave();
        world.enter();
      }
    }
  });
  EXPECT_FALSE(wrong);
  EXPECT_GT(done, 40);
}

TEST(StopTheWorld, EndsWhenItsBodyThrows) {
  StopTheWorld world;
  world.enter();
  EXPECT_THROW(world.with([] { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_TRUE(world.with([] {}));
  world.leave();
}

// NumberById with entries that the threads make: each number must get one id.
void expect_one_id_each(const std::vector<uint64_t>& hashes, uint64_t numbers, uint64_t rounds) {
  StopTheWorld world;
  SlotTable table(false);
  const uint64_t most = numbers * kThreads + 1;
  const auto entries = std::make_unique<uint64_t[]>(most);
  std::vector<std::vector<uint64_t>> added(kThreads);
  std::atomic<uint64_t> last_id{0};
  in_threads(world, [&](unsigned t) {
    std::mt19937_64 random(t + 1);
    SlotTable::Added counted;
    uint64_t next = t + 1;  // ids t + 1, t + 1 + kThreads, ...
    for (uint64_t i = 0; i < rounds; ++i) {
      world.safepoint();
      // The threads are at about the same numbers at the same time, and go on to others.
      const uint64_t number = (i * numbers / rounds + random() % 64) % numbers;
      const uint64_t hash = hashes[number % hashes.size()];
      const auto same = [&](uint64_t id) { return entries[id] == number; };
      const auto fill = [&] { entries[next] = number; };
      SlotTable::Shared done = table.insert_shared(hash, next, same, fill);
      while (done.what == SlotTable::Shared::stop) {
        if (!world.with([&] { done = table.insert_stopped(hash, next, ~uint64_t{0}, same, fill); }))
          done = table.insert_shared(hash, next, same, fill);
      }
      ASSERT_EQ(entries[done.id], number);
      if (done.what == SlotTable::Shared::added) {
        ASSERT_EQ(done.id, next);
        added[t].push_back(number);
        next += kThreads;
        for (uint64_t last = last_id.load(); last < next && !last_id.compare_exchange_weak(last, next);) {
        }
        if (table.count_added(counted)) world.with([&] { ASSERT_TRUE(table.tend(last_id, ~uint64_t{0})); });
      }
    }
    table.settle_count(counted);
  });
  std::set<uint64_t> all;
  size_t sum = 0;
  for (const auto& numbers_of_one : added) {
    all.insert(numbers_of_one.begin(), numbers_of_one.end());
    sum += numbers_of_one.size();
  }
  EXPECT_EQ(sum, all.size()) << "something was added twice";
  EXPECT_EQ(table.count(), all.size());
  // With one thread everything is there.
  for (const uint64_t number : all) {
    EXPECT_NE(table.find(hashes[number % hashes.size()], [&](uint64_t id) { return entries[id] == number; }), 0u);
  }
  EXPECT_EQ(table.find(hashes[0], [&](uint64_t id) { return entries[id] == numbers; }), 0u);
}

TEST(SharedSlotTable, GoodHashes) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> hashes(60'000);
  for (uint64_t& hash : hashes) hash = random();
  expect_one_id_each(hashes, hashes.size(), 60'000);
}

// All in the same reach of buckets: most go to the stash.
TEST(SharedSlotTable, FourHashes) { expect_one_id_each({0, uint64_t{1} << 62, uint64_t{3} << 62, 77}, 4000, 8000); }
TEST(SharedSlotTable, OneHash) { expect_one_id_each({~uint64_t{0}}, 1500, 4000); }

// Hashes that crowd together, but not in one place: long ways from bucket to bucket.
TEST(SharedSlotTable, CrowdedHashes) {
  std::mt19937_64 random(6);
  std::vector<uint64_t> hashes(20'000);
  for (uint64_t& hash : hashes) hash = (random() % 16) << 60 | (random() % 4096) << 40;
  expect_one_id_each(hashes, hashes.size(), 40'000);
}

// A table of values.
TEST(SharedSlotTable, Values) {
  constexpr uint64_t kValues = 120'000;
  StopTheWorld world;
  SlotTable table(false, SlotTable::Holds::values);
  std::vector<std::vector<uint64_t>> added(kThreads);
  std::atomic<uint64_t> stops{0};
  in_threads(world, [&](unsigned t) {
    std::mt19937_64 random(t + 1);
    SlotTable::Added counted;
    const auto same = [](uint64_t) { return true; };
    const auto fill = [] {};
    for (uint64_t i = 0; i < kValues; ++i) {
      world.safepoint();
      const uint64_t value = ((i + random() % 64) * 0x9e3779b97f4a7c15ULL) >> 10 << 10;
      SlotTable::Shared done = table.insert_shared(value, 0, same, fill);
      while (done.what == SlotTable::Shared::stop) {
        ++stops;
        if (!world.with([&] { done = table.insert_stopped(value, 0, ~uint64_t{0}, same, fill); }))
          done = table.insert_shared(value, 0, same, fill);
      }
      if (done.what == SlotTable::Shared::known) continue;
      added[t].push_back(value);
      if (table.count_added(counted)) world.with([&] { ASSERT_TRUE(table.tend(0, ~uint64_t{0})); });
    }
    table.settle_count(counted);
  });
  std::set<uint64_t> all;
  size_t sum = 0;
  for (const auto& values : added) {
    all.insert(values.begin(), values.end());
    sum += values.size();
  }
  EXPECT_EQ(sum, all.size());
  EXPECT_EQ(table.count(), all.size());
  std::set<uint64_t> listed;
  table.for_each_value([&](uint64_t value) { EXPECT_TRUE(listed.insert(value).second); });
  EXPECT_EQ(listed, all);
  // The first time for each thread; after that the table grows before it is full.
  EXPECT_LT(stops, 100u);
  EXPECT_GT(world.longest(), 0);
  EXPECT_LT(world.longest(), 2);
}

struct Carried {
  std::vector<uint64_t> words;
  uint32_t key = 0, total = 0;
  Probe probe;
  StateView view() const { return {reinterpret_cast<const uint8_t*>(words.data()), key, total}; }
};

// Each thread walks through states, of a few sizes; the walks cross.
template <class StoreT, class Commit, class Recall>
void expect_each_state_once(StoreT& store, uint32_t size, Commit&& commit, Recall&& recall) {
  std::vector<std::set<std::string>> met(kThreads), inserted(kThreads);
  in_threads(store.stop_the_world(), [&](unsigned t) {
    std::mt19937_64 random(t * 7 + size);
    typename StoreT::Worker worker(store);
    Carried here;
    std::string bytes(size, '\1');
    for (int i = 0; i < 6000; ++i) {
      store.stop_the_world().safepoint();
      // Now and then another size; some are met by one thread only.
      std::string next = i % 97 == 0 ? std::string(size + (i % 5) * 8 + t, static_cast<char>(i / 97)) : bytes;
      next[random() % std::min<size_t>(next.size(), 9)] = static_cast<char>(random() % 4);
      const test::Bytes as_bytes(next);
      const StateView state = as_bytes.view();
      Carried arrival;
      const auto room = [&](uint32_t n) {
        arrival.words.resize(n + 1);
        return arrival.words.data();
      };
      ASSERT_TRUE(worker.stage(here.view(), state, 0, arrival.probe, room));
      arrival.key = state.key;
      arrival.total = state.total;
      ASSERT_TRUE(worker.probe_batch(std::span(&arrival, 1)));
      ASSERT_TRUE(!worker.is_recent(arrival.probe) || met[t].contains(next));
      const Insertion done = commit(worker, arrival.view(), arrival.probe, t);
      ASSERT_FALSE(done.full);
      met[t].insert(next);
      ASSERT_TRUE(!done.inserted || inserted[t].insert(next).second);
      std::vector<uint64_t> words;
      const StateView again = recall(worker, done.id, [&](uint32_t n) {
        words.assign(n + 1, ~uint64_t{0});
        return words.data();
      });
      ASSERT_EQ(test::text_of(again), next);
      here = std::move(arrival);
      bytes = next.substr(0, size);
    }
  });
  std::set<std::string> all;
  size_t sum = 0;
  for (unsigned t = 0; t < kThreads; ++t) {
    all.insert(met[t].begin(), met[t].end());
    sum += inserted[t].size();
  }
  EXPECT_EQ(sum, all.size());
  EXPECT_EQ(store.size(), all.size());
}

TEST(SharedTree, EachStateOnce) {
  for (const uint32_t size : {1u, 4u, 13u, 20u, 36u, 100u, 300u, 1100u}) {
    SCOPED_TRACE(size);
    SharedTree store({.split = size % 8 == 4 ? TreeSplit::turns : TreeSplit::middle});
    expect_each_state_once(
        store, size, [](auto& worker, StateView state, Probe probe, unsigned) { return worker.commit(state, probe); },
        [](auto& worker, StateId id, auto&& room) { return worker.recall(id, room); });
    uint64_t listed = 0;
    store.for_each([&](StateId) { ++listed; });
    EXPECT_EQ(listed, store.size());
  }
}

TEST(SharedLinkedTree, EachStateOnceWithItsNote) {
  for (const uint32_t size : {1u, 20u, 100u, 1100u}) {
    SCOPED_TRACE(size);
    SharedLinkedTree<uint64_t> store;
    expect_each_state_once(
        store, size,
        [&](auto& worker, StateView state, Probe probe, unsigned t) {
          const Insertion done = worker.commit(state, probe, t);
          EXPECT_TRUE(store.note(done.id) == t || (!done.inserted && store.note(done.id) < kThreads));
          return done;
        },
        [](auto& worker, StateId id, auto&& room) { return worker.recall(id, room); });
  }
}

// As many bytes per state as with one thread, and never more than the limit.
TEST(SharedTree, KeepsToItsLimit) {
  constexpr uint64_t kLimit = uint64_t{8} << 20;
  SharedTree store;
  std::atomic<unsigned> ended{0};
  in_threads(store.stop_the_world(), [&](unsigned t) {
    SharedTree::Worker worker(store);
    Carried arrival;
    for (uint64_t i = 0; i < 2'000'000; ++i) {
      store.stop_the_world().safepoint();
      if (i % 256 == 0) worker.set_memory_limit(kLimit);
      uint64_t numbers[4] = {i % 1024, (i / 1024) * kThreads + t, 0, 0};
      const StateView state{reinterpret_cast<const uint8_t*>(numbers), 16, 16};
      const auto room = [&](uint32_t n) {
        arrival.words.resize(n + 1);
        return arrival.words.data();
      };
      const bool staged = worker.stage({}, state, 0, arrival.probe, room);
      arrival.key = arrival.total = 16;
      if (!staged || !worker.probe_batch(std::span(&arrival, 1)) || worker.commit(arrival.view(), arrival.probe).full) {
        ++ended;
        break;
      }
    }
    worker.set_memory_limit(kLimit);
  });
  EXPECT_EQ(ended, kThreads);
  EXPECT_LE(store.bytes(), kLimit * 105 / 100);
  EXPECT_GT(store.size(), 100'000u);
}

}  // namespace
}  // namespace gyre::store
