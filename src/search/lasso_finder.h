// The shortest fair lasso of a LassoGraph: the smallest stem + cycle, in steps.
//
// Every fair accepting cycle has a step in some acceptance set, so from each node x with such a step (of the set that
// has the fewest; from each node if there is no set) the shortest walk back to x is looked for that owes nothing
// (search/demands.h) and is entered somewhere: a walk pays for its stem once, at the node of its choice. That is A*,
// over pairs of node and demands, with the way home as its estimate, which is exact where nothing is owed. A pair that
// is reached in more steps, owing no less, is dropped. What was begun at x is finished then: its steps in the set are
// taken out, and with the nearest x first the cycles that are left are found once, not once for each of their nodes.
//
// There may be exponentially many demands. A search that has seen kMostAtOnce pairs from one x, or has worked for some
// seconds in all (kMostWork, in comparisons of demands), gives up, and what it has found so far need not be the
// shortest.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "search/demands.h"
#include "search/lasso_graph.h"

namespace gyre::search {

class LassoFinder {
 public:
  using Index = LassoGraph::Index;
  using Pause = std::function<bool(const LassoFinder&)>;  // asked now and then; false: the search has to end
  struct Lasso {
    uint64_t length = LassoGraph::kFar;
    Index entry = LassoGraph::kNone;
    std::vector<Index> cycle;         // edges, from the entry on
    Index early = LassoGraph::kNone;  // for the first of them, where the stem ends (LassoGraph::early)
  };

  static constexpr uint64_t kMostAtOnce = uint64_t{1} << 22;
  static constexpr uint64_t kMostWork = uint64_t{1} << 28;

  LassoFinder(const LassoGraph& graph, uint64_t all_marks, Pause pause, uint64_t most = kMostWork);

  // Some lasso with a cycle in this part of the graph: from its nearest node on to the nearest step that settles
  // something, until nothing is owed, then home. There always is one.
  Lasso near(const std::vector<Index>& part);
  // Makes `best` a lasso of the part if that has one which is shorter. False: it did not come to its end.
  bool improve(const std::vector<Index>& part, Lasso& best);

  uint64_t bytes() const;

 private:
  static constexpr uint64_t kWorkOfLabel = 8;
  static constexpr uint32_t kPause = 1024;  // labels
  using Word = Demands::Word;
  struct Label {
    uint64_t steps;
    Index node;
    Index edge;    // by which; kNone: it was entered here
    Index parent;  // a label
    Index next;    // of the same node
  };
  struct Item {
    uint64_t estimate;  // of the whole lasso
    Index label;
    bool operator>(const Item& other) const { return estimate > other.estimate; }
  };
  template <class T>
  using Queue = std::priority_queue<T, std::vector<T>, std::greater<>>;
  // How far it is home from a node: for a walk that has been entered, and for one that has not, with its stem.
  struct Home {
    uint64_t entered = LassoGraph::kFar;
    uint64_t not_entered = LassoGraph::kFar;
  };

  std::vector<Index> starts(const std::vector<Index>& part);
  bool usable(Index e) const;
  void measure_homes(Index x, uint64_t bound);
  bool search_from(Index x, Lasso& best);
  bool expand(Index label, bool first, uint64_t bound);
  bool enter_early(Index label, Index e, uint64_t bound);
  bool reach(Index node, Index edge, Index parent, uint64_t steps, uint64_t bound);
  bool dominated(Index node, uint64_t steps);
  Index add(Index node, Index edge, Index parent, uint64_t steps);
  Lasso lasso_of(Index label) const;
  bool walk(Index& at, std::vector<Index>& out, Index home);
  const Word* bits(Index label) const { return words_.data() + size_t{label} * demands_.words(); }

  const LassoGraph& graph_;
  Demands demands_;
  const uint64_t all_marks_;
  const Pause pause_;
  const uint64_t most_;
  uint64_t work_ = 0;
  uint32_t until_pause_ = kPause;
  bool by_demands_ = true;  // there may be exponentially many, so that they are counted
  uint64_t set_ = 0;        // the acceptance set in which walks begin; 0: there is none
  std::vector<char> done_;  // walks were begun at this node
  std::vector<Home> homes_;
  std::vector<Index> head_;     // labels of each node
  std::vector<Index> touched_;  // nodes of which homes_ or head_ know something
  std::vector<Label> labels_;
  std::vector<Word> words_;  // of the labels
  std::vector<Word> next_;   // of a label to be
  Queue<Item> queue_;
  std::vector<Index> parents_;  // of a breadth-first walk: edges
};

}  // namespace gyre::search
