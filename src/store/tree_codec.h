// The tree of the tree store (tree_nodes.h) as a codec: what is left of a state is its root, two numbers. States share
// their parts, which stay in the array of nodes for good. As in that store, states with the same key have as many
// hidden bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "store/codec.h"
#include "store/tree.h"
#include "store/tree_nodes.h"

namespace gyre::store {

class TreeCodec : public Codec {
 public:
  // The shapes of states are of no use here: a tree is made of any bytes.
  explicit TreeCodec(const Shapes& = {}, uint32_t = 0) {}

  StateView find(StateView state) override { return write(state, nodes_.find(state)); }
  StateView add(StateView state, uint64_t budget) override { return write(state, nodes_.add(state, budget)); }
  StateView decode(StateView code) override {
    const uint8_t* at = code.data;
    TreeNodes::Root root;
    root.left = narrow<uint32_t>(get_varint(at));
    root.right = narrow<uint32_t>(get_varint(at));
    return with_hidden(nodes_.unfold(root), at, state_);
  }
  uint64_t bytes() const override { return nodes_.bytes(); }

 private:
  StateView write(StateView state, TreeNodes::Root root) {
    if (root.left == 0) return {};
    code_.clear();
    put_varint(code_, root.left);
    put_varint(code_, root.right);
    const auto key = narrow<uint32_t>(code_.size());
    code_.insert(code_.end(), state.data + state.key, state.data + state.total);
    return {code_.data(), key, narrow<uint32_t>(code_.size())};
  }

  TreeNodes nodes_{TreeOptions{}};
  std::vector<uint8_t> code_;
  std::vector<uint64_t> state_;
};

}  // namespace gyre::store
