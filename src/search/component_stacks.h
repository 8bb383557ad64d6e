// The stacks of the search for components, as small as they can be without a loss.
//
// A state on the path has a frame of 12 bytes, 8 among the live states, and 5 for its component as long as that is its
// own; an edge that has not been followed yet takes 12 bytes, and none once it is. What is needed rarely lies beside
// them, on stacks that stay empty otherwise: acceptance sets if there are more than three, and which processes are
// treated fairly if there is fairness to be decided. (As plain structs these were 32, 8, 56 and 32 bytes, and edges
// stayed until their state was left.)
//
// Edges are pushed in reverse, so that those of a frame are followed in the order of the model.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/narrow.h"
#include "search/top_stack.h"
#include "store/concept.h"

namespace gyre::search {

// What a step or a component has of what is needed: acceptance sets, and processes as bits. A process that is treated
// fairly is in `fair`: it moves, or (unless fairness is strong) cannot. One that must be is in `wanted`.
struct Merits {
  uint64_t marks = 0;
  uint64_t fair = 0;
  uint64_t wanted = 0;
  void add(const Merits& other) {
    marks |= other.marks;
    fair |= other.fair;
    wanted |= other.wanted;
  }
};

// One decomposition: of the whole product, or of what is left of a component.
class ComponentStacks {
 public:
  using Node = store::StateId;

  struct Edge {
    Node to = 0;
    uint32_t choice = 0;
    Merits merits;  // none wanted
  };
  struct Frame {
    uint32_t number;
    uint32_t choice;  // of the edge that leads to it
    uint32_t left;    // edges that are still to be followed
  };
  struct Root {
    uint32_t number = 0;
    bool cyclic = false;
    Merits inside;
    Merits incoming;  // of the edge that leads to it
  };

  // `fair`: processes are looked at. `base`: numbers up to it belong to others.
  ComponentStacks(uint64_t all_marks, bool fair, uint32_t base)
      : base_(base), many_marks_(all_marks >> kInline != 0), fair_(fair) {}

  bool empty() const { return frames_.empty() && live_.empty() && roots_.empty(); }

  // Live nodes, by their numbers.
  uint32_t base() const { return base_; }
  uint64_t last_number() const { return base_ + live_.size(); }
  Node node(uint64_t number) const { return live_[number - base_ - 1]; }
  void push_live(Node node) { live_.push(node); }
  void pop_live() { live_.pop(); }

  // The path. A frame is pushed before its edges.
  uint64_t depth() const { return frames_.size(); }
  const Frame& frame(uint64_t at) const { return frames_[at]; }
  Frame& top() { return frames_.top(); }
  void push_frame(uint32_t number, uint32_t choice) { frames_.push({number, choice, 0}); }
  void pop_frame() {
    assert(frames_.top().left == 0);
    frames_.pop();
  }

  // The edges of the frame on the top, last one first.
  [[gnu::always_inline]] void push_edge(Node to, uint32_t choice, uint64_t marks, uint64_t fair) {
    assert(to < (Node{1} << store::kIdBits));
    PackedEdge edge;
    edge.to = to & ((Node{1} << store::kIdBits) - 1);
    edge.marks = marks & kInlineMask;
    edge.choice = choice;
    edges_.push(edge);
    if (many_marks_) edge_marks_.push(marks);
    if (fair_) edge_fair_.push(fair);
    ++frames_.top().left;
  }
  [[gnu::always_inline]] Edge pop_edge() {
    assert(frames_.top().left > 0);
    --frames_.top().left;
    const PackedEdge& top = edges_.top();
    Edge edge{top.to, top.choice, {top.marks, 0, 0}};
    edges_.pop();
    if (many_marks_) edge.merits.marks = taken(edge_marks_);
    if (fair_) edge.merits.fair = taken(edge_fair_);
    return edge;
  }

  // The components in progress.
  uint32_t root_number() { return roots_.top().number; }
  bool has_roots() const { return !roots_.empty(); }
  void push_root(uint32_t number, const Merits& incoming) {
    PackedRoot root;
    root.number = number;
    root.incoming = incoming.marks & kInlineMask;
    roots_.push(root);
    if (many_marks_) root_marks_.push({0, incoming.marks});
    if (fair_) root_fair_.push({0, 0, incoming.fair});
  }
  // What the root on the top, a single node, has to treat fairly.
  void want(uint64_t processes) {
    if (fair_) root_fair_.top().wanted = processes;
  }
  Root root() {
    const PackedRoot& top = roots_.top();
    Root out{top.number, top.cyclic != 0, {top.inside, 0, 0}, {top.incoming, 0, 0}};
    if (many_marks_) {
      out.inside.marks = root_marks_.top().inside;
      out.incoming.marks = root_marks_.top().incoming;
    }
    if (fair_) {
      out.inside.fair = root_fair_.top().inside;
      out.inside.wanted = root_fair_.top().wanted;
      out.incoming.fair = root_fair_.top().incoming;
    }
    return out;
  }
  // Takes the root on the top away, and adds what its component and the edge to it have.
  void take_root(Merits& to) {
    const Root top = root();
    to.add(top.inside);
    to.add(top.incoming);
    pop_root();
  }
  // The component on the top has a cycle, on which is this; the answer: all that it has.
  Merits join(const Merits& more) {
    PackedRoot& top = roots_.top();
    top.cyclic = 1;
    top.inside |= more.marks & kInlineMask;
    Merits all{top.inside, 0, 0};
    if (many_marks_) all.marks = root_marks_.top().inside |= more.marks;
    if (fair_) {
      all.fair = root_fair_.top().inside |= more.fair;
      all.wanted = root_fair_.top().wanted |= more.wanted;
    }
    return all;
  }
  void pop_root() {
    roots_.pop();
    if (many_marks_) root_marks_.pop();
    if (fair_) root_fair_.pop();
  }

  uint64_t bytes() const {
    return sum([](const auto& stack) { return stack.bytes(); });
  }
  // The most that each of the stacks has had.
  uint64_t most_bytes() const {
    return sum([](const auto& stack) { return stack.most_bytes(); });
  }

 private:
  static constexpr unsigned kInline = 3;  // acceptance sets that edges and roots hold themselves
  static constexpr uint64_t kInlineMask = (uint64_t{1} << kInline) - 1;

  struct [[gnu::packed]] PackedEdge {
    uint64_t to : store::kIdBits;
    uint64_t marks : 64 - store::kIdBits;
    uint32_t choice;
  };
  static_assert(sizeof(PackedEdge) == 12 && kInline <= 64 - store::kIdBits);
  struct [[gnu::packed]] PackedRoot {
    uint32_t number = 0;
    uint8_t cyclic : 1 = 0;
    uint8_t inside : kInline = 0;
    uint8_t incoming : kInline = 0;
  };
  static_assert(sizeof(PackedRoot) == 5);
  struct RootMarks {
    uint64_t inside = 0;
    uint64_t incoming = 0;
  };
  struct RootFair {
    uint64_t inside = 0;
    uint64_t wanted = 0;
    uint64_t incoming = 0;
  };
  template <class T>
  using Stack = TopStack<T>;  // there are many decompositions, and most are small

  template <class Bytes>
  uint64_t sum(Bytes of) const {
    return of(live_) + of(frames_) + of(edges_) + of(roots_) + of(edge_marks_) + of(edge_fair_) + of(root_marks_) +
           of(root_fair_);
  }
  static uint64_t taken(Stack<uint64_t>& stack) {
    const uint64_t value = stack.top();
    stack.pop();
    return value;
  }

  uint32_t base_;
  bool many_marks_;
  bool fair_;
  Stack<Node> live_;
  Stack<Frame> frames_;
  Stack<PackedEdge> edges_;
  Stack<PackedRoot> roots_;
  Stack<uint64_t> edge_marks_;
  Stack<uint64_t> edge_fair_;
  Stack<RootMarks> root_marks_;
  Stack<RootFair> root_fair_;
};

}  // namespace gyre::search
