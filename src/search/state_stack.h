// Whole states that wait to be expanded, the last one first, for searches whose store cannot give states back.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>

#include "base/state_view.h"
#include "search/word_blocks.h"

namespace gyre::search {

class StateStack {
 public:
  struct Item {
    StateView state;
    uint64_t depth = 0;    // in steps, by the way on which it was reached
    uint32_t origin = 0;   // the node of the state whose successor it is (path_tree.h)
    uint32_t choice = 0;   // the number of the successor
    bool visited = false;  // it is not new, but a second look is wanted
  };

  bool empty() const { return blocks_.empty(); }

  // The state may lie in an item that was popped, if nothing was pushed since.
  void push(const Item& item) {
    assert(item.state.key <= item.state.total);
    const size_t state_words = (size_t{item.state.total} + 7) / 8;
    uint64_t* at = blocks_.push(state_words + kHeader);
    std::memcpy(at, item.state.data, state_words * 8);
    const Header header{item.depth, item.visited, item.origin, item.choice, item.state.key, item.state.total};
    std::memcpy(at + state_words, &header, sizeof header);
  }

  // Takes the top one away; its bytes stay until the next push.
  Item pop() {
    assert(!empty());
    Header header;
    std::memcpy(&header, blocks_.end() - kHeader, sizeof header);
    const uint64_t* at = blocks_.pop((size_t{header.total} + 7) / 8 + kHeader);
    Item item;
    item.state = {reinterpret_cast<const uint8_t*>(at), header.key, header.total};
    item.depth = header.depth;
    item.origin = header.origin;
    item.choice = header.choice;
    item.visited = header.visited != 0;
    return item;
  }

  uint64_t bytes() const { return blocks_.bytes(); }

 private:
  struct Header {
    uint64_t depth : 63;
    uint64_t visited : 1;
    uint32_t origin, choice, key, total;
  };
  static constexpr size_t kHeader = sizeof(Header) / 8;  // words
  static_assert(sizeof(Header) % 8 == 0);

  WordBlocks blocks_;
};

}  // namespace gyre::search
