// Accepting cycles by several threads: the verdicts, states and transitions of one thread, on thousands of graphs, with
// threads that lose their processors at every moment.
#include "search/cndfs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/hash.h"
#include "search/nested.h"
#include "store/exact.h"
#include "store/shared_tree.h"
#include "unit/lassos.h"

namespace gyre::test {
namespace {

using search::Sought;
using search::Unfolding;
using SharedStore = store::SharedLinkedTree<search::MarksNote>;

// Gives way to the others now and then, more often as `percent` says.
class Restless {
 public:
  Restless(unsigned seed, unsigned percent) : random_(seed), percent_(percent) {}
  void move() {
    if (random_() % 100 < percent_) std::this_thread::yield();
    if (percent_ > 50 && random_() % 200 == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

 private:
  std::minstd_rand random_;
  unsigned percent_;
};

// A product of its own for each thread, which is made of a table.
template <class ProductT, class Table>
class Products {
 public:
  Products(const Table& table, unsigned count, unsigned seed, unsigned percent) {
    for (unsigned i = 0; i < count; ++i) {
      products_.push_back(std::make_unique<Giving>(table, seed + i, percent));
      pointers_.push_back(products_.back().get());
    }
  }
  std::span<model::Product* const> all() const { return pointers_; }

 private:
  class Giving : public ProductT {
   public:
    Giving(const Table& table, unsigned seed, unsigned percent) : ProductT(table), restless_(seed, percent) {}
    void expand_system(StateView state, model::ProductBuffer& out) override {
      restless_.move();
      ProductT::expand_system(state, out);
    }

   private:
    Restless restless_;
  };
  std::vector<std::unique_ptr<Giving>> products_;
  std::vector<model::Product*> pointers_;
};

struct How {
  search::Partition partition;
  Sought sought = Sought::cycles;
  unsigned threads = 2;
  unsigned round = 0;
};

search::CycleTask task_of(const How& how) { return {{}, how.partition, how.sought}; }

Answer by_threads(const TableProduct& t, const How& how) {
  const Products<GraphProduct, TableProduct> products(t, how.threads, how.round, how.round % 3 * 40);
  SharedStore store;
  return answer(search::Cndfs(products.all(), store, {}, task_of(how)).run());
}
Answer by_one(const TableProduct& t, const How& how) {
  GraphProduct product(t);
  store::Exact<search::WideTailNote> store;
  return answer(search::NestedDepthFirst(product, store, {}, task_of(how)).run());
}

// Two searches that came to the end have seen the same.
void expect_same_counts(const search::Counts& a, const search::Counts& b) {
  EXPECT_EQ(a.states, b.states);
  EXPECT_EQ(a.transitions(), b.transitions());
  EXPECT_EQ(a.stored, b.stored);
  EXPECT_EQ(a.vector_bytes, b.vector_bytes);
}

Unfolding unfolding_of(Fairness fairness) {
  switch (fairness) {
    case Fairness::weak: return Unfolding::weak;
    case Fairness::impartial:
    case Fairness::strictly_impartial: return Unfolding::impartial;
    case Fairness::none:
    case Fairness::strong: return Unfolding::none;
  }
  __builtin_unreachable();
}

TEST(ParallelCycles, AgreeWithANaiveJudgeOnRandomGraphs) {
  std::mt19937 random(11);
  int with = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (const Fairness f : {Fairness::none, Fairness::weak, Fairness::impartial}) {
      const bool expected = naive_fair_cycle(t, f, FairnessUnit::process);
      with += expected;
      for (const bool claim_in_tail : {false, true}) {
        const How how{{claim_in_tail, unfolding_of(f)}, Sought::cycles, 1 + round % 4, round};
        const Answer a = by_threads(t, how);
        ASSERT_EQ(a.cycle, expected) << static_cast<int>(f) << " " << claim_in_tail;
        if (a.cycle)
          expect_lasso(t, a.path, f, FairnessUnit::process);
        else
          expect_same_counts(a.counts, by_one(t, how).counts);
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(with, 1000);
  EXPECT_LT(with, 4000);
}

// As in search_cycles_test.cc.
TEST(ParallelCycles, WeakAndTerminalClaims) {
  std::mt19937 random(12);
  int with = 0;
  for (unsigned round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    TableProduct t = random_product(random, 1 + random() % 4, 1 + random() % 3, 1 + random() % 3, 1);
    for (uint32_t q = 0; q < t.claim.size(); ++q) {
      for (ClaimEdge& e : t.claim[q].edges) e.to = std::max(e.to, q);
    }
    const bool expected = naive_fair_cycle(t, Fairness::none, FairnessUnit::process);
    with += expected;
    TableProduct terminal = t;
    for (uint32_t q = 0; q < terminal.claim.size(); ++q) {
      if (terminal.claim[q].accepting) terminal.claim[q].edges = {{q, 0, 0, 0}};
    }
    const bool reachable = naive_fair_cycle(terminal, Fairness::none, FairnessUnit::process);
    for (const bool claim_in_tail : {false, true}) {
      How how{{claim_in_tail, Unfolding::none}, Sought::weak_cycles, 1 + round % 4, round};
      const Answer weak = by_threads(t, how);
      ASSERT_EQ(weak.cycle, expected);
      if (weak.cycle) expect_lasso(t, weak.path, Fairness::none, FairnessUnit::process);
      how.sought = Sought::nodes;
      ASSERT_EQ(by_threads(terminal, how).cycle, reachable);
      how.sought = Sought::nothing;
      const Answer nothing = by_threads(t, how);
      ASSERT_FALSE(nothing.cycle);
      expect_same_counts(nothing.counts, by_one(t, how).counts);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(with, 300);
}

// A system whose states are accepting or not, with every run as the claim.
struct Marked {
  std::vector<std::vector<uint32_t>> edges;
  std::vector<char> accepting;
};

class MarkedProduct : public model::Product {
 public:
  explicit MarkedProduct(const Marked& graph) : graph_(graph) {}

  void initial(model::ProductBuffer& out) override {
    out.clear();
    add_state(out, 0);
    out.arcs.push_back({0, 0, 0, graph_.accepting[0] != 0, model::ErrorKind::none});
  }
  void expand_system(StateView state, model::ProductBuffer& out) override {
    out.clear();
    for (const uint32_t to : graph_.edges[number_of(state)]) add_state(out, to);
  }
  void add_arcs(StateView state, uint32_t, model::ProductBuffer& out) override {
    const std::vector<uint32_t>& edges = graph_.edges[number_of(state)];
    for (uint32_t i = 0; i < edges.size(); ++i)
      out.arcs.push_back({i, 0, 0, graph_.accepting[edges[i]] != 0, model::ErrorKind::none});
  }
  uint32_t claim_states() const override { return 1; }
  uint64_t all_marks() const override { return 1; }

 protected:
  static uint32_t number_of(StateView state) {
    uint32_t number;
    std::memcpy(&number, state.data, 4);
    return number;
  }

 private:
  static void add_state(model::ProductBuffer& out, uint32_t number) {
    model::Successor s;
    s.offset = static_cast<uint32_t>(out.system.bytes.size());
    s.key = s.total = 4;
    s.steps = 1;
    out.system.bytes.resize(s.offset + 8);
    std::memcpy(out.system.bytes.data() + s.offset, &number, 4);
    s.hash = hash_words(out.system.bytes.data() + s.offset, 4);
    out.system.list.push_back(s);
  }
  const Marked& graph_;
};

// By the nodes that can be reached from each: whether a node lies on a cycle.
std::vector<char> on_cycles(const Marked& graph) {
  const size_t size = graph.edges.size();
  std::vector<char> result(size);
  for (size_t n = 0; n < size; ++n) {
    std::vector<char> seen(size);
    std::vector<uint32_t> waiting(graph.edges[n]);
    while (!waiting.empty() && !result[n]) {
      const uint32_t at = waiting.back();
      waiting.pop_back();
      if (at == n) result[n] = 1;
      if (seen[at]) continue;
      seen[at] = 1;
      waiting.insert(waiting.end(), graph.edges[at].begin(), graph.edges[at].end());
    }
  }
  return result;
}

// Chains with short cuts and ways back: long stacks, components of all sizes. Nodes that lie on no cycle are accepting
// often, so that second searches go past each other's seeds; of the others at most `bad`.
Marked random_marked(std::mt19937& random, uint32_t most, int bad) {
  const uint32_t size = 2 + random() % most;
  const uint32_t width = 1 + random() % 12;
  const uint32_t back = random() % 12;
  Marked graph;
  graph.edges.resize(size);
  graph.accepting.resize(size);
  for (uint32_t n = 0; n < size; ++n) {
    for (uint32_t k = random() % 4; k > 0; --k) {
      const bool backward = random() % 20 < back && random() % 4 == 0;
      const uint32_t by = random() % width;
      graph.edges[n].push_back(backward ? n - std::min(n, by) : std::min(n + 1 + by, size - 1));
    }
    if (n + 1 < size && random() % 8 != 0) graph.edges[n].push_back(n + 1);
  }
  const std::vector<char> cyclic = on_cycles(graph);
  for (uint32_t n = 0; n < size; ++n) graph.accepting[n] = !cyclic[n] && random() % 3 != 0;
  for (; bad > 0; --bad) graph.accepting[random() % size] = 1;
  return graph;
}

bool has_accepting_cycle(const Marked& graph) {
  const std::vector<char> cyclic = on_cycles(graph);
  std::vector<char> seen(graph.edges.size());
  std::vector<uint32_t> waiting = {0};
  while (!waiting.empty()) {
    const uint32_t at = waiting.back();
    waiting.pop_back();
    if (seen[at]) continue;
    seen[at] = 1;
    if (cyclic[at] && graph.accepting[at]) return true;
    waiting.insert(waiting.end(), graph.edges[at].begin(), graph.edges[at].end());
  }
  return false;
}

void expect_accepting_lasso(const Marked& graph, const search::Path& path) {
  ASSERT_GE(path.cycle_start, 0);
  std::vector<uint32_t> nodes = {0};
  for (const uint32_t choice : path.choices) {
    ASSERT_LT(choice, graph.edges[nodes.back()].size());
    nodes.push_back(graph.edges[nodes.back()][choice]);
  }
  const auto start = nodes.begin() + path.cycle_start;
  ASSERT_LT(start + 1, nodes.end());
  EXPECT_EQ(*start, nodes.back());
  EXPECT_TRUE(std::any_of(start, nodes.end(), [&](uint32_t n) { return graph.accepting[n] != 0; }));
}

TEST(ParallelCycles, SecondSearchesThatMeet) {
  std::mt19937 random(13);
  int with = 0, again = 0;
  for (unsigned round = 0; round < 1500 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Marked graph = random_marked(random, 1 + round / 8, static_cast<int>(random() % 2));
    const bool expected = has_accepting_cycle(graph);
    with += expected;
    const Products<MarkedProduct, Marked> products(graph, 2 + round % 3, round, round % 4 * 25);
    SharedStore store;
    search::CycleTask task;
    task.partition.claim_in_tail = round % 2 == 0;
    const search::Outcome o = search::Cndfs(products.all(), store, {}, task).run();
    ASSERT_EQ(!o.found.empty(), expected);
    ASSERT_EQ(o.ended, expected ? search::Ended::error_limit : search::Ended::complete);
    EXPECT_EQ(o.errors, expected ? 1u : 0u);
    again += o.counts.revisited > 0;
    if (expected) {
      expect_accepting_lasso(graph, o.found[0].path);
      continue;
    }
    MarkedProduct one(graph);
    store::Exact<search::TailNote> exact;
    expect_same_counts(o.counts, search::NestedDepthFirst(one, exact, {}, task).run().counts);
  }
  EXPECT_GT(with, 100);
  EXPECT_LT(with, 1000);
  EXPECT_GT(again, 100);
}

// A ring of nodes with chords.
Marked large_graph(uint32_t size) {
  std::mt19937 random(14);
  Marked graph;
  graph.edges.resize(size);
  graph.accepting.resize(size);
  for (uint32_t n = 0; n < size; ++n)
    graph.edges[n] = {(n + 1) % size, static_cast<uint32_t>(random() % size)};
  return graph;
}

TEST(ParallelCycles, EndAtTheirBudgets) {
  const Marked graph = large_graph(200'000);
  const Products<MarkedProduct, Marked> products(graph, 3, 1, 0);
  const auto run = [&](const search::Task& task) {
    SharedStore store;
    return search::Cndfs(products.all(), store, task, {}).run();
  };
  const search::Outcome whole = run({});
  EXPECT_EQ(whole.ended, search::Ended::complete);
  EXPECT_EQ(whole.counts.states, 200'000u);
  EXPECT_EQ(whole.counts.transitions(), 400'001u);
  search::Task small;
  small.memory_limit = uint64_t{6} << 20;
  const search::Outcome outcome = run(small);
  EXPECT_EQ(outcome.ended, search::Ended::memory);
  EXPECT_LT(outcome.counts.states, 200'000u);
  EXPECT_LE(outcome.counts.store_bytes + outcome.counts.stack_bytes, small.memory_limit * 6 / 5);
  search::Task quick;
  quick.time_limit = 1e-9;
  EXPECT_EQ(run(quick).ended, search::Ended::time);
  const std::atomic<bool> interrupt = true;
  search::Task stopped;
  stopped.interrupt = &interrupt;
  EXPECT_EQ(run(stopped).ended, search::Ended::interrupted);
}

class SlowProduct : public MarkedProduct {
 public:
  using MarkedProduct::MarkedProduct;
  void expand_system(StateView state, model::ProductBuffer& out) override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(10);
    MarkedProduct::expand_system(state, out);
    while (std::chrono::steady_clock::now() < end) {
    }
  }
};

TEST(ParallelCycles, TellOfTheirProgress) {
  const Marked graph = large_graph(50'000);
  SlowProduct first(graph), second(graph);
  model::Product* const products[] = {&first, &second};
  SharedStore store;
  uint64_t calls = 0, last = 0;
  const auto caller = std::this_thread::get_id();
  const search::Progress progress = [&](const search::Counts& counts) {
    ++calls;
    EXPECT_GE(counts.states, last);
    last = counts.states;
    EXPECT_GE(counts.transitions(), counts.states);
    EXPECT_EQ(std::this_thread::get_id(), caller);
  };
  const search::Outcome o =
      search::Cndfs(std::span<model::Product* const>(products), store, {}, {}, progress).run();
  EXPECT_EQ(o.ended, search::Ended::complete);
  EXPECT_LE(last, o.counts.states);
  EXPECT_GT(calls, 0u);
}

class ThrowingProduct : public MarkedProduct {
 public:
  using MarkedProduct::MarkedProduct;
  void expand_system(StateView state, model::ProductBuffer& out) override {
    if (number_of(state) == 5'000) throw std::logic_error("node 5000");
    MarkedProduct::expand_system(state, out);
  }
};

TEST(ParallelCycles, ThrowWhatAThreadThrows) {
  const Marked graph = large_graph(10'000);
  ThrowingProduct first(graph), second(graph), third(graph);
  model::Product* const products[] = {&first, &second, &third};
  SharedStore store;
  search::Cndfs search(std::span<model::Product* const>(products), store, {}, {});
  EXPECT_THROW(search.run(), std::logic_error);
}

// More tails than lie in the note, in random order and from several threads.
TEST(SharedMarks, OfAllTails) {
  SharedStore store;
  constexpr uint32_t kStates = 300;
  constexpr uint32_t kTails = 40;
  std::vector<store::StateId> ids;
  store.stop_the_world().enter();
  {
    SharedStore::Worker worker(store);
    RawVector<uint64_t> room;
    for (uint32_t number = 0; number < kStates; ++number) {
      uint64_t state[8] = {number};
      struct One {
        store::Probe probe;
        uint64_t* words;
        StateView view() const { return {reinterpret_cast<const uint8_t*>(words), 4, 4}; }
      } one{};
      room.clear();
      ASSERT_TRUE(worker.stage({}, {reinterpret_cast<const uint8_t*>(state), 4, 4}, 0, one.probe,
                               [&](uint32_t words) { return one.words = room.extend(words + 1); }));
      ASSERT_TRUE(worker.probe_batch(std::span(&one, 1)));
      ids.push_back(worker.commit(one.view(), one.probe, {}).id);
    }
  }
  store.stop_the_world().leave();
  search::SharedMarks marks(store);
  std::atomic<uint64_t> firsts{0};
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] {
        std::minstd_rand random(t + 1);
        for (int i = 0; i < 60'000; ++i) {
          const uint64_t number = random() % kStates;
          const auto tail = static_cast<uint32_t>(random() % kTails);
          const auto mark = static_cast<uint8_t>(1 << random() % 3);
          const search::Node node = ids[number] | (search::Node{tail} << store::kLinkBits);
          firsts += (marks.add(node, mark) & mark) == 0;
          EXPECT_NE(marks.get(node) & mark, 0);
        }
      });
    }
  }
  uint64_t set = 0;
  for (const store::StateId id : ids) {
    for (uint32_t tail = 0; tail < kTails; ++tail)
      set += static_cast<uint64_t>(std::popcount(marks.get(id | (search::Node{tail} << store::kLinkBits))));
  }
  EXPECT_EQ(set, firsts);
  EXPECT_GT(set, uint64_t{kStates} * kTails * 2);
  EXPECT_GT(marks.bytes(), 0u);
}

}  // namespace
}  // namespace gyre::test
