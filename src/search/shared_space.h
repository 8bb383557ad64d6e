// The states of a product, numbered, for several threads on one store: what product_space.h is for one. Each thread has
// a space of its own, with a product and a worker of the store. Nodes mean the same to all.
//
// All that an expansion leads to is staged, probed and committed together, so that the lines of memory that the answers
// need come at the same time, while the claim is asked for its moves.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "base/narrow.h"
#include "base/raw_vector.h"
#include "model/product.h"
#include "search/product_key.h"
#include "search/product_space.h"
#include "search/unfolding.h"
#include "store/concept.h"

namespace gyre::search {

template <store::SharedStore StoreT>
class SharedSpace {
 public:
  struct Edge {
    Node to = 0;
    uint32_t choice = 0;  // the arc's number
    bool accepting = false;
  };

  SharedSpace(model::Product& product, StoreT& store, Partition partition)
      : product_(product),
        worker_(store),
        partition_(partition),
        claims_(partition.claim_in_tail ? product.claim_states() : 1) {
    assert(claims_ > 0);
  }

  // 1: an edge to the initial node; 0: there is none; -1: no memory.
  int initial(Edge& out) {
    product_.initial(buffer_);
    if (buffer_.arcs.empty()) return 0;
    const model::Arc& arc = buffer_.arcs[0];
    const StateView state = buffer_.system.view(arc.successor);
    if (partition_.claim_in_tail) {
      if (!stage({}, state, buffer_.system.list[arc.successor].hash)) return -1;
    } else if (!stage_joined({}, state, buffer_.system.list[arc.successor].hash, arc.claim)) {
      return -1;
    }
    if (!commit_all()) return -1;
    out.choice = 0;
    out.accepting = arc.accepting;
    out.to = node_of(ids_[0], partition_.claim_in_tail ? arc.claim : 0);
    return 1;
  }

  // The edges that leave a node; `accepting` is what the edge to it said. False: no memory.
  bool expand(Node node, bool accepting, std::vector<Edge>& out) {
    const StateView here = worker_.recall(id_of(node), [this](uint32_t words) {
      if (words >= words_.capacity()) words_.reserve(words + 1);
      return words_.data();
    });
    const uint32_t tail = tail_of(node);
    uint32_t claim = tail % claims_;
    StateView system = here;
    if (!partition_.claim_in_tail) {
      claim = product_key::head_of(here);
      system = product_key::system_of(here, own_);
    }
    product_.expand_system(system, buffer_);
    if (partition_.claim_in_tail && !stage_successors(here)) return false;
    product_.add_arcs(system, claim, buffer_);
    const Copies copies(partition_.unfolding, buffer_, tail / claims_, accepting);
    if (partition_.claim_in_tail)
      keep_reached();
    else if (!stage_arcs(here, system))
      return false;
    if (!commit_all()) return false;
    out.clear();
    uint32_t joined = 0;
    for (uint32_t i = 0; i < buffer_.arcs.size(); ++i) {
      const model::Arc& arc = buffer_.arcs[i];
      if (arc.error != model::ErrorKind::none) continue;
      const uint32_t copy = copies.after(arc);
      Edge& edge = out.emplace_back();
      edge.choice = i;
      edge.accepting = arc.accepting && copy == 0;
      if (!partition_.claim_in_tail) {
        edge.to = node_of(ids_[joined++], copy);
      } else {
        const bool stutter = arc.successor == model::Arc::kStutter;
        const store::StateId id = stutter ? id_of(node) : ids_[staged_as_[arc.successor]];
        edge.to = node_of(id, copy * claims_ + arc.claim);
      }
    }
    return true;
  }
  // What the last expansion gave; an edge's choice is the number of its arc.
  const model::ProductBuffer& buffer() const { return buffer_; }

  typename StoreT::Worker& worker() { return worker_; }
  uint32_t largest() const { return largest_; }  // system state, in bytes

  static store::StateId id_of(Node node) { return node & store::kIdLimit; }
  static uint32_t tail_of(Node node) { return narrow<uint32_t>(node >> store::kLinkBits); }

 private:
  static constexpr uint32_t kNot = ~uint32_t{0};
  static constexpr uint32_t kMostTails = uint32_t{1} << (64 - store::kLinkBits);

  struct Arrival {
    store::Probe probe;
    uint64_t* words = nullptr;
    uint64_t offset = 0;  // of the words, as long as there may come more
    uint32_t key = 0, total = 0;

    StateView view() const { return {reinterpret_cast<const uint8_t*>(words), key, total}; }
  };

  static Node node_of(store::StateId id, uint32_t tail) {
    if (tail >= kMostTails) throw Error("too many processes and claim states for the fairness copies: --search scc");
    assert(id < store::kIdLimit);
    return id | (Node{tail} << store::kLinkBits);
  }

  bool stage_successors(StateView here) {
    const auto& list = buffer_.system.list;
    staged_as_.assign(list.size(), kNot);
    for (uint32_t i = 0; i < list.size(); ++i) {
      if (list[i].dead_end || (buffer_.system.reduced && list[i].pruned)) continue;
      staged_as_[i] = narrow<uint32_t>(arrivals_.size());
      if (!stage(here, buffer_.system.view(i), list[i].hash)) return false;
    }
    return true;
  }
  // Those to which no arc leads are not stored.
  void keep_reached() {
    reached_.assign(staged_as_.size(), false);
    for (const model::Arc& arc : buffer_.arcs) {
      if (arc.error == model::ErrorKind::none && arc.successor != model::Arc::kStutter) reached_[arc.successor] = true;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < staged_as_.size(); ++i) {
      assert(!reached_[i] || staged_as_[i] != kNot);
      if (!reached_[i]) continue;
      arrivals_[kept] = arrivals_[staged_as_[i]];
      staged_as_[i] = kept++;
    }
    arrivals_.resize(kept);
  }
  bool stage_arcs(StateView here, StateView system) {
    for (const model::Arc& arc : buffer_.arcs) {
      if (arc.error != model::ErrorKind::none) continue;
      const bool stutter = arc.successor == model::Arc::kStutter;
      const StateView state = stutter ? system : buffer_.system.view(arc.successor);
      const uint64_t hash = stutter ? hash_words(state.data, state.key) : buffer_.system.list[arc.successor].hash;
      if (!stage_joined(here, state, hash, arc.claim)) return false;
    }
    return true;
  }
  // A system state with the claim's state in front.
  bool stage_joined(StateView near, StateView system, uint64_t hash, uint32_t head) {
    const uint32_t bytes = (system.total + product_key::kHead + 7) & ~7u;
    key_.clear();
    uint8_t* const to = key_.extend(bytes);
    std::memset(to + bytes - 8, 0, 8);
    std::memcpy(to, &head, product_key::kHead);
    if (system.total != 0) std::memcpy(to + product_key::kHead, system.data, system.total);
    return stage(near, {to, system.key + product_key::kHead, system.total + product_key::kHead},
                 product_key::hash(hash, head));
  }
  bool stage(StateView near, StateView state, uint64_t hash) {
    Arrival& arrival = arrivals_.emplace_back();
    arrival.offset = pool_.size();
    arrival.key = state.key;
    arrival.total = state.total;
    // Another word behind a staged state is written.
    return worker_.stage(near, state, hash, arrival.probe, [this](uint32_t words) { return pool_.extend(words + 1); });
  }
  // The ids of what was staged, in that order.
  bool commit_all() {
    ids_.clear();
    const uint32_t in_front = partition_.claim_in_tail ? 0 : product_key::kHead;
    for (Arrival& arrival : arrivals_) {
      arrival.words = pool_.data() + arrival.offset;
      largest_ = std::max(largest_, arrival.total - in_front);
    }
    bool room = worker_.probe_batch(std::span(arrivals_));
    if (room && worker_.prefetches_entries()) {
      for (const Arrival& arrival : arrivals_) worker_.prefetch_entry(arrival.probe);
    }
    for (size_t i = 0; i < arrivals_.size() && room; ++i) {
      const store::Insertion done = worker_.commit(arrivals_[i].view(), arrivals_[i].probe, typename StoreT::Note{});
      ids_.push_back(done.id);
      room = !done.full;
    }
    arrivals_.clear();
    pool_.clear();
    return room;
  }

  model::Product& product_;
  typename StoreT::Worker worker_;
  const Partition partition_;
  const uint32_t claims_;
  uint32_t largest_ = 0;
  model::ProductBuffer buffer_;
  RawVector<uint64_t> words_;  // of the state that is expanded
  std::vector<uint8_t> own_;
  RawVector<uint8_t> key_;
  std::vector<Arrival> arrivals_;
  RawVector<uint64_t> pool_;  // their words
  std::vector<store::StateId> ids_;
  // By system successor: which of the arrivals it is, and whether an arc leads to it.
  std::vector<uint32_t> staged_as_;
  std::vector<char> reached_;
};

}  // namespace gyre::search
