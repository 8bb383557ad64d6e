// The product of a model with a claim: a model itself, so that any search can run on it.
//
// A product state is the claim's state followed by the system's. From (s, q) the claim moves first, on s, then the
// system, as in SPIN; where the system cannot move it stutters, so that finite executions count as infinite ones.
#pragma once

#include <memory>
#include <vector>

#include "automata/automaton.h"
#include "vm/machine.h"

namespace gyre::engine {

// What a claim is, seen from the product.
class Claim {
 public:
  struct Move {
    uint32_t to = 0;
    bool completed = false;  // the claim has reached its end, or an assertion in it failed: a violation at once
  };
  virtual ~Claim() = default;
  virtual uint32_t initial() const = 0;
  virtual bool accepting(uint32_t state) const = 0;
  // Do its moves depend on the step that the system takes (moves(P)), not on its state alone?
  virtual bool watches_steps() const { return false; }
  // Moves on the state that `machine` expanded last.
  virtual void moves(vm::Machine& machine, uint32_t state, bool blocked, std::vector<Move>& out) = 0;
};

// A never claim of the model.
std::unique_ptr<Claim> make_never_claim(const ir::Program& program, int32_t process);
// An automaton whose atom i is Program::atoms[atoms[i]].
std::unique_ptr<Claim> make_automaton_claim(const ir::Program& program, automata::Automaton automaton,
                                            std::vector<uint32_t> atoms);
// Nothing but the accept labels of the processes (pan -a without a claim).
std::unique_ptr<Claim> make_true_claim();
// Some cycle without progress (pan -l).
std::unique_ptr<Claim> make_non_progress_claim();

class Product : public model::Model {
 public:
  // `labels`: accept labels of processes count as well as those of the claim. `stutter`: finite executions count as
  // infinite ones (for non-progress cycles SPIN does not do that).
  Product(vm::Machine& machine, Claim& claim, bool labels, bool stutter);

  void initial(model::SuccessorBuffer& out) override;
  void expand(StateView state, model::SuccessorBuffer& out) override;
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return machine_.shape(n); }

  // The system's choice behind each choice of the last expansion; kStutter: none.
  static constexpr uint32_t kStutter = ~uint32_t{0};
  const std::vector<uint32_t>& system_choices() const { return system_choices_; }

 private:
  static constexpr uint32_t kHead = 8;  // bytes of the claim's state in front
  bool claim_moves(uint32_t claim, bool blocked, model::SuccessorBuffer& out);
  void add_completed(model::SuccessorBuffer& out);
  void add_system(uint32_t successor, uint32_t claim, model::SuccessorBuffer& out);
  void add(StateView system, uint32_t claim, const model::Successor& step, model::SuccessorBuffer& out);

  vm::Machine& machine_;
  Claim& claim_;
  bool labels_;
  bool stutter_;
  model::SuccessorBuffer buffer_;
  std::vector<Claim::Move> moves_;
  std::vector<uint32_t> system_choices_;
};

}  // namespace gyre::engine
