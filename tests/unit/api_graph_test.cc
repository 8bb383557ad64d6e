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
  EXPECT_EQ(g.nodes[0].substr(0, 2), "P@");
  EXPECT_NE(g.nodes[0].find("\nx=0"), std::string::npos);
  EXPECT_NE(g.nodes[1].find("\nx=1"), std::string::npos);
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

TEST(ApiGraph, Processes) {
  const Model model = Model::from_text("m.pml", "active proctype P() { skip }  active proctype Q() { skip; skip }");
  const Graph g = process_graph(model);
  EXPECT_EQ(g.nodes.size(), 3u + 4u);
  EXPECT_EQ(g.edges.size(), 2u + 3u);
  EXPECT_NE(g.nodes[0].find("P\n"), std::string::npos);
}

}  // namespace
}  // namespace gyre
