#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "report/picture.h"

namespace gyre::report {

namespace {

constexpr const char* kRed = "#c62828";
constexpr size_t kLabels = 3;         // of edges between the same two nodes that are written out
constexpr size_t kLongestLabel = 30;  // characters

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string shortened(const std::string& text) {
  size_t characters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xc0) == 0x80) continue;
    if (++characters > kLongestLabel) return text.substr(0, i) + "…";
  }
  return text;
}

std::string node_svg(const Picture::Node& node, const PictureLayout::Box& box) {
  const char* fill = !node.error.empty() ? "#fdecea" : node.end ? "#e8f5e9" : "#ffffff";
  const char* stroke = !node.error.empty() ? kRed : "#455a64";
  std::string out = fmt::format("<g><title>{}</title>\n", escaped(node.text));
  const auto frame = [&](double by, int width) {
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\" fill=\"{}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by, fill, stroke, width);
  };
  if (node.accepting) frame(4, 1);
  frame(0, node.bold ? 3 : 1);
  for (size_t i = 0; i < box.lines.size(); ++i) {
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", box.x + 8,
                       box.y + 19 + 14 * static_cast<double>(i), escaped(box.lines[i]));
  }
  if (node.initial) {
    out += fmt::format("<path class=\"edge\" d=\"M{0:.1f},{1:.1f} L{0:.1f},{2:.1f}\" marker-end=\"url(#arrow)\"/>\n",
                       box.x + box.width / 2, box.y - 26, box.y - 2);
  }
  return out + "</g>\n";
}

// The labels of all edges from one node to another.
struct Bundle {
  std::vector<std::string> labels;
  bool bold = false;
};

// `number`: labels of edges side by side are at different heights, so that they can be read.
std::string edge_svg(const PictureLayout::Box& a, const PictureLayout::Box& b, const Bundle& bundle, bool loop,
                     size_t number) {
  double x = 0, y = 0;  // of the label
  std::string path;
  const double ax = a.x + a.width / 2, bx = b.x + b.width / 2;
  if (loop) {
    const double right = a.x + a.width, middle = a.y + a.height / 2;
    path = fmt::format("M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", right, middle - 8, right + 32,
                       middle - 20, right + 32, middle + 20, right, middle + 8);
    x = right + 6;
    y = middle - 18;
  } else if (b.layer > a.layer) {
    const double from = a.y + a.height, to = b.y;
    path = fmt::format("M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", ax, from, ax, from + 30, bx,
                       to - 30, bx, to);
    x = (ax + bx) / 2;
    y = (from + to) / 2 + (static_cast<double>(number % 3) - 1) * 13;
  } else {
    // Back, or to the side: around the right.
    const double ar = a.x + a.width, br = b.x + b.width, am = a.y + a.height / 2, bm = b.y + b.height / 2;
    const double out = std::max(ar, br) + 40;
    path = fmt::format("M{:.1f},{:.1f} C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}", ar, am, out, am, out, bm, br, bm);
    x = (std::min(ar, br) + 3 * out) / 4;
    y = (am + bm) / 2;
  }
  std::string all;
  for (const std::string& label : bundle.labels) all += (all.empty() ? "" : "\n") + label;
  std::string out = fmt::format("<g><title>{}</title><path class=\"{}\" d=\"{}\" marker-end=\"url(#{})\"/>\n",
                                escaped(all), bundle.bold ? "trail" : "edge", path, bundle.bold ? "bold" : "arrow");
  for (size_t i = 0; i < std::min(bundle.labels.size(), kLabels); ++i) {
    const bool more = i + 1 == kLabels && bundle.labels.size() > kLabels;
    out += fmt::format("<text class=\"label\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x,
                       y + 11 * static_cast<double>(i), more ? "…" : escaped(shortened(bundle.labels[i])));
  }
  return out + "</g>\n";
}

}  // namespace

std::string to_svg(const Picture& picture) {
  const PictureLayout layout = layout_of(picture);
  std::map<std::pair<size_t, size_t>, Bundle> bundles;
  for (const Picture::Edge& e : picture.edges) {
    assert(e.from < picture.nodes.size() && e.to < picture.nodes.size());
    Bundle& bundle = bundles[{e.from, e.to}];
    bundle.labels.push_back(e.label);
    bundle.bold |= e.bold;
  }
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\">\n"
      "<style>text {{ font: 11px monospace; fill: #212121 }} .label {{ font-size: 10px; fill: #37474f; text-anchor: "
      "middle; paint-order: stroke; stroke: #ffffff; stroke-width: 3px }} .edge {{ fill: none; stroke: #78909c }} "
      ".trail {{ fill: none; stroke: #212121; stroke-width: 3 }}</style>\n"
      "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" "
      "orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\" fill=\"#78909c\"/></marker>\n"
      "<marker id=\"bold\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" "
      "orient=\"auto\"><path d=\"M0,0 L10,5 L0,10 z\" fill=\"#212121\"/></marker></defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      layout.width, layout.height);
  size_t number = 0;
  for (const auto& [ends, bundle] : bundles) {
    const auto& [from, to] = ends;
    out += edge_svg(layout.boxes[from], layout.boxes[to], bundle, from == to, number++);
  }
  // Above the edges, whose ways are not laid around them.
  for (size_t i = 0; i < picture.nodes.size(); ++i) out += node_svg(picture.nodes[i], layout.boxes[i]);
  return out + "</svg>\n";
}

}  // namespace gyre::report
