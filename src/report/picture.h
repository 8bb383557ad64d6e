// A graph as a picture (SVG), without any other program: nodes in layers by their distance from where it begins, in
// each layer in an order with few crossings (barycentres: Sugiyama, Tagawa, Toda 1981). For some hundred nodes; more
// than that nobody reads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gyre::report {

struct Picture {
  struct Node {
    std::string text;  // lines
    bool initial = false;
    bool end = false;
    bool accepting = false;
    bool bold = false;
    std::string error;  // not empty: it is one, of this kind
  };
  struct Edge {
    size_t from = 0, to = 0;
    std::string label;
    bool bold = false;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

// REQUIRES: edges are between nodes.
std::string to_svg(const Picture& picture);

// Where things are, for to_svg and for tests.
struct PictureLayout {
  struct Box {
    double x = 0, y = 0, width = 0, height = 0;  // x, y: the upper left corner
    size_t layer = 0;
    std::vector<std::string> lines;
  };
  std::vector<Box> boxes;  // of the nodes; none overlaps another
  double width = 0, height = 0;
};
PictureLayout layout_of(const Picture& picture);

}  // namespace gyre::report
