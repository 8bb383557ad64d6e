#include "store/dfa.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "base/hash.h"
#include "base/narrow.h"

namespace gyre::store {

namespace {
constexpr uint64_t kWords = uint64_t{1} << 32;  // that a Ref can name
constexpr uint32_t kMostEdges = 256;
}  // namespace

Dfa::Dfa() : free_(kMostEdges + 1, kReject), index_(1024, kReject) {}

Dfa::Ref Dfa::step(Ref from, uint8_t byte) const {
  const uint32_t n = edges_of(from);
  for (uint32_t i = 0; i < n; ++i) {
    const uint8_t* r = range(from, i);
    if (byte <= r[1]) return byte >= r[0] ? target(from, i) : kReject;
  }
  return kReject;
}

void Dfa::load(Ref ref, std::vector<Edge>& out) const {
  out.clear();
  for (uint32_t i = 0; i < edges_of(ref); ++i) out.push_back({range(ref, i)[0], range(ref, i)[1], target(ref, i)});
}

// The edges with another target for this byte.
void Dfa::redirect(std::vector<Edge>& edges, uint8_t byte, Ref to) {
  size_t i = 0;
  while (i < edges.size() && edges[i].last < byte) ++i;
  if (i < edges.size() && edges[i].first <= byte) {
    const Edge old = edges[i];
    edges[i] = {byte, byte, to};
    if (old.last > byte) {
      edges.insert(std::next(edges.begin(), i + 1), {narrow<uint8_t>(byte + 1), old.last, old.target});
    }
    if (old.first < byte) {
      edges.insert(std::next(edges.begin(), i), {old.first, narrow<uint8_t>(byte - 1), old.target});
      ++i;
    }
  } else {
    edges.insert(std::next(edges.begin(), i), {byte, byte, to});
  }
  const auto join = [&](size_t left) {
    if (left + 1 >= edges.size() || edges[left].target != edges[left + 1].target ||
        edges[left].last + 1 != edges[left + 1].first) {
      return;
    }
    edges[left].last = edges[left + 1].last;
    edges.erase(std::next(edges.begin(), left + 1));
  };
  join(i);
  if (i > 0) join(i - 1);
}

uint64_t Dfa::hash(const std::vector<Edge>& edges) const {
  uint64_t sum = 0;
  for (size_t i = 0; i < edges.size(); ++i) {
    sum += word_term(uint64_t{edges[i].target} << 16 | uint64_t{edges[i].first} << 8 | edges[i].last, i);
  }
  return finish_hash(sum, edges.size());
}

uint64_t Dfa::hash(Ref ref) const {
  uint64_t sum = 0;
  const uint32_t n = edges_of(ref);
  for (uint32_t i = 0; i < n; ++i) {
    sum += word_term(uint64_t{target(ref, i)} << 16 | uint64_t{range(ref, i)[0]} << 8 | range(ref, i)[1], i);
  }
  return finish_hash(sum, n);
}

bool Dfa::same(Ref ref, const std::vector<Edge>& edges) const {
  if (edges_of(ref) != edges.size()) return false;
  for (uint32_t i = 0; i < edges.size(); ++i) {
    if (edges[i] != Edge{range(ref, i)[0], range(ref, i)[1], target(ref, i)}) return false;
  }
  return true;
}

// The node with these edges; the room for it is there. Nobody points to a new one yet.
Dfa::Ref Dfa::intern(const std::vector<Edge>& edges) {
  const uint64_t chain = hash(edges) & (index_.size() - 1);
  for (Ref ref = index_[chain]; ref != kReject; ref = node(ref)[1]) {
    if (same(ref, edges)) return ref;
  }
  assert(!edges.empty() && edges.size() <= kMostEdges);
  const auto n = narrow<uint32_t>(edges.size());
  Ref fresh = free_[n];
  if (fresh != kReject) {
    free_[n] = node(fresh)[1];
  } else {
    assert((top_ + words_for(n)) * sizeof(uint32_t) <= memory_.committed());
    fresh = narrow<Ref>(top_);
    top_ += words_for(n);
  }
  uint32_t* at = node(fresh);
  at[0] = 0;
  at[1] = index_[chain];
  at[2] = n;
  for (uint32_t i = 0; i < n; ++i) {
    target(fresh, i) = edges[i].target;
    range(fresh, i)[0] = edges[i].first;
    range(fresh, i)[1] = edges[i].last;
    if (edges[i].target != kAccept) ++node(edges[i].target)[0];
  }
  index_[chain] = fresh;
  ++nodes_;
  return fresh;
}

// One points to it no longer; if that was the last, it goes, and so may those it points to.
void Dfa::release(Ref ref) {
  unreferenced_.assign(1, ref);
  while (!unreferenced_.empty()) {
    const Ref gone = unreferenced_.back();
    unreferenced_.pop_back();
    assert(node(gone)[0] > 0);
    if (--node(gone)[0] != 0) continue;
    Ref* link = &index_[hash(gone) & (index_.size() - 1)];
    while (*link != gone) link = &node(*link)[1];
    *link = node(gone)[1];
    const uint32_t n = edges_of(gone);
    for (uint32_t i = 0; i < n; ++i) {
      if (target(gone, i) != kAccept) unreferenced_.push_back(target(gone, i));
    }
    node(gone)[1] = free_[n];
    free_[n] = gone;
    --nodes_;
  }
}

bool Dfa::make_room(uint64_t words) {
  const uint64_t needed = (top_ + words) * sizeof(uint32_t);
  if (needed <= memory_.committed()) return true;
  if (top_ + words >= kWords) return false;
  const uint64_t wanted = memory_.rounded(needed + needed / 16);
  if (bytes() - memory_.committed() + wanted > limit_) return false;
  return memory_.commit(wanted);
}

// Twice as many chains, when there are more nodes than chains.
bool Dfa::grow_index() {
  const uint64_t chains = index_.size() * 2;
  if (bytes() + chains * sizeof(Ref) > limit_) return false;  // both are there for a moment
  std::vector<Ref> larger(chains, kReject);
  for (Ref ref : index_) {
    while (ref != kReject) {
      const Ref next = node(ref)[1];
      Ref& chain = larger[hash(ref) & (chains - 1)];
      node(ref)[1] = chain;
      chain = ref;
      ref = next;
    }
  }
  index_ = std::move(larger);
  return true;
}

bool Dfa::contains(StateView state, uint64_t hash) const {
  if (state.key > kLongest) return long_.find(state, hash) != kNoState;
  const auto root = roots_.find(state.key);
  if (root == roots_.end()) return false;
  Ref at = root->second;
  for (uint32_t i = 0; i < state.key && at != kReject; ++i) at = step(at, state.data[i]);
  return at != kReject;
}

Visit Dfa::visit(StateView state, uint64_t hash) {
  if (state.key > kLongest) {
    long_.set_memory_limit(limit_ > own_bytes() ? limit_ - own_bytes() : 0);
    const Insertion done = long_.insert(state, hash);
    return done.full ? Visit::full : done.inserted ? Visit::first : Visit::again;
  }
  const uint32_t length = state.key;
  const auto known = roots_.find(length);
  const Ref root = known == roots_.end() ? kReject : known->second;
  // The nodes that the state passes, as far as there are any.
  path_.clear();
  uint64_t words = 0;
  for (Ref at = root; path_.size() < length && at != kReject; at = step(at, state.data[path_.size() - 1])) {
    path_.push_back(at);
    words += words_for(std::min(edges_of(at) + 2, kMostEdges));
  }
  if (path_.size() == length && (length == 0 ? root : step(path_.back(), state.data[length - 1])) != kReject) {
    return Visit::again;
  }
  words += (length - path_.size()) * words_for(1);
  if (nodes_ + length > index_.size() && !grow_index()) return Visit::full;
  if (!make_room(words)) return Visit::full;
  Ref below = kAccept;
  for (uint32_t i = length; i-- > 0;) {
    edges_.clear();
    if (i < path_.size()) load(path_[i], edges_);
    redirect(edges_, state.data[i], below);
    below = intern(edges_);
  }
  if (length > 0) ++node(below)[0];
  roots_[length] = below;
  if (length > 0 && root != kReject) release(root);
  ++count_;
  return Visit::first;
}

}  // namespace gyre::store
