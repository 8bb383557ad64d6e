// What a walk round a part of a LassoGraph still owes, as bits: the acceptance sets that it has not met and the units
// that it has not treated fairly, so far.
//
// Weak fairness and impartiality ask for the units that are enabled (that live) in every node of the walk and have not
// moved; those can only be units of the node where it begins, and they become fewer. Strong fairness asks for the units
// that were enabled in some node and have not moved: there are two bits for each, that it has not moved, and that it is
// owed a move. In any case a walk that has a subset of another's bits owes no more, and never will, whichever way both
// go on: that is what a search for the shortest walk needs to know.
#pragma once

#include <cstdint>
#include <vector>

#include "search/lasso_graph.h"

namespace gyre::search {

class Demands {
 public:
  using Index = LassoGraph::Index;
  using Word = uint64_t;
  // For whoever walks: set until it is decided where the cycle is entered.
  static constexpr Word kNotEntered = 1;

  Demands(const LassoGraph& graph, uint64_t all_marks);

  // Walks are in this part from now on.
  void enter(const std::vector<Index>& part);
  // They begin in node x: words() may change. `bits` is what is owed there.
  void begin(Index x, std::vector<Word>& bits);
  // The same with every unit owed that is enabled somewhere in the part.
  void begin_with_all(Index x, std::vector<Word>& bits);

  size_t words() const { return words_; }
  size_t count() const { return 1 + marks_.size() + owed_.size(); }
  // From the words of a walk to those of the walk that goes on along an edge.
  void take(const Word* from, Index e, Word* to);
  // So many steps there will be at least: each moves a few units, and some units will have to move.
  uint64_t least_steps(const Word* bits) const;
  // Whether something is owed before the edge, but not behind it.
  bool settles(const Word* bits, Index e);
  // Nothing is owed.
  bool settled(const Word* bits) const {
    Word any = 0;
    for (size_t i = 0; i < open_words_; ++i) any |= bits[i];
    return any == 0;
  }

 private:
  static bool get(const Word* bits, size_t i) { return ((bits[i / 64] >> (i % 64)) & 1) != 0; }
  static void set(Word* bits, size_t i) { bits[i / 64] |= Word{1} << (i % 64); }
  static void clear(Word* bits, size_t i) { bits[i / 64] &= ~(Word{1} << (i % 64)); }
  size_t owed(uint32_t local) const { return 1 + marks_.size() + local; }
  size_t unmoved(uint32_t local) const { return open_words_ * 64 + local; }
  bool strong() const { return traits(graph_.fairness()).somewhere(); }
  void watch(std::vector<uint32_t> units);
  void clean(std::vector<Word>& bits) const;
  void arrive(Index node, Word* bits);

  const LassoGraph& graph_;
  std::vector<uint64_t> marks_;  // each acceptance set that is wanted
  std::vector<uint32_t> owed_;   // the units that have bits,
  std::vector<uint32_t> local_;  // and which ones: of each unit
  size_t open_words_ = 1;
  size_t words_ = 1;
  std::vector<Word> keep_;
  std::vector<Word> must_;        // the units that will have to move, if they are owed something
  std::vector<uint32_t> always_;  // units that are enabled in all nodes of the part
  uint32_t most_moved_ = 1;       // units in one step of the part
};

}  // namespace gyre::search
