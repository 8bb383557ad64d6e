#include "search/lasso_graph.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "base/narrow.h"

namespace gyre::search {

void LassoGraph::add_node(const model::ProductBuffer& buffer, StateView system) {
  first_.push_back(narrow<Index>(edges_.size()));
  if (fairness_ == Fairness::none) return;
  first_enabled_.push_back(narrow<Index>(enabled_.size()));
  // Asked for in any case: the units of steps are those of the state that was asked about last.
  const std::vector<uint32_t>& now = units_.enabled(buffer, system);
  const bool ends = std::any_of(buffer.arcs.begin(), buffer.arcs.end(), [](const model::Arc& a) {
    return a.error == model::ErrorKind::none && a.successor == model::Arc::kStutter;
  });
  if (!ends) enabled_.insert(enabled_.end(), now.begin(), now.end());
}

void LassoGraph::add_edge(const model::ProductBuffer& buffer, uint32_t choice, Index to) {
  assert(!first_.empty());
  const model::Arc& arc = buffer.arcs[choice];
  const uint32_t steps = arc.successor == model::Arc::kStutter ? 0 : buffer.steps(arc);
  edges_.push_back({to, narrow<Index>(first_.size() - 1), choice, arc.successor, steps, arc.marks});
  if (fairness_ == Fairness::none) return;
  first_moved_.push_back(narrow<Index>(moved_.size()));
  units_.moved(buffer, arc, [&](uint32_t unit) { moved_.push_back(unit); });
}

void LassoGraph::finish() {
  first_.push_back(narrow<Index>(edges_.size()));
  if (fairness_ != Fairness::none) {
    first_enabled_.push_back(narrow<Index>(enabled_.size()));
    first_moved_.push_back(narrow<Index>(moved_.size()));
  }
  measure();
}

// Dijkstra's algorithm from node 0.
void LassoGraph::measure() {
  using Item = std::pair<uint64_t, Index>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
  distance_.assign(nodes(), kFar);
  nearest_.assign(nodes(), kNone);
  distance_[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    const auto [distance, n] = queue.top();
    queue.pop();
    if (distance != distance_[n]) continue;
    for (Index e = first(n); e < last(n); ++e) {
      const uint64_t next = distance + edges_[e].steps;
      const Index to = edges_[e].to;
      if (next >= distance_[to]) continue;
      distance_[to] = next;
      nearest_[to] = e;
      queue.push({next, to});
    }
  }
}

std::vector<uint32_t> LassoGraph::way_to(Index node) const {
  std::vector<uint32_t> choices;
  for (Index n = node; n != 0; n = edges_[nearest_[n]].from) choices.push_back(edges_[nearest_[n]].choice);
  std::reverse(choices.begin(), choices.end());
  return choices;
}

void LassoGraph::find_parts(uint64_t all_marks) {
  part_.assign(nodes(), 0);
  number_.assign(nodes(), 0);
  low_.assign(nodes(), 0);
  seen_.assign(units(), {});
  regions_ = 0;
  Nodes all(nodes());
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Nodes> open;
  decompose(all, 0, open);
  while (!open.empty()) {
    Nodes nodes = std::move(open.back());
    open.pop_back();
    if (takes_part(nodes, all_marks)) {
      parts_.push_back(std::move(nodes));
      continue;
    }
    // The nodes that are still in the region may have parts.
    std::erase_if(nodes, [&](Index n) { return part_[n] == kNone; });
    if (!nodes.empty()) decompose(nodes, part_[nodes[0]], open);
  }
  const auto nearest = [this](const Nodes& part) {
    uint64_t best = kFar;
    for (const Index n : part) best = std::min(best, distance_[n]);
    return best;
  };
  std::vector<std::pair<uint64_t, size_t>> order;
  for (size_t i = 0; i < parts_.size(); ++i) order.push_back({nearest(parts_[i]), i});
  std::sort(order.begin(), order.end());
  std::vector<Nodes> sorted;
  for (const auto& [distance, i] : order) sorted.push_back(std::move(parts_[i]));
  parts_ = std::move(sorted);
  collect_incoming();
  number_ = low_ = {};
  seen_ = {};
}

// Tarjan's components of the nodes of a region: each with a cycle becomes a region of its own, others are in none.
void LassoGraph::decompose(const Nodes& nodes, Index region, std::vector<Nodes>& out) {
  struct Frame {
    Index node;
    Index edge;
  };
  std::vector<Index> live;
  std::vector<Frame> frames;
  Index count = 0;
  const auto enter = [&](Index n) {
    number_[n] = low_[n] = ++count;
    live.push_back(n);
    frames.push_back({n, first(n)});
  };
  for (const Index seed : nodes) {
    if (part_[seed] == region && number_[seed] == 0) enter(seed);
    while (!frames.empty()) {
      Frame& top = frames.back();
      if (top.edge < last(top.node)) {
        const Index to = edges_[top.edge++].to;
        if (part_[to] != region) continue;
        if (number_[to] == 0)
          enter(to);
        else
          low_[top.node] = std::min(low_[top.node], number_[to]);
        continue;
      }
      const Index n = top.node;
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().node] = std::min(low_[frames.back().node], low_[n]);
      if (low_[n] != number_[n]) continue;
      const auto begin = std::find(live.rbegin(), live.rend(), n).base() - 1;
      bool cyclic = live.end() - begin > 1;
      for (Index e = first(n); e < last(n); ++e) cyclic |= edges_[e].to == n;
      const Index own = cyclic ? ++regions_ : kNone;
      std::for_each(begin, live.end(), [&](Index m) { part_[m] = own; });
      if (cyclic) out.emplace_back(begin, live.end());
      live.erase(begin, live.end());
    }
  }
  for (const Index n : nodes) number_[n] = 0;
}

// Whether these nodes, a region that is strongly connected, are a part. If not, those that no part can have are taken
// out.
bool LassoGraph::takes_part(const Nodes& nodes, uint64_t all_marks) {
  uint64_t marks = 0;
  std::vector<uint32_t> touched;
  for (const Index n : nodes) {
    for (const uint32_t u : enabled(n)) {
      if (seen_[u].enabled++ == 0) touched.push_back(u);
    }
    for (Index e = first(n); e < last(n); ++e) {
      if (!inside(e)) continue;
      marks |= edges_[e].marks;
      for (const uint32_t u : moved(e)) {
        touched.push_back(u);
        seen_[u].moved = true;
      }
    }
  }
  const bool accepting = (marks & all_marks) == all_marks;
  const auto bad = [&](uint32_t u) { return unfair(fairness_, seen_[u], nodes.size()); };
  const bool fair = std::none_of(touched.begin(), touched.end(), bad);
  if (!accepting || (!fair && !traits(fairness_).somewhere())) {
    for (const Index n : nodes) part_[n] = kNone;  // no smaller set has what this one lacks
  } else if (!fair) {
    for (const Index n : nodes) {
      const auto here = enabled(n);
      if (std::any_of(here.begin(), here.end(), bad)) part_[n] = kNone;
    }
  }
  for (const uint32_t u : touched) seen_[u] = {};
  return accepting && fair;
}

void LassoGraph::collect_incoming() {
  first_in_.assign(nodes() + 1, 0);
  const auto wanted = [this](Index e) { return part_[edges_[e].to] != kNone; };
  for (Index e = 0; e < edges_.size(); ++e) first_in_[edges_[e].to + 1] += wanted(e);
  for (size_t n = 0; n < nodes(); ++n) first_in_[n + 1] += first_in_[n];
  in_.resize(first_in_.back());
  std::vector<Index> at(first_in_.begin(), first_in_.end() - 1);
  for (Index e = 0; e < edges_.size(); ++e) {
    if (wanted(e)) in_[at[edges_[e].to]++] = e;
  }
}

void LassoGraph::find_early(const std::vector<uint64_t>& hash, const std::function<bool(Index, Index)>& same) {
  std::vector<Index> in;
  const auto key = [&](Index e) {
    return std::tuple(hash[edges_[e].from], edges_[e].successor, distance_[edges_[e].from]);
  };
  for (Index n = 0; n < nodes(); ++n) {
    in.assign(incoming(n).begin(), incoming(n).end());
    std::sort(in.begin(), in.end(), [&](Index a, Index b) { return key(a) < key(b); });
    for (size_t first = 0, i = 1; i < in.size(); ++i) {
      const Edge& one = edges_[in[first]];
      const Edge& other = edges_[in[i]];
      if (hash[one.from] != hash[other.from] || one.successor != other.successor)
        first = i;
      else if (inside(in[i]) && distance_[one.from] < distance_[other.from] && same(one.from, other.from))
        early_[in[i]] = in[first];
    }
  }
}

uint64_t LassoGraph::bytes() const {
  const uint64_t of_nodes = first_.capacity() * (5 * sizeof(Index) + sizeof(uint64_t));
  const uint64_t of_lists = first_enabled_.capacity() + first_moved_.capacity() + enabled_.capacity() +
                            moved_.capacity() + first_in_.capacity() + in_.capacity() + 8 * early_.size();
  return edges_.capacity() * sizeof(Edge) + of_nodes + of_lists * sizeof(Index);
}

}  // namespace gyre::search
