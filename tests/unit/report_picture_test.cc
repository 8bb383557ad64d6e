// Pictures of graphs: boxes that do not overlap, and texts that are no markup.
#include "report/picture.h"

#include <random>

#include <gtest/gtest.h>

namespace {

using namespace gyre::report;

Picture random_picture(std::mt19937& random, size_t nodes, size_t edges) {
  Picture out;
  for (size_t i = 0; i < nodes; ++i) {
    Picture::Node n;
    for (size_t line = 0; line <= random() % 4; ++line) n.text += std::string(random() % 80, 'x') + "\n";
    n.initial = i == 0;
    n.accepting = random() % 5 == 0;
    out.nodes.push_back(n);
  }
  for (size_t i = 0; nodes > 0 && i < edges; ++i)
    out.edges.push_back({random() % nodes, random() % nodes, "label", random() % 3 == 0});
  return out;
}

TEST(Picture, BoxesDoNotOverlapAndAreInside) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const Picture picture = random_picture(random, random() % 60, random() % 120);
    const PictureLayout layout = layout_of(picture);
    ASSERT_EQ(layout.boxes.size(), picture.nodes.size());
    for (size_t i = 0; i < layout.boxes.size(); ++i) {
      const PictureLayout::Box& a = layout.boxes[i];
      EXPECT_GE(a.x, 0);
      EXPECT_GE(a.y, 0);
      EXPECT_LE(a.x + a.width, layout.width);
      EXPECT_LE(a.y + a.height, layout.height);
      for (size_t j = 0; j < i; ++j) {
        const PictureLayout::Box& b = layout.boxes[j];
        const bool apart =
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
        EXPECT_TRUE(apart) << i << " and " << j;
      }
    }
    EXPECT_NE(to_svg(picture).find("</svg>"), std::string::npos);
  }
}

TEST(Picture, LayersAreDistances) {
  Picture p;
  for (int i = 0; i < 4; ++i) p.nodes.emplace_back();
  p.nodes[0].initial = true;
  p.edges = {{0, 1, "", false}, {1, 2, "", false}, {2, 0, "", false}};
  const PictureLayout layout = layout_of(p);
  EXPECT_EQ(layout.boxes[0].layer, 0U);
  EXPECT_EQ(layout.boxes[1].layer, 1U);
  EXPECT_EQ(layout.boxes[2].layer, 2U);
  EXPECT_EQ(layout.boxes[3].layer, 0U);
}

TEST(Picture, TextsAreEscapedAndTrailsBold) {
  Picture p;
  p.nodes.resize(2);
  p.nodes[0].text = "a < b && \"c\"";
  p.nodes[0].initial = p.nodes[0].bold = true;
  p.nodes[1].error = "deadlock";
  p.edges = {{0, 1, "x > 1", true}};
  const std::string svg = to_svg(p);
  EXPECT_NE(svg.find("a &lt; b &amp;&amp; &quot;c&quot;"), std::string::npos);
  EXPECT_EQ(svg.find("a < b"), std::string::npos);
  EXPECT_NE(svg.find("class=\"trail\""), std::string::npos);
  EXPECT_NE(svg.find("(deadlock)"), std::string::npos);
  EXPECT_NE(svg.find("x &gt; 1"), std::string::npos);
}

}  // namespace
