#include "search/demands.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/narrow.h"

namespace gyre::search {

Demands::Demands(const LassoGraph& graph, uint64_t all_marks)
    : graph_(graph), local_(graph.units(), LassoGraph::kNone) {
  for (uint64_t rest = all_marks; rest != 0; rest &= rest - 1) marks_.push_back(rest & (~rest + 1));
  watch({});
}

void Demands::watch(std::vector<uint32_t> units) {
  for (const uint32_t u : owed_) local_[u] = LassoGraph::kNone;
  owed_ = std::move(units);
  for (size_t i = 0; i < owed_.size(); ++i) local_[owed_[i]] = narrow<uint32_t>(i);
  open_words_ = (count() + 63) / 64;
  words_ = open_words_ + (strong() ? (owed_.size() + 63) / 64 : 0);
  keep_.assign(open_words_, 0);
  must_.assign(open_words_, 0);
  for (uint32_t i = 0; strong() && i < owed_.size(); ++i) set(must_.data(), owed(i));
  for (const uint32_t u : always_) {
    if (local_[u] != LassoGraph::kNone) set(must_.data(), owed(local_[u]));
  }
}

void Demands::enter(const std::vector<Index>& part) {
  std::vector<uint32_t> units;
  most_moved_ = 1;
  for (const Index n : part) {
    units.insert(units.end(), graph_.enabled(n).begin(), graph_.enabled(n).end());
    for (Index e = graph_.first(n); e < graph_.last(n); ++e) {
      if (graph_.inside(e)) most_moved_ = std::max(most_moved_, narrow<uint32_t>(graph_.moved(e).size()));
    }
  }
  std::sort(units.begin(), units.end());
  std::vector<uint32_t> each;
  always_.clear();
  for (auto first = units.begin(); first != units.end();) {
    const auto last = std::upper_bound(first, units.end(), *first);
    each.push_back(*first);
    if (std::cmp_equal(last - first, part.size())) always_.push_back(*first);
    first = last;
  }
  if (strong()) watch(std::move(each));
}

// Nothing is met, nobody has moved, and no unit is owed anything.
void Demands::clean(std::vector<Word>& bits) const {
  bits.assign(words_, 0);
  for (size_t i = 0; i < 1 + marks_.size(); ++i) set(bits.data(), i);
  for (uint32_t i = 0; strong() && i < owed_.size(); ++i) set(bits.data(), unmoved(i));
}

void Demands::begin(Index x, std::vector<Word>& bits) {
  if (!strong()) watch({graph_.enabled(x).begin(), graph_.enabled(x).end()});
  clean(bits);
  for (const uint32_t u : graph_.enabled(x)) set(bits.data(), owed(local_[u]));
}

void Demands::begin_with_all(Index x, std::vector<Word>& bits) {
  begin(x, bits);
  for (uint32_t i = 0; i < owed_.size(); ++i) set(bits.data(), owed(i));
}

void Demands::take(const Word* from, Index e, Word* to) {
  std::copy(from, from + words_, to);
  const LassoGraph::Edge& edge = graph_.edge(e);
  for (size_t i = 0; i < marks_.size(); ++i) {
    if ((edge.marks & marks_[i]) != 0) clear(to, 1 + i);
  }
  for (const uint32_t u : graph_.moved(e)) {
    const uint32_t local = local_[u];
    if (local == LassoGraph::kNone) continue;
    clear(to, owed(local));
    if (strong()) clear(to, unmoved(local));
  }
  arrive(edge.to, to);
}

void Demands::arrive(Index node, Word* bits) {
  if (owed_.empty()) return;
  if (strong()) {
    for (const uint32_t u : graph_.enabled(node)) {
      if (get(bits, unmoved(local_[u]))) set(bits, owed(local_[u]));
    }
    return;
  }
  std::fill(keep_.begin(), keep_.end(), 0);
  for (size_t i = 0; i < 1 + marks_.size(); ++i) set(keep_.data(), i);
  for (const uint32_t u : graph_.enabled(node)) {
    if (local_[u] != LassoGraph::kNone) set(keep_.data(), owed(local_[u]));
  }
  for (size_t i = 0; i < open_words_; ++i) bits[i] &= keep_[i];
}

uint64_t Demands::least_steps(const Word* bits) const {
  uint64_t units = 0;
  for (size_t i = 0; i < open_words_; ++i) units += narrow<uint64_t>(std::popcount(bits[i] & must_[i]));
  return (units + most_moved_ - 1) / most_moved_;
}

bool Demands::settles(const Word* bits, Index e) {
  const LassoGraph::Edge& edge = graph_.edge(e);
  for (size_t i = 0; i < marks_.size(); ++i) {
    if ((edge.marks & marks_[i]) != 0 && get(bits, 1 + i)) return true;
  }
  for (const uint32_t u : graph_.moved(e)) {
    if (local_[u] != LassoGraph::kNone && get(bits, owed(local_[u]))) return true;
  }
  if (strong()) return false;
  const auto there = graph_.enabled(edge.to);
  for (const uint32_t u : owed_) {
    if (get(bits, owed(local_[u])) && std::find(there.begin(), there.end(), u) == there.end()) return true;
  }
  return false;
}

}  // namespace gyre::search
