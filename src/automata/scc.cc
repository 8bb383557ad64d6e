#include "automata/scc.h"

#include <algorithm>
#include <cassert>

namespace gyre::automata {

Components strongly_connected(const Adjacency& successors, const std::vector<uint32_t>& roots) {
  struct Frame {
    uint32_t node;
    size_t next;
  };
  const size_t n = successors.size();
  Components result;
  result.of.assign(n, Components::kNone);
  std::vector<uint32_t> index(n, 0), low(n, 0), stack;
  std::vector<Frame> frames;
  uint32_t counter = 0;
  const auto enter = [&](uint32_t node) {
    assert(node < n && index[node] == 0);
    index[node] = low[node] = ++counter;
    stack.push_back(node);
    frames.push_back({node, 0});
  };
  for (const uint32_t root : roots) {
    if (index[root] != 0) continue;
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const uint32_t node = frame.node;
      if (frame.next < successors[node].size()) {
        const uint32_t to = successors[node][frame.next++];
        if (index[to] == 0) {
          enter(to);
        } else if (result.of[to] == Components::kNone) {
          low[node] = std::min(low[node], index[to]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().node] = std::min(low[frames.back().node], low[node]);
      if (low[node] != index[node]) continue;
      uint32_t member = 0;
      do {
        member = stack.back();
        stack.pop_back();
        result.of[member] = result.count;
      } while (member != node);
      ++result.count;
    }
  }
  return result;
}

}  // namespace gyre::automata
