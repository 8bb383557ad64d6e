#include <algorithm>
#include <cassert>
#include <deque>
#include <sstream>

#include "report/picture.h"

namespace gyre::report {

namespace {

constexpr size_t kLongest = 48;  // characters of a line
constexpr double kCharacter = 6.6, kLine = 14, kPadding = 8, kGap = 48, kLayerGap = 84, kMargin = 24;
constexpr int kSweeps = 8;

// A beginning of a line that fits, by characters of UTF-8.
std::string cut(const std::string& line) {
  size_t characters = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) continue;
    if (++characters > kLongest) return line.substr(0, i) + "…";
  }
  return line;
}

size_t characters_of(const std::string& line) {
  return static_cast<size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

PictureLayout::Box box_of(const Picture::Node& node) {
  PictureLayout::Box box;
  std::istringstream lines(node.text);
  for (std::string line; std::getline(lines, line);) box.lines.push_back(cut(line));
  if (!node.error.empty()) box.lines.push_back("(" + node.error + ")");
  if (node.end && node.error.empty()) box.lines.emplace_back("(end)");
  if (box.lines.empty()) box.lines.emplace_back(" ");
  size_t widest = 1;
  for (const std::string& line : box.lines) widest = std::max(widest, characters_of(line));
  box.width = static_cast<double>(widest) * kCharacter + 2 * kPadding;
  box.height = static_cast<double>(box.lines.size()) * kLine + 2 * kPadding;
  return box;
}

using Layers = std::vector<std::vector<size_t>>;

// By breadth-first search from the initial nodes; what they do not reach begins at the top as well.
Layers layers_of(const Picture& picture, PictureLayout& layout) {
  std::vector<std::vector<size_t>> next(picture.nodes.size());
  for (const Picture::Edge& e : picture.edges) next[e.from].push_back(e.to);
  Layers layers;
  std::vector<bool> placed(picture.nodes.size());
  std::deque<size_t> queue;
  const auto place = [&](size_t node, size_t layer) {
    if (placed[node]) return;
    placed[node] = true;
    layout.boxes[node].layer = layer;
    if (layers.size() <= layer) layers.resize(layer + 1);
    layers[layer].push_back(node);
    queue.push_back(node);
  };
  const auto spread = [&] {
    for (; !queue.empty(); queue.pop_front()) {
      for (const size_t to : next[queue.front()]) place(to, layout.boxes[queue.front()].layer + 1);
    }
  };
  for (size_t i = 0; i < picture.nodes.size(); ++i) {
    if (picture.nodes[i].initial) place(i, 0);
  }
  spread();
  for (size_t i = 0; i < picture.nodes.size(); ++i) {
    place(i, 0);
    spread();
  }
  return layers;
}

// Nodes go where their neighbours of the layer before (or behind) are, in turns.
void reduce_crossings(const Picture& picture, const PictureLayout& layout, Layers& layers) {
  std::vector<std::vector<size_t>> above(picture.nodes.size()), below(picture.nodes.size());
  for (const Picture::Edge& e : picture.edges) {
    if (layout.boxes[e.to].layer != layout.boxes[e.from].layer + 1) continue;
    above[e.to].push_back(e.from);
    below[e.from].push_back(e.to);
  }
  std::vector<double> at(picture.nodes.size());
  const auto number = [&](const std::vector<size_t>& layer) {
    for (size_t i = 0; i < layer.size(); ++i) at[layer[i]] = static_cast<double>(i);
  };
  for (const std::vector<size_t>& layer : layers) number(layer);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    const bool down = sweep % 2 == 0;
    for (size_t i = 0; i < layers.size(); ++i) {
      std::vector<size_t>& layer = layers[down ? i : layers.size() - 1 - i];
      std::vector<double> wanted = at;
      for (const size_t node : layer) {
        const std::vector<size_t>& neighbours = down ? above[node] : below[node];
        if (neighbours.empty()) continue;
        double sum = 0;
        for (const size_t n : neighbours) sum += at[n];
        wanted[node] = sum / static_cast<double>(neighbours.size());
      }
      std::stable_sort(layer.begin(), layer.end(), [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
      number(layer);
    }
  }
}

}  // namespace

PictureLayout layout_of(const Picture& picture) {
  PictureLayout out;
  for (const Picture::Node& n : picture.nodes) out.boxes.push_back(box_of(n));
  Layers layers = layers_of(picture, out);
  reduce_crossings(picture, out, layers);
  double y = kMargin + kLayerGap / 2;
  for (const std::vector<size_t>& layer : layers) {
    double x = kMargin, height = 0;
    for (const size_t node : layer) {
      PictureLayout::Box& box = out.boxes[node];
      box.x = x;
      box.y = y;
      x += box.width + kGap;
      height = std::max(height, box.height);
    }
    out.width = std::max(out.width, x - kGap + kMargin);
    y += height + kLayerGap;
  }
  out.height = y;
  // Each layer in the middle.
  for (const std::vector<size_t>& layer : layers) {
    const PictureLayout::Box& last = out.boxes[layer.back()];
    const double shift = (out.width - kMargin - (last.x + last.width)) / 2;
    for (const size_t node : layer) out.boxes[node].x += shift;
  }
  // Loops and edges that go back are drawn at the right.
  out.width += 2 * kLayerGap;
  return out;
}

}  // namespace gyre::report
