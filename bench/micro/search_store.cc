// What a transition costs in search and store alone: cheap synthetic models, about 10 million states.
//
//   g++ -std=c++20 -O3 -I src bench/micro/search_store.cc src/store/*.cc -o /tmp/search_store && /tmp/search_store
//
// Models: grid (four counters of 56 values that only grow: interleaved processes, shallow), torus (three counters of
// 216 values that wrap: the stack becomes millions deep), random (ten million states, four random successors each).
// Each line: nanoseconds of processor time per transition, bytes of table and entries per state, and of stack in all.
// `model` is the cost of expanding alone. One argument selects the lines that contain it.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>

#include "base/hash.h"
#include "search/bfs.h"
#include "search/bounded.h"
#include "search/dfs.h"
#include "search/shortest.h"
#include "store/exact.h"

namespace {

using namespace gyre;

// A state is 48 bytes: a number or some counters, and constant filler. Hashes are updated by the word that changes.
class Synthetic : public model::Model {
 public:
  enum class Kind { grid, torus, random };
  explicit Synthetic(Kind kind) : kind_(kind) {}

  void initial(model::SuccessorBuffer& out) override {
    uint64_t words[kWords] = {0, 1, 2, 3, 4, 5};
    uint64_t sum = 0;
    for (uint64_t i = 0; i < kWords; ++i) sum += word_term(words[i], i);
    add(out, words, 0, 0, sum);
  }

  void expand(StateView state, model::SuccessorBuffer& out) override {
    uint64_t words[kWords];
    std::memcpy(words, state.data, sizeof words);
    uint64_t rest = filler_sum_;
    if (kind_ == Kind::random) {
      for (uint64_t i = 0; i < 4; ++i) {
        const uint64_t target = mum(words[0] * 4 + i + 1, 0x9e3779b97f4a7c15ULL) % 10'000'000;
        add(out, words, 0, target, rest);
      }
      return;
    }
    const int counters = kind_ == Kind::grid ? 4 : 3;
    const uint64_t most = kind_ == Kind::grid ? 55 : 215;
    for (int i = 0; i < counters; ++i) {
      const uint64_t value = (words[0] >> (16 * i)) & 0xffff;
      if (value < most) {
        add(out, words, 0, words[0] + (uint64_t{1} << (16 * i)), rest);
      } else if (kind_ == Kind::torus) {
        add(out, words, 0, words[0] & ~(uint64_t{0xffff} << (16 * i)), rest);
      }
    }
  }
  std::unique_ptr<model::Model> clone() const override { return std::make_unique<Synthetic>(kind_); }
  const StateShape& shape(uint32_t) const override { return shape_; }

 private:
  static constexpr uint64_t kWords = 6;

  void add(model::SuccessorBuffer& out, const uint64_t* words, size_t index, uint64_t value, uint64_t rest) {
    const size_t offset = out.bytes.size();
    out.bytes.resize(offset + sizeof(uint64_t) * kWords);
    std::memcpy(out.bytes.data() + offset, words, sizeof(uint64_t) * kWords);
    std::memcpy(out.bytes.data() + offset + index * 8, &value, 8);
    model::Successor successor;
    successor.offset = static_cast<uint32_t>(offset);
    successor.key = successor.total = 48;
    successor.steps = 1;
    successor.hash = finish_hash(rest + word_term(value, index), 48);
    out.list.push_back(successor);
  }

  static uint64_t filler_sum() {
    uint64_t sum = 0;
    for (uint64_t i = 1; i < kWords; ++i) sum += word_term(i, i);
    return sum;
  }

  Kind kind_;
  uint64_t filler_sum_ = filler_sum();
  StateShape shape_;
};

// The exact store with the hints left out.
class NoHints : public store::Exact<> {
 public:
  void prefetch(uint64_t) const {}
};

// Depth-first search that inserts one successor at a time: a buffer per depth, no batches, no hints.
template <class StoreT>
search::Outcome one_by_one(model::Model& model, StoreT& store) {
  struct Level {
    model::SuccessorBuffer out;
    size_t next = 0;
  };
  std::vector<std::unique_ptr<Level>> levels;
  search::Outcome outcome;
  auto enter = [&](StateView state, size_t depth) {
    if (levels.size() <= depth) levels.push_back(std::make_unique<Level>());
    levels[depth]->out.clear();
    levels[depth]->next = 0;
    model.expand(state, levels[depth]->out);
  };
  model::SuccessorBuffer first;
  model.initial(first);
  store.insert(first.view(0), first.list[0].hash);
  enter(first.view(0), 0);
  for (size_t depth = 0;;) {
    Level& level = *levels[depth];
    if (level.next == level.out.list.size()) {
      if (depth-- == 0) break;
      continue;
    }
    const size_t i = level.next++;
    if (store.insert(level.out.view(i), level.out.list[i].hash).inserted) {
      enter(level.out.view(i), ++depth);
    } else {
      ++outcome.counts.matched;
    }
  }
  outcome.counts.states = store.size();
  outcome.counts.store_bytes = store.bytes();
  return outcome;
}

const char* filter = "";

template <class Run>
void measure(const std::string& name, Run&& run) {
  if (name.find(filter) == std::string::npos) return;
  // Processor time: others may be at work on the machine.
  const std::clock_t start = std::clock();
  const search::Outcome outcome = run();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto& counts = outcome.counts;
  std::printf("%-34s %9lu states %10lu transitions %7.1f ns/transition %6.1f B/state  stack %6.1f MiB\n", name.c_str(),
              counts.states, counts.transitions(), seconds * 1e9 / static_cast<double>(counts.transitions()),
              static_cast<double>(counts.store_bytes) / static_cast<double>(counts.states),
              static_cast<double>(counts.stack_bytes) / 1048576);
  std::fflush(stdout);
}

void measure_model(const std::string& name, Synthetic::Kind kind) {
  measure(name, [&] {
    Synthetic model(kind);
    search::Outcome outcome;
    model::SuccessorBuffer buffers[2];
    model.initial(buffers[0]);
    unsigned at = 0;
    for (uint64_t i = 0; i < 5'000'000; ++i) {
      buffers[at ^ 1].clear();
      model.expand(buffers[at].view(i % buffers[at].list.size()), buffers[at ^ 1]);
      outcome.counts.matched += buffers[at ^ 1].list.size();
      at ^= 1;
      if (buffers[at].list.empty()) {
        model.initial(buffers[at]);
      }
    }
    outcome.counts.states = 1;
    return outcome;
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) filter = argv[1];
  struct {
    const char* name;
    Synthetic::Kind kind;
  } models[] = {
      {"grid", Synthetic::Kind::grid}, {"torus", Synthetic::Kind::torus}, {"random", Synthetic::Kind::random}};
  for (const auto& [name, kind] : models) {
    const std::string prefix = std::string(name) + " ";
    Synthetic model(kind);
    measure_model(prefix + "model", kind);
    if (kind == Synthetic::Kind::grid) {  // the others are too deep for a buffer per depth
      measure(prefix + "one-by-one", [&] {
        store::Exact<> store;
        return one_by_one(model, store);
      });
    }
    measure(prefix + "dfs no-hints", [&] {
      NoHints store;
      return search::depth_first(model, store, {});
    });
    measure(prefix + "dfs ", [&] {
      store::Exact<> store;
      return search::depth_first(model, store, {});
    });
    measure(prefix + "dfs small-pages", [&] {
      store::Exact<> store({.huge_pages = false});
      return search::depth_first(model, store, {});
    });
    measure(prefix + "bfs", [&] {
      store::Exact<search::ParentLink> store;
      return search::breadth_first(model, store, {});
    });
    measure(prefix + "shortest", [&] {
      store::Exact<search::DistanceLink> store;
      return search::shortest_first(model, store, {});
    });
    if (kind == Synthetic::Kind::grid) {
      measure(prefix + "bounded", [&] {
        store::Exact<search::StoredDepth> store;
        return search::bounded_depth_first(model, store, {});
      });
    }
  }
}
