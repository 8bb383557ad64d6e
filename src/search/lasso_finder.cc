#include "search/lasso_finder.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/narrow.h"

namespace gyre::search {

namespace {
constexpr auto kNone = LassoGraph::kNone;
constexpr auto kFar = LassoGraph::kFar;
}  // namespace

LassoFinder::LassoFinder(const LassoGraph& graph, uint64_t all_marks, Pause pause, uint64_t most)
    : graph_(graph),
      demands_(graph, all_marks),
      all_marks_(all_marks),
      pause_(std::move(pause)),
      most_(most),
      by_demands_(graph.fairness() != Fairness::none || std::popcount(all_marks) > 1),
      done_(graph.nodes()),
      homes_(graph.nodes()),
      head_(graph.nodes(), kNone),
      parents_(graph.nodes(), kNone) {}

// Some lasso ---------------------------------------------------------------------------------------------------------

LassoFinder::Lasso LassoFinder::near(const std::vector<Index>& part) {
  assert(!part.empty());
  demands_.enter(part);
  const Index entry = *std::min_element(part.begin(), part.end(),
                                        [&](Index a, Index b) { return graph_.distance(a) < graph_.distance(b); });
  demands_.begin_with_all(entry, next_);
  next_[0] &= ~Demands::kNotEntered;
  Lasso out;
  out.entry = entry;
  Index at = entry;
  while (!demands_.settled(next_.data())) {
    if (!walk(at, out.cycle, kNone)) return {};
  }
  if ((out.cycle.empty() || at != entry) && !walk(at, out.cycle, entry)) return {};
  out.length = graph_.distance(entry);
  for (const Index e : out.cycle) out.length += graph_.edge(e).steps;
  return out;
}

// Breadth-first to the nearest edge that settles something, or that leads home, and along it. What is passed on the way
// settles demands too.
bool LassoFinder::walk(Index& at, std::vector<Index>& out, Index home) {
  std::vector<Index> queue{at};
  Index found = kNone;
  for (size_t head = 0; head < queue.size() && found == kNone; ++head) {
    const Index n = queue[head];
    for (Index e = graph_.first(n); e < graph_.last(n) && found == kNone; ++e) {
      if (!graph_.inside(e)) continue;
      const Index to = graph_.edge(e).to;
      if (home == kNone ? demands_.settles(next_.data(), e) : to == home) {
        found = e;
      } else if (to != at && parents_[to] == kNone) {
        parents_[to] = e;
        queue.push_back(to);
      }
    }
  }
  std::vector<Index> way;
  for (Index e = found; e != kNone; e = parents_[graph_.edge(e).from]) way.push_back(e);
  for (const Index n : queue) parents_[n] = kNone;
  if (found == kNone) return false;
  std::vector<Word> now;
  for (auto e = way.rbegin(); e != way.rend(); ++e) {
    now = next_;
    demands_.take(now.data(), *e, next_.data());
    out.push_back(*e);
  }
  at = graph_.edge(found).to;
  return true;
}

// The shortest one ----------------------------------------------------------------------------------------------------

// The nodes with a step in the set that has the fewest of them.
std::vector<LassoFinder::Index> LassoFinder::starts(const std::vector<Index>& part) {
  std::vector<Index> out = part;
  set_ = 0;
  for (uint64_t rest = all_marks_; rest != 0; rest &= rest - 1) {
    const uint64_t set = rest & (~rest + 1);
    std::vector<Index> with;
    for (const Index n : part) {
      for (Index e = graph_.first(n); e < graph_.last(n); ++e) {
        if (!graph_.inside(e) || (graph_.edge(e).marks & set) == 0) continue;
        with.push_back(n);
        break;
      }
    }
    if (set_ != 0 && with.size() >= out.size()) continue;
    set_ = set;
    out = std::move(with);
  }
  // The nearest first: they make the bound small.
  std::sort(out.begin(), out.end(), [&](Index a, Index b) { return graph_.distance(a) < graph_.distance(b); });
  return out;
}

bool LassoFinder::usable(Index e) const {
  const LassoGraph::Edge& edge = graph_.edge(e);
  return graph_.inside(e) && !(done_[edge.from] != 0 && (set_ == 0 || (edge.marks & set_) != 0));
}

bool LassoFinder::improve(const std::vector<Index>& part, Lasso& best) {
  demands_.enter(part);
  bool whole = true;
  for (const Index x : starts(part)) {
    if (graph_.distance(x) >= best.length) break;  // so far is every node of a lasso that is shorter
    if ((by_demands_ && work_ >= most_) || !pause_(*this)) {
      whole = false;
      break;
    }
    whole = search_from(x, best) && whole;
    done_[x] = 1;
  }
  for (const Index n : part) done_[n] = 0;
  return whole;
}

// Dijkstra's algorithm against the edges, up to a bound.
void LassoFinder::measure_homes(Index x, uint64_t bound) {
  struct At {
    uint64_t steps;
    Index node;
    bool entered;
    bool operator>(const At& other) const { return steps > other.steps; }
  };
  Queue<At> queue;
  const auto reached = [&](Index n, bool entered, uint64_t steps) {
    Home& home = homes_[n];
    uint64_t& known = entered ? home.entered : home.not_entered;
    if (steps >= bound || steps >= known) return;
    if (home.entered == kFar && home.not_entered == kFar) touched_.push_back(n);
    known = steps;
    queue.push({steps, n, entered});
  };
  reached(x, true, 0);
  while (!queue.empty()) {
    const At at = queue.top();
    queue.pop();
    const Home& home = homes_[at.node];
    if (at.steps != (at.entered ? home.entered : home.not_entered)) continue;
    if (at.entered) reached(at.node, false, at.steps + graph_.distance(at.node));
    for (const Index e : graph_.incoming(at.node)) {
      if (!usable(e)) continue;
      const LassoGraph::Edge& edge = graph_.edge(e);
      reached(edge.from, at.entered, at.steps + edge.steps);
      if (const Index early = graph_.early(e); at.entered && early != kNone)
        reached(edge.from, false, at.steps + edge.steps + graph_.distance(graph_.edge(early).from));
    }
  }
}

// The shortest lasso through a step of x that is in the set. False: it did not come to its end.
bool LassoFinder::search_from(Index x, Lasso& best) {
  measure_homes(x, best.length);
  demands_.begin(x, next_);
  labels_.clear();
  words_.clear();
  queue_ = {};
  // Two labels that are not among those of the node: coming back to it is what is looked for.
  labels_.push_back({0, x, kNone, kNone, kNone});
  words_.insert(words_.end(), next_.begin(), next_.end());
  next_[0] &= ~Demands::kNotEntered;
  labels_.push_back({graph_.distance(x), x, kNone, 0, kNone});
  words_.insert(words_.end(), next_.begin(), next_.end());
  bool whole = expand(0, true, best.length) && expand(1, true, best.length);
  while (whole && !queue_.empty()) {
    const Item top = queue_.top();
    queue_.pop();
    if (top.estimate >= best.length) break;
    const Index label = top.label;
    if (labels_[label].node == x && demands_.settled(bits(label))) {
      best = lasso_of(label);
      break;
    }
    whole = expand(label, false, best.length);
  }
  for (const Index n : touched_) {
    homes_[n] = {};
    head_[n] = kNone;
  }
  touched_.clear();
  return whole;
}

bool LassoFinder::expand(Index label, bool first, uint64_t bound) {
  if (labels_[label].node == kNone) return true;  // another one is better by now
  const Index n = labels_[label].node;
  const bool not_entered = (*bits(label) & Demands::kNotEntered) != 0;
  next_.resize(demands_.words());
  for (Index e = graph_.first(n); e < graph_.last(n); ++e) {
    if (!usable(e) || (first && set_ != 0 && (graph_.edge(e).marks & set_) == 0)) continue;
    const Home& home = homes_[graph_.edge(e).to];
    const uint64_t steps = labels_[label].steps + graph_.edge(e).steps;
    if (steps + (not_entered ? home.not_entered : home.entered) < bound) {
      demands_.take(bits(label), e, next_.data());
      if (!reach(graph_.edge(e).to, e, label, steps, bound)) return false;
    }
    if (not_entered && graph_.early(e) != kNone && !enter_early(label, e, bound)) return false;
  }
  return true;
}

// Goes on along this edge, and enters the cycle just before it.
bool LassoFinder::enter_early(Index label, Index e, uint64_t bound) {
  const LassoGraph::Edge& edge = graph_.edge(e);
  const uint64_t stem = graph_.distance(graph_.edge(graph_.early(e)).from);
  const uint64_t entered = labels_[label].steps + stem;
  if (entered + edge.steps + homes_[edge.to].entered >= bound) return true;
  demands_.take(bits(label), e, next_.data());
  next_[0] &= ~Demands::kNotEntered;
  labels_.push_back({entered, edge.from, kNone, label, kNone});  // for lasso_of() only
  words_.resize(words_.size() + demands_.words());
  return reach(edge.to, e, narrow<Index>(labels_.size() - 1), entered + edge.steps, bound);
}

// A walk with the demands in next_ has come to a node. False: it is time to give up.
bool LassoFinder::reach(Index node, Index edge, Index parent, uint64_t steps, uint64_t bound) {
  const uint64_t least = demands_.least_steps(next_.data());
  if (steps + least >= bound || dominated(node, steps)) return true;
  if (by_demands_ && (labels_.size() >= kMostAtOnce || work_ >= most_)) return false;
  work_ += kWorkOfLabel;
  if (--until_pause_ == 0) {
    until_pause_ = kPause;
    if (!pause_(*this)) return false;
  }
  const Index label = add(node, edge, parent, steps);
  const bool not_entered = (next_[0] & Demands::kNotEntered) != 0;
  queue_.push({steps + std::max(least, not_entered ? homes_[node].not_entered : homes_[node].entered), label});
  if (!not_entered) return true;
  // It can be entered here.
  const uint64_t with_stem = steps + graph_.distance(node);
  if (with_stem + homes_[node].entered >= bound) return true;
  next_[0] &= ~Demands::kNotEntered;
  return reach(node, kNone, label, with_stem, bound);
}

// Whether a label of the node is as good as next_; those that are not better are dropped.
bool LassoFinder::dominated(Index node, uint64_t steps) {
  const size_t words = demands_.words();
  const auto subset = [words](const Word* a, const Word* b) {
    Word outside = 0;
    for (size_t i = 0; i < words; ++i) outside |= a[i] & ~b[i];
    return outside == 0;
  };
  Index* link = &head_[node];
  while (*link != kNone) {
    ++work_;
    Label& other = labels_[*link];
    if (other.steps <= steps && subset(bits(*link), next_.data())) return true;
    if (steps <= other.steps && subset(next_.data(), bits(*link))) {
      other.node = kNone;
      *link = other.next;
    } else {
      link = &other.next;
    }
  }
  return false;
}

LassoFinder::Index LassoFinder::add(Index node, Index edge, Index parent, uint64_t steps) {
  const auto label = narrow<Index>(labels_.size());
  labels_.push_back({steps, node, edge, parent, head_[node]});
  words_.insert(words_.end(), next_.begin(), next_.end());
  head_[node] = label;
  return label;
}

LassoFinder::Lasso LassoFinder::lasso_of(Index label) const {
  Lasso out;
  out.length = labels_[label].steps;
  size_t behind_entry = 0;  // edges of the walk from the entry to its end
  uint64_t stem = 0;
  for (Index l = label; l != kNone; l = labels_[l].parent) {
    const Label& at = labels_[l];
    if (at.edge != kNone) {
      out.cycle.push_back(at.edge);
    } else if (at.parent != kNone) {
      behind_entry = out.cycle.size();
      stem = at.steps - labels_[at.parent].steps;
    }
  }
  std::reverse(out.cycle.begin(), out.cycle.end());
  std::rotate(out.cycle.begin(), out.cycle.end() - narrow<std::ptrdiff_t>(behind_entry), out.cycle.end());
  out.entry = graph_.edge(out.cycle.front()).from;
  if (stem < graph_.distance(out.entry)) out.early = graph_.early(out.cycle.front());
  return out;
}

uint64_t LassoFinder::bytes() const {
  return graph_.nodes() * (sizeof(char) + sizeof(Home) + 3 * sizeof(Index)) + labels_.capacity() * sizeof(Label) +
         words_.capacity() * sizeof(Word) + queue_.size() * sizeof(Item);
}

}  // namespace gyre::search
