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

TEST(ApiGraph, ProductWithAFormula) {
  // The automaton of [] (x == 0), whose one state is accepting, stays where x is 0.
  Settings s;
  s.set("ltl", "<> (x == 1)");
  const Model model = Model::from_text("m.pml", "bit x; active proctype P() { do :: x = 1 :: x = 0 od }", s);
  const Graph g = product_graph(model, s);
  ASSERT_EQ(g.nodes.size(), 2u);
  EXPECT_NE(g.nodes[0].find("\nx=0"), std::string::npos);
  EXPECT_NE(g.nodes[0].find("\nclaim@"), std::string::npos);
  EXPECT_EQ(g.accepting, (std::vector<size_t>{0, 1}));
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
  EXPECT_NE(g.nodes[0].find("P\n"), std::string::npos);
}

}  // namespace
}  // namespace gyre
