// Executing a model by hand in several ways at once: a tree of executions, all of which are kept.
//
//   const gyre::Position start(model);
//   const gyre::Position left = start.take(0), right = start.take(1);
//
// A Stepper is one execution, forth and back; a Position is a point of it, of which others are made. A Position is
// immutable; copies share it, and those that are made of it share what lies before them. Any number of threads may use
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gyre/graph.h>
#include <gyre/stepper.h>

namespace gyre {

class Position {
 public:
  // The initial state.
  // REQUIRES: model.ok(); otherwise an Error is thrown.
  explicit Position(const Model& model);
  // The state after so many steps of an execution; in the middle of a rendezvous the one at its end.
  // REQUIRES: after <= trace.size(); otherwise an Error is thrown.
  Position(const Trace& trace, size_t after);

  // As those of a Stepper.
  std::vector<Value> state() const;
  std::vector<ProcessState> processes() const;
  Evaluated value(const Expression& expression, int32_t pid = -1) const;
  std::vector<Move> moves() const;
  size_t move_count() const;
  std::string move_text(size_t move) const;
  End end() const;
  std::string end_text() const;
  uint64_t steps() const;
  // The execution that leads here. Throws Error if that is not known (Neighbourhood).
  Trace trace() const;

  // What a move leads to.
  // REQUIRES: move < move_count(); otherwise an Error is thrown.
  Position take(size_t move) const;
  // The steps of the move that led here; empty: there was none.
  std::vector<Step> last() const;
  // A move chosen by chance: first who, then what, so that a process with many options does not crowd out the others.
  // Both are any numbers. REQUIRES: move_count() > 0; otherwise an Error is thrown.
  size_t pick(uint64_t who, uint64_t what) const;

  struct Impl;
  explicit Position(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// A piece of the state graph around a state. Inside an atomic sequence it is the state before the sequence: others are
// no nodes of the graph.
struct Neighbourhood {
  Graph graph;                      // complete: nothing is beyond its edge
  std::vector<Position> positions;  // of its nodes; the way to them is not known
  size_t center = 0;                // its node
};
// All that is at most `depth` transitions away, in the order of breadth-first search, and not more than so many states.
// Throws Error if the position has no state.
Neighbourhood neighbourhood(const Position& center, uint64_t depth, uint64_t most_states);

// Marks the nodes and edges of a graph that an execution goes through.
void mark_trail(Graph& graph, const Trace& trace);

}  // namespace gyre
