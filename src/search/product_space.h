// The states of a product, numbered: a *node* is the id of a stored state and a tail.
//
// What makes a product state is divided into a head, which the store keeps, and a tail, for which there is a bit array
// beside it (hybrid storage, Godefroid & Holzmann 1993, section 4). The claim's state is in the one or in the other;
// the copies of the fairness construction (unfolding.h) are always in the tail: the states of the system are never
// copied.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/narrow.h"
#include "model/product.h"
#include "search/probes.h"
#include "search/product_key.h"
#include "search/tails.h"
#include "search/unfolding.h"
#include "store/concept.h"

namespace gyre::search {

using Node = uint64_t;

struct Partition {
  bool claim_in_tail = true;
  Unfolding unfolding = Unfolding::none;  // for fairness
};

template <store::Store StoreT>
class ProductSpace {
 public:
  struct Edge {
    Node to = 0;
    uint32_t choice = 0;  // the arc's number
    bool accepting = false;
    uint16_t steps = 0;  // of the arc; kManySteps: so many, or more
  };

  ProductSpace(model::Product& product, StoreT& store, Partition partition)
      : product_(product),
        store_(store),
        partition_(partition),
        claims_(partition.claim_in_tail ? product.claim_states() : 1) {
    assert(claims_ > 0);
  }

  static constexpr uint16_t kManySteps = 0xffff;

  static store::StateId state_of(Node node) { return node & store::kIdLimit; }
  static uint32_t tail_of(Node node) { return narrow<uint32_t>(node >> store::kLinkBits); }

  // The system's part of a stored state, where the claim's state is in front.
  static StateView system_part(StateView state) {
    using product_key::kHead;
    return {state.data + kHead, state.key - kHead, state.total - kHead};
  }

  // 1: an edge to the initial node; 0: there is none; -1: no memory.
  int initial(Edge& out) {
    product_.initial(buffer_);
    if (buffer_.arcs.empty()) return 0;
    out.choice = 0;
    out.accepting = buffer_.arcs[0].accepting;
    if (partition_.claim_in_tail) ask_for_successors();
    return reach(0, 0, 0, out.to) ? 1 : -1;
  }

  // The edges that leave a node; `accepting` is what the edge to it said. `demon` becomes part of the stored key where
  // a search keeps its own bit there. False: no memory.
  bool expand(Node node, bool accepting, std::vector<Edge>& out, bool demon = false) {
    StateView state = store_.get(state_of(node));
    uint32_t claim = tail_of(node) % claims_;
    const uint32_t copy = tail_of(node) / claims_;
    if (!partition_.claim_in_tail) {
      claim = product_key::head_of(state) & ~product_key::kDemon;
      state = product_key::system_of(state, own_);
    } else {
      own_.assign(state.data, state.data + ((state.total + 7) & ~7u));
      state.data = own_.data();
    }
    system_ = state;
    product_.expand_system(state, buffer_);
    if (partition_.claim_in_tail) ask_for_successors();
    product_.add_arcs(state, claim, buffer_);
    const Copies copies(partition_.unfolding, buffer_, copy, accepting);
    if (!partition_.claim_in_tail) ask_for_arcs(demon);
    follow_up_all();
    out.clear();
    for (uint32_t i = 0; i < buffer_.arcs.size(); ++i) {
      const model::Arc& arc = buffer_.arcs[i];
      if (arc.error != model::ErrorKind::none) continue;
      const uint32_t next = copies.after(arc);
      // Member by member: a copy of an edge that was just written in parts has to wait for these.
      Edge& edge = out.emplace_back();
      edge.choice = i;
      edge.accepting = arc.accepting && next == 0;
      edge.steps = narrow<uint16_t>(std::min<uint32_t>(buffer_.steps(arc), kManySteps));
      if (!reach(i, next, node, edge.to, demon)) return false;
    }
    return true;
  }
  // What the last expansion gave; an edge's choice is the number of its arc.
  const model::ProductBuffer& buffer() const { return buffer_; }
  // The system's state that was expanded last.
  StateView system() const { return system_; }
  // The node with the demon's bit set in the key.
  bool with_demon(Node node, Node& out) {
    assert(!partition_.claim_in_tail);
    const StateView state = store_.get(state_of(node));
    const uint32_t claim = product_key::head_of(state);
    const StateView system = product_key::system_of(state, own_);
    const store::Insertion i = put(system, hash_words(system.data, system.key), claim | product_key::kDemon);
    out = i.id;
    return !i.full;
  }

  uint32_t largest() const { return largest_; }

 private:
  static constexpr uint32_t kMostTails = uint32_t{1} << (64 - store::kLinkBits);
  // A store of more than this does not lie in the processor's caches, and what is compared is fetched ahead.
  static constexpr uint64_t kNear = uint64_t{16} << 20;

  // Stores a system state with the claim's state in front; `hash` is that of the system state.
  store::Insertion put(StateView system, uint64_t hash, uint32_t head) {
    return store_.insert(product_key::join(system, head, key_), product_key::hash(hash, head));
  }

  static uint32_t head_of(const model::Arc& arc, bool demon) { return arc.claim | (demon ? product_key::kDemon : 0); }

  // Begins to fetch what reach() will read. Where the claim is in the tail a system state is looked up once, however
  // many arcs lead to it.
  void ask_for_successors() {
    hashes_.clear();
    reached_.assign(buffer_.system.list.size(), store::kNoState);
    for (const model::Successor& s : buffer_.system.list) {
      if (!s.dead_end) ask(s.hash);
    }
  }
  void ask_for_arcs(bool demon) {
    hashes_.clear();
    for (const model::Arc& arc : buffer_.arcs) {
      if (arc.successor != model::Arc::kStutter)
        ask(product_key::hash(buffer_.system.list[arc.successor].hash, head_of(arc, demon)));
    }
  }
  GYRE_PREFETCHES void ask(uint64_t hash) {
    store_.prefetch(hash);
    hashes_.push_back(hash);
  }
  void follow_up_all() {
    if (hashes_.size() < 2 || store_.bytes() < kNear) return;
    for (const uint64_t hash : hashes_) follow_up(store_, hash);
  }

  // Of a store that forgets: whoever gets the edges holds the nodes that they lead to, one by one, and has to release
  // them.
  void hold(store::StateId id) {
    if constexpr (store::HoldingStore<StoreT>) store_.hold(id);
  }

  // `from` is the node that was expanded, where a stuttering step stays.
  bool reach(uint32_t number, uint32_t copy, Node from, Node& out, bool demon = false) {
    const model::Arc& arc = buffer_.arcs[number];
    const bool stutter = arc.successor == model::Arc::kStutter;
    const uint32_t tail = partition_.claim_in_tail ? copy * claims_ + arc.claim : copy;
    if (tail >= kMostTails) throw Error("too many processes and claim states for the fairness copies: --search scc");
    if (partition_.claim_in_tail) {
      store::StateId id = stutter ? state_of(from) : reached_[arc.successor];
      if (id != store::kNoState) {
        hold(id);
      } else {
        const StateView state = buffer_.system.view(arc.successor);
        const store::Insertion i = store_.insert(state, buffer_.system.list[arc.successor].hash);
        if (i.full) return false;
        if (state.total > largest_) largest_ = state.total;
        id = reached_[arc.successor] = i.id;
      }
      assert(id < store::kIdLimit);
      out = id | (Node{tail} << store::kLinkBits);
      return true;
    }
    const StateView state = stutter ? system_ : buffer_.system.view(arc.successor);
    const uint64_t hash = stutter ? hash_words(state.data, state.key) : buffer_.system.list[arc.successor].hash;
    const store::Insertion i = put(state, hash, head_of(arc, demon));
    if (i.full) return false;
    if (state.total > largest_) largest_ = state.total;
    assert(i.id < store::kIdLimit);
    out = i.id | (Node{tail} << store::kLinkBits);
    return true;
  }

  model::Product& product_;
  StoreT& store_;
  Partition partition_;
  uint32_t claims_;
  uint32_t largest_ = 0;
  model::ProductBuffer buffer_;
  StateView system_;
  std::vector<uint8_t> own_;
  std::vector<uint8_t> key_;
  std::vector<uint64_t> hashes_;         // of what the arcs lead to
  std::vector<store::StateId> reached_;  // by system successor, as soon as some arc has led there
};

// Two bits per node: in the store's note where the tail is short, else in Tails.
struct TailNote {
  uint8_t bits[1] = {};
  static constexpr uint32_t kIndices = 4;
};
struct WideTailNote {
  uint8_t bits[8] = {};
  static constexpr uint32_t kIndices = 32;
};

template <store::Store StoreT>
class Colours {
 public:
  explicit Colours(StoreT& store) : store_(store) {}

  uint8_t get(Node node) {
    const uint32_t tail = narrow<uint32_t>(node >> store::kLinkBits);
    const store::StateId id = node & store::kIdLimit;
    if (tail >= StoreT::Note::kIndices) return tails_.get(id, tail - StoreT::Note::kIndices);
    return bit_pair(store_.note(id).bits[tail / 4], tail);
  }
  void set(Node node, uint8_t value) {
    const uint32_t tail = narrow<uint32_t>(node >> store::kLinkBits);
    const store::StateId id = node & store::kIdLimit;
    if (tail >= StoreT::Note::kIndices) return tails_.set(id, tail - StoreT::Note::kIndices, value);
    set_bit_pair(store_.note(id).bits[tail / 4], tail, value);
  }
  uint64_t bytes() const { return tails_.bytes(); }

 private:
  StoreT& store_;
  Tails tails_;
};

// Of a store that forgets, which has a place for them.
template <store::HoldingStore StoreT>
class Colours<StoreT> {
 public:
  explicit Colours(StoreT& store) : store_(store) {}

  uint8_t get(Node node) const { return store_.result(node & store::kIdLimit, tail_of(node)); }
  void set(Node node, uint8_t value) { store_.set_result(node & store::kIdLimit, tail_of(node), value); }
  uint64_t bytes() const { return 0; }

 private:
  static uint32_t tail_of(Node node) { return narrow<uint32_t>(node >> store::kLinkBits); }
  StoreT& store_;
};

}  // namespace gyre::search
