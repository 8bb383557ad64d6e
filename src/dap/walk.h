// The run that a debugger shows: along a trail, or by choices from some state on; forth and back.
//
// A trail is followed as data (the Trace), which is fast and exact. Where another move is chosen than the trail's the
// run forks: from there on a Stepper executes. Who goes back behind the fork is on the trail again. The cycle of an
// infinite counterexample is gone round for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gyre/gyre.h>

namespace gyre::dap {

// What is done at once: a step, or the two of a rendezvous.
using Steps = std::vector<Step>;

class Walk {
 public:
  // From the initial state. A guide is an execution of this model.
  explicit Walk(const Model& model, std::optional<Trace> guide = {});

  // The state.
  std::vector<Value> state() const;
  std::vector<ProcessState> processes() const;
  Evaluated value(const Expression& expression, int32_t pid) const;
  std::vector<Atom> atoms() const;  // of the guide's formula; empty off the guide

  // How many steps lead here; those of former rounds of a cycle do not count.
  size_t position() const;
  uint64_t round() const { return round_; }  // of the guide's cycle, from 0
  bool has_guide() const { return guide_.has_value(); }
  bool on_guide() const { return !forked_; }
  const Trace& guide() const { return *guide_; }
  // The steps of which is known that they come at that position, on the guide or done before; none: they are not known.
  Steps known(size_t position) const;
  size_t known_size() const;

  // What the guide does next; empty: it is left, or at its end.
  Steps next() const;
  // What has led here; empty: nothing was done.
  Steps last() const;

  // All that can be done here.
  const std::vector<Move>& moves();
  size_t move_count() { return stepper().move_count(); }
  std::string move_text(size_t move);
  // The move that makes these steps; none: no move does.
  std::optional<size_t> find(const Steps& steps);

  // Does a move, and returns its steps. What the guide does next is taken from it, anything else is a fork.
  Steps take(size_t move);
  // What the guide does next. REQUIRES: !next().empty()
  Steps follow();
  // Undoes the last move and returns its steps; empty: there is none.
  Steps back();
  // Back, or along the guide, to a position. REQUIRES: position <= known_size().
  void go_to(size_t position);

  End end();
  std::string end_text();
  // The run so far.
  Trace trace();

 private:
  Stepper& stepper();  // that is here; made if there is none
  bool is_next_of_guide(const Move& move) const;

  const Model model_;
  const std::optional<Trace> guide_;
  size_t at_ = 0;  // on the guide
  uint64_t round_ = 0;
  bool forked_ = false;
  size_t fork_ = 0;                                           // where the guide was left
  std::vector<Steps> done_;                                   // since then
  size_t done_steps_ = 0;                                     // of all of them
  std::shared_ptr<Steps> heard_ = std::make_shared<Steps>();  // what the stepper has told
  std::unique_ptr<Stepper> stepper_;                          // here, if there is one
  std::optional<std::vector<Move>> moves_;
};

}  // namespace gyre::dap
