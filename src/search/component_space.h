// What the parts of the component search share: the nodes of a product with their numbers.
//
// A node's number is its place among the nodes that are not finished yet, from 1 on, so that the nodes of the component
// in progress are those with a number at or above its root's.
#pragma once

#include <cstdint>
#include <vector>

#include "search/product_space.h"

namespace gyre::search {

struct ComponentNote {
  uint32_t number = 0;
  static constexpr uint32_t kFresh = 0;
  static constexpr uint32_t kMost = ~uint32_t{0} - 2;
  static constexpr uint32_t kRegion = ~uint32_t{0} - 1;  // waits to be decomposed again
  static constexpr uint32_t kDone = ~uint32_t{0};
};

template <store::Store StoreT>
class ComponentSpace : public ProductSpace<StoreT> {
 public:
  using Edge = typename ProductSpace<StoreT>::Edge;
  ComponentSpace(model::Product& product, StoreT& store)
      : ProductSpace<StoreT>(product, store, {.claim_in_tail = false}), store_(store) {}
  uint32_t& number(Node node) { return store_.note(node).number; }
  // In the component whose root has number `root`, while that is the last one in progress.
  bool inside(Node node, uint32_t root) {
    const uint32_t n = number(node);
    return n >= root && n <= ComponentNote::kMost;
  }

 private:
  StoreT& store_;
};

}  // namespace gyre::search
