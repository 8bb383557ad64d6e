// The library: graphs.
#include <gtest/gtest.h>

#include <gyre/gyre.h>

namespace gyre {
namespace {

TEST(ApiGraph, StatesOfASmallModel) {
  const Model model = Model::from_text("m.pml", "bit x; active proctype P() { do :: x = 1 - x od }");
  const Graph g = state_graph(model);
  EXPECT_TRUE(g.complete);
  ASSERT_EQ(g.nodes.size(), 2u);
  EXPECT_EQ(g.nodes[0].text, "P: 1 x = 1 - x\nx=0");
  EXPECT_EQ(g.nodes[1].text, "P: 1 x = 1 - x\nx=1");
  EXPECT_TRUE(g.nodes[0].initial);
  EXPECT_FALSE(g.nodes[1].initial);
  ASSERT_EQ(g.nodes[0].processes.size(), 1u);
  EXPECT_EQ(g.nodes[0].processes[0].location.line, 1u);
  EXPECT_EQ(g.nodes[0].processes[0].next, std::vector<std::string>{"x = 1 - x"});
  ASSERT_EQ(g.nodes[0].values.size(), 1u);
  EXPECT_EQ(g.nodes[0].values[0].name, "x");
  ASSERT_EQ(g.edges.size(), 2u);
  EXPECT_EQ(g.edges[0].from, 0u);
  EXPECT_EQ(g.edges[0].to, 1u);
  EXPECT_EQ(g.edges[1].to, 0u);
  EXPECT_EQ(g.edges[0].label.substr(0, 9), "P(0): x =");
}

TEST(ApiGraph, LimitsCutOff) {
  const Model model = Model::from_text("m.pml", "byte x; active proctype P() { do :: x++ od }");
  EXPECT_EQ(state_graph(model).nodes.size(), 256u);
  const Graph few = state_graph(model, {.states = 10});
  EXPECT_EQ(few.nodes.size(), 10u);
  EXPECT_EQ(few.edges.size(), 9u);
  EXPECT_FALSE(few.complete);
  const Graph shallow = state_graph(model, {.depth = 3});
  EXPECT_EQ(shallow.nodes.size(), 4u);
  EXPECT_FALSE(shallow.complete);
}

TEST(ApiGraph, AsLargeAsTheSearchSays) {
  const Model model = Model::from_file(GYRE_SOURCE_DIR "/models/peterson.pml");
  const Report report = check(model, Settings().set("por", "off").set("merge", "off").set("safety"));
  EXPECT_EQ(state_graph(model).nodes.size(), report.properties.at(0).states);
}

TEST(ApiGraph, ProductWithAFormula) {
  // The automaton of [] (x == 0), whose one state is accepting, stays where x is 0.
  Settings s;
  s.set("ltl", "<> (x == 1)");
  const Model model = Model::from_text("m.pml", "bit x; active proctype P() { do :: x = 1 :: x = 0 od }", s);
  const Graph g = product_graph(model, s);
  ASSERT_EQ(g.nodes.size(), 2u);
  EXPECT_NE(g.nodes[0].text.find("\nx=0"), std::string::npos);
  EXPECT_NE(g.nodes[0].text.find("\nclaim: "), std::string::npos);
  EXPECT_TRUE(g.nodes[0].accepting && g.nodes[1].accepting);
  EXPECT_TRUE(g.nodes[0].initial);
  ASSERT_EQ(g.edges.size(), 2u);  // none leaves x == 1
  EXPECT_EQ(g.edges[0].to, 1u);
  EXPECT_EQ(g.edges[1].to, 0u);
  EXPECT_EQ(product_graph(model, s, {.states = 1}).complete, false);
  EXPECT_THROW(product_graph(Model::from_text("m.pml", "init { skip }"), {}), Error);
}

TEST(ApiGraph, ProductAsLargeAsTheSearchSays) {
  const Model model = Model::from_file(GYRE_SOURCE_DIR "/models/peterson.pml");
  for (const StatedProperty& p : model.properties()) {
    if (p.kind != "ltl") continue;
    const Settings s = Settings().set("property", p.name);
    const Report report = check(model, Settings(s).set("por", "off").set("search", "nested"));
    if (report.properties.at(0).verdict == Verdict::holds) {
      EXPECT_EQ(product_graph(model, s).nodes.size(), report.properties.at(0).states) << p.name;
    }
  }
}

TEST(ApiGraph, Processes) {
  const Model model = Model::from_text("m.pml", "active proctype P() { skip }  active proctype Q() { skip; skip }");
  const Graph g = process_graph(model);
  EXPECT_EQ(g.nodes.size(), 3u + 4u);
  EXPECT_EQ(g.edges.size(), 2u + 3u);
  EXPECT_EQ(g.nodes[0].text, "P\nline 1");
  EXPECT_TRUE(g.nodes[0].initial);
}

TEST(ApiGraph, WhatNodesAre) {
  const Model model = Model::from_text("m.pml",
                                       "byte x;\n"
                                       "active [2] proctype P() {\n"
                                       "  if :: x = 1 :: x = 2 fi;\n"
                                       "cs:  x == 1;\n"
                                       "  assert(x == 3) }\n");
  const Graph g = state_graph(model);
  bool deadlock = false, violating = false, labelled = false;
  for (const Graph::Node& n : g.nodes) {
    deadlock = deadlock || n.deadlock;
    violating = violating || n.violation == "assertion";
    labelled = labelled || n.text.find("P(0): 4 cs: x == 1") != std::string::npos;
  }
  EXPECT_TRUE(deadlock && violating && labelled);
  EXPECT_EQ(g.nodes[0].text, "P(0): 3 x = 1 | x = 2\nP(1): 3 x = 1 | x = 2\nx=0");
  const Graph ends = state_graph(Model::from_text("m.pml", "init { skip }"));
  EXPECT_TRUE(ends.nodes.back().end);
  EXPECT_FALSE(ends.nodes.back().deadlock);
}

TEST(ApiGraph, AnExecutionIsMarked) {
  const Model model = Model::from_file(GYRE_SOURCE_DIR "/models/broken_lock.pml");
  const Report report = check(model, Settings().set("safety").set("shortest"));
  const Trace& trace = *report.properties.at(0).violations.at(0).trace;
  const MarkedGraph marked = marked_graph(model, trace);
  EXPECT_EQ(marked.beyond, 0u);
  size_t edges = 0, nodes = 0;
  for (const Graph::Edge& e : marked.graph.edges) edges += e.on_trail ? 1 : 0;
  for (const Graph::Node& n : marked.graph.nodes) nodes += n.on_trail ? 1 : 0;
  EXPECT_EQ(edges, trace.size());
  EXPECT_EQ(nodes, trace.size() + 1);
  EXPECT_GT(marked_graph(model, trace, {.depth = 3}).beyond, 0u);
  EXPECT_THROW(marked_graph(Model::from_text("m.pml", "init { skip }"), trace), Error);
}

}  // namespace
}  // namespace gyre
