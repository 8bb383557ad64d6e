// Trying: the tree of what was done by hand. A node is a state that moves have led to.
//
// Any number of threads may use a Tree. Parents are older than their children: the oldest nodes go first, and what
// remains can go on all the same.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <gyre/gyre.h>

#include "serve/json.h"
#include "serve/model_file.h"
#include "serve/numbered.h"

namespace gyre::serve {

// The model that a tree begins with.
struct TreeSource {
  Model model;
  Snapshot source;
};

class Tree {
 public:
  static constexpr size_t kMost = 10'000;
  static constexpr int64_t kMostSteps = 5'000;  // of one random walk

  struct Node {
    Position position;
    std::shared_ptr<const TreeSource> source;
    std::optional<int64_t> parent;
    std::string text;  // what led here, in a line

    mutable std::mutex mutex;
    std::map<size_t, int64_t> children;  // by move

    Node(Position p, std::shared_ptr<const TreeSource> s, std::optional<int64_t> from, std::string t)
        : position(std::move(p)), source(std::move(s)), parent(from), text(std::move(t)) {}
  };

  int64_t add_root(Position position, TreeSource source, std::string text);
  std::shared_ptr<Node> get(int64_t id) const { return nodes_.get(id); }
  // The child of a move; made if there is none. Throws Refusal if there is no such move.
  int64_t take(int64_t id, size_t move);
  // Goes on by chance, at most so many moves, until an end or until `done` says so.
  std::vector<int64_t> walk(int64_t id, uint64_t moves, uint64_t seed,
                            const std::function<bool(const Position&)>& done);

  Json node_json(int64_t id) const;
  // [{node, parent, text}], oldest first.
  Json all() const;

 private:
  Numbered<Node> nodes_{"node", kMost};
};

}  // namespace gyre::serve
