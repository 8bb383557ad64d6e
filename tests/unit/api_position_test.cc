// Trees of executions: every branch must be what a Stepper does with the same moves.
#include <gyre/gyre.h>

#include <random>

#include <gtest/gtest.h>

namespace {

using namespace gyre;

// Rendezvous, atomic sequences, processes that come and go, an error.
constexpr const char* kText =
    "chan r = [0] of { byte };\nchan q = [1] of { byte };\nbyte n;\n"
    "proctype Child(byte k) { q!k; q?_ }\n"
    "active proctype A() { atomic { n++; r!n; n++ }; run Child(n); do :: n < 9 -> n++ :: n > 3 -> n = 0 :: break od }\n"
    "active proctype B() { byte x; r?x; atomic { x++; q!x; q?x }; assert(n != 7) }\n";

std::string text_of(const std::vector<Value>& values) {
  std::string out;
  for (const Value& v : values) out += v.name + "=" + v.value + " ";
  return out;
}

std::string text_of(const std::vector<ProcessState>& processes) {
  std::string out;
  for (const ProcessState& p : processes) {
    out += p.process + (p.can_move ? " moves " : p.held ? " is held " : " waits ") + p.why_not;
    for (const std::string& n : p.next) out += " " + n;
  }
  return out;
}

TEST(Position, DoesWhatAStepperDoes) {
  const Model model = Model::from_text("m.pml", kText);
  ASSERT_TRUE(model.ok()) << model.diagnostics_text();
  std::mt19937_64 random(7);
  for (int round = 0; round < 50; ++round) {
    Stepper stepper(model);
    Position at(model);
    for (int i = 0; i < 40; ++i) {
      ASSERT_EQ(text_of(at.state()), text_of(stepper.state()));
      ASSERT_EQ(text_of(at.processes()), text_of(stepper.processes()));
      ASSERT_EQ(at.end(), stepper.end());
      ASSERT_EQ(at.move_count(), stepper.move_count());
      ASSERT_EQ(at.steps(), stepper.steps());
      if (at.move_count() == 0) break;
      const size_t move = random() % at.move_count();
      ASSERT_EQ(at.move_text(move), stepper.move_text(move));
      at = at.take(move);
      stepper.take(move);
    }
    ASSERT_EQ(at.end_text(), stepper.end_text());
    ASSERT_EQ(at.trace().json("m"), stepper.trace().json("m"));
    // The same again from the middle of the trace.
    const Trace trace = stepper.trace();
    for (size_t after = 0; after <= trace.size(); ++after) {
      const Position there(trace, after);
      ASSERT_EQ(text_of(there.state()), text_of(trace.state(there.steps())));
      ASSERT_EQ(text_of(there.processes()), text_of(trace.processes(there.steps())));
      ASSERT_EQ(there.trace().size(), there.steps());
    }
  }
}

TEST(Position, ForksShareNothingThatChanges) {
  const Model model = Model::from_text("m.pml", "byte x;\nactive proctype P() { do :: x++ :: x = 0 od }\n");
  const Position root(model);
  Position deep = root;
  for (int i = 0; i < 100'000; ++i) deep = deep.take(0);  // and its end is no recursion
  EXPECT_EQ(deep.steps(), 100'000U);
  const Position other = root.take(1);
  EXPECT_EQ(text_of(root.state()), "x=0 ");
  EXPECT_EQ(text_of(root.take(0).state()), "x=1 ");
  EXPECT_EQ(text_of(other.state()), "x=0 ");
  EXPECT_THROW(root.take(2), Error);
}

TEST(Position, NeighbourhoodOfUnlimitedDepthIsTheGraph) {
  const Model model = Model::from_text("m.pml", kText);
  const Graph whole = state_graph(model);
  const Neighbourhood all = neighbourhood(Position(model), 10'000, 100'000);
  ASSERT_EQ(all.graph.nodes.size(), whole.nodes.size());
  ASSERT_EQ(all.graph.edges.size(), whole.edges.size());
  EXPECT_TRUE(all.graph.complete);
  for (size_t i = 0; i < whole.nodes.size(); ++i) {
    EXPECT_EQ(all.graph.nodes[i].id, whole.nodes[i].id);
    EXPECT_EQ(all.graph.nodes[i].text, whole.nodes[i].text);
    EXPECT_EQ(all.graph.nodes[i].initial, whole.nodes[i].initial);
    EXPECT_EQ(all.graph.nodes[i].deadlock, whole.nodes[i].deadlock);
    EXPECT_EQ(all.graph.nodes[i].violation, whole.nodes[i].violation);
  }
  const Neighbourhood near = neighbourhood(Position(model), 1, 100);
  EXPECT_FALSE(near.graph.complete);
  EXPECT_THROW(near.positions.at(1).trace(), Error);
}

TEST(Position, MarksTheTrailAsTheWholeGraphDoes) {
  const Model model = Model::from_text("m.pml", kText);
  Settings settings;
  settings.set("safety");
  const Report report = check(model, settings);
  ASSERT_FALSE(report.properties.at(0).violations.empty());
  const Trace trace = *report.properties[0].violations[0].trace;
  const MarkedGraph marked = marked_graph(model, trace);
  Graph graph = state_graph(model);
  mark_trail(graph, trace);
  for (size_t i = 0; i < graph.nodes.size(); ++i) EXPECT_GE(graph.nodes[i].on_trail, marked.graph.nodes[i].on_trail);
  for (size_t i = 0; i < graph.edges.size(); ++i) EXPECT_GE(graph.edges[i].on_trail, marked.graph.edges[i].on_trail);
}

TEST(Trace, TellsHowLongProcessesLive) {
  const Model model =
      Model::from_text("m.pml", "proctype C() { skip }\nactive proctype P() { run C(); (_nr_pr == 1); run C() }\n");
  Stepper stepper(model);
  while (stepper.move_count() > 0) stepper.take(0);
  const std::vector<Life> lives = stepper.trace().lives();
  ASSERT_EQ(lives.size(), 3U);
  EXPECT_EQ(lives[0].process, "P");
  EXPECT_EQ(lives[0].born_after, 0U);
  EXPECT_EQ(lives[1].pid, 1);
  EXPECT_EQ(lives[1].born_after, 1U);
  ASSERT_TRUE(lives[1].died_after.has_value());
  EXPECT_EQ(lives[2].pid, 1);
  EXPECT_GT(lives[2].born_after, *lives[1].died_after);
}

}  // namespace
