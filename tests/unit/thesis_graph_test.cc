// The graphs of ESML models: the thesis's figures, and our models against those of others where they are at hand.
// link: vm trace search store
#include <filesystem>

#include <gtest/gtest.h>

#include "store/exact.h"
#include "thesis/counting.h"
#include "thesis/search.h"
#include "trace/state_text.h"
#include "unit/esml_models.h"

namespace gyre {
namespace {

using test::compile_esml;
using test::Constants;
using test::explore;
using test::Graph;
using test::load_esml;

const std::string kModels = GYRE_SOURCE_DIR "/models/";

// Figure 2.2 shows the mutual exclusion problem by the places of two clients alone: eight states, fourteen transitions.
TEST(EsmlGraph, MutualExclusionSeenFromOutside) {
  const test::Compiled c = load_esml(kModels + "mutual_exclusion.esml");
  ASSERT_TRUE(c.program) << c.messages();
  vm::Machine machine(c.program);
  const Graph g = explore(machine);
  EXPECT_EQ(g.states.size(), 90u);
  EXPECT_EQ(g.transitions() + 1, 238u);
  EXPECT_EQ(g.deadlocks, 0u);
  auto outside = [&](size_t i) {
    std::string out;
    const ir::ShapeTable& shapes = *machine.image().shapes;
    uint32_t id;
    std::memcpy(&id, g.states[i].data(), 4);
    const ir::Shape& shape = shapes.get(id);
    for (const trace::NamedValue& v :
         trace::describe(*c.program, shapes, {g.states[i].data(), shape.key_bytes, shape.total_bytes})) {
      if (v.name.ends_with(":at")) out += v.value + " ";
    }
    return out;
  };
  std::set<std::string> places;
  std::set<std::pair<std::string, std::string>> moves;
  for (size_t i = 0; i < g.states.size(); ++i) {
    places.insert(outside(i));
    for (size_t next : g.successors[i]) {
      if (outside(i) != outside(next)) moves.emplace(outside(i), outside(next));
    }
  }
  EXPECT_EQ(places.size(), 8u);
  EXPECT_EQ(moves.size(), 14u);
  EXPECT_FALSE(places.contains("inside inside "));
}

// Figure 3.5: from the state where all wait, P3 can meet the others in three ways; in four when the last guard of P2
// names the second channel too.
std::string poll_pairs(const std::string& last) {
  return "MODEL M; TYPE t = {go}; VAR ch0, ch1, ch2, ch3: t;\n"
         "PROCESS P1(IN a, b: t); BEGIN POLL a?go -> SKIP [] b?go -> SKIP END END P1;\n"
         "PROCESS P2(IN a, b, c: t); BEGIN POLL a?go -> SKIP [] b?go -> SKIP [] c?go -> SKIP END END P2;\n"
         "PROCESS P3(OUT a, b: t); BEGIN POLL a!go -> SKIP [] b!go -> SKIP END END P3;\n"
         "BEGIN P1(ch0, ch1); P2(ch0, ch2, " +
         last + "); P3(ch0, ch2) END M";
}

TEST(EsmlGraph, PollMeetsPoll) {
  for (const auto& [last, ways] : {std::pair{"ch3", 3u}, std::pair{"ch2", 4u}}) {
    const test::Compiled c = compile_esml(poll_pairs(last));
    ASSERT_TRUE(c.program) << c.messages();
    vm::Machine machine(c.program);
    const Graph g = explore(machine);
    EXPECT_EQ(g.successors[0].size(), ways) << last;
  }
}

TEST(EsmlGraph, StatesAreAsSmallAsTheirTypes) {
  // 3 locations (2 bits), a number up to 5 (3), one around 0 (3), BOOLEAN (1), a list: length (2), 3 colours (2 each).
  const test::Compiled c = compile_esml(
      "MODEL M; TYPE n = 0..5; z = -3..3; e = r, g, b; q = LIST [3] OF e;\n"
      "PROCESS P; VAR a: n; b: z; c: BOOLEAN; d: q; BEGIN a := 1; a := 2 END P; BEGIN P END M");
  ASSERT_TRUE(c.program) << c.messages();
  EXPECT_EQ(c.program->processes[0].frame_bytes, (2u + 3 + 3 + 1 + 2 + 6 + 7) / 8);
}

// Every choice that expand() gives is explained by steps that end in the same state, and moves() finds the same.
TEST(EsmlGraph, ExplanationsAgreeWithExpansion) {
  for (const char* name : {"mutual_exclusion", "philosophers", "scheduler", "elevator", "sliding_window"}) {
    const test::Compiled c = load_esml(kModels + name + ".esml");
    ASSERT_TRUE(c.program) << c.messages();
    vm::Machine machine(c.program);
    const Graph g = explore(machine, 300);
    model::SuccessorBuffer out;
    machine.initial(out);
    const uint32_t key = out.list[0].key, total = out.list[0].total;
    for (size_t i = 0; i < g.successors.size(); ++i) {
      const StateView state = g.view(i, key, total);
      std::vector<vm::Move> moves;
      machine.moves(state, -1, moves);
      ASSERT_EQ(moves.size(), g.successors[i].size());
      for (uint32_t k = 0; k < g.successors[i].size(); ++k) {
        std::vector<vm::StepRecord> steps;
        ASSERT_TRUE(machine.explain(state, k, steps));
        const std::vector<uint8_t>& reached = g.states[g.successors[i][k]];
        ASSERT_TRUE(std::equal(reached.begin(), reached.begin() + key, steps.back().state.begin()));
        ASSERT_EQ(steps.size(), moves[k].steps.size());
        ASSERT_EQ(steps.back().state, moves[k].steps.back().state);
      }
    }
  }
}

struct Counted {
  thesis::Experiment outcome;
  uint64_t extra_loops = 0, updates = 0;
};

Counted count(const test::Compiled& c) {
  vm::Machine machine(c.program);
  const thesis::CommandCounter counter(machine);
  store::Exact<thesis::Note> store;
  Counted out;
  out.outcome = thesis::explore(machine, store, search::Task{});
  out.extra_loops = counter.extra_loops();
  out.updates = counter.updates();
  return out;
}

// Our models have the graphs of the thesis's, state by state in the order of the search. UpdateValue of the scheduler
// is the thesis's with our text, not with theirs: what its process Ready begins with writes another number of words.
TEST(EsmlGraph, OurModelsAreThoseOfTheThesis) {
  const std::filesystem::path theirs = std::filesystem::path(GYRE_SOURCE_DIR) / "../shared/models/esml";
  if (!std::filesystem::exists(theirs / "DP7.esml")) GTEST_SKIP() << "the models of others are not at hand";
  const std::tuple<const char*, const char*, Constants> pairs[] = {
      {"DP7", "philosophers", {}}, {"EL3", "elevator", {}},       {"PS1", "scheduler", {{"users", "1"}}},
      {"PS2", "scheduler", {}},    {"SW1", "sliding_window", {}}, {"SW2", "sliding_window", {{"window", "2"}}},
  };
  for (const auto& [other, name, constants] : pairs) {
    const test::Compiled a = load_esml((theirs / other).string() + ".esml");
    const test::Compiled b = load_esml(kModels + name + ".esml", constants);
    ASSERT_TRUE(a.program && b.program) << a.messages() << b.messages();
    const Counted x = count(a), y = count(b);
    EXPECT_EQ(x.outcome.outcome.counts.states, y.outcome.outcome.counts.states) << other;
    EXPECT_EQ(x.outcome.counts.revisits, y.outcome.counts.revisits) << other;
    EXPECT_EQ(x.outcome.counts.loops, y.outcome.counts.loops) << other;
    EXPECT_EQ(x.outcome.counts.depth, y.outcome.counts.depth) << other;
    EXPECT_EQ(x.outcome.counts.as_run.number, y.outcome.counts.as_run.number) << other;
    EXPECT_EQ(x.outcome.counts.exact.largest, y.outcome.counts.exact.largest) << other;
    EXPECT_EQ(x.extra_loops, y.extra_loops) << other;
  }
}

}  // namespace
}  // namespace gyre
