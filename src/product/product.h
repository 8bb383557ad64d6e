// The product of a model with a claim.
//
// From (s, q) the claim moves first, on s, then the system, as in SPIN; where the system cannot move it stutters, so
// that finite executions count as infinite ones.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "automata/automaton.h"
#include "ir/program.h"
#include "model/observer.h"
#include "model/product.h"

namespace gyre::product {

// What a claim is, seen from the product.
class Claim {
 public:
  struct Move {
    uint32_t to = 0;
    uint64_t marks = 0;
    bool completed = false;  // the claim has reached its end, or an assertion in it failed: a violation at once
  };
  virtual ~Claim() = default;
  virtual uint32_t states() const = 0;
  virtual uint32_t initial() const = 0;
  virtual bool accepting(uint32_t state) const = 0;
  virtual uint64_t all_marks() const { return 1; }
  // Whether its atoms are about steps (moves(P)) too: then it moves for each step on its own.
  virtual bool watches_steps() const { return false; }
  // What it moves on: a state, whether the system is blocked there, and the step that is taken; null: none.
  struct Here {
    StateView system;
    bool blocked = false;
    const model::ObservedStep* step = nullptr;
  };
  // Moves from one of its states. An error: it has no value here.
  virtual model::ErrorKind moves(model::Observer& observer, const Here& here, uint32_t state,
                                 std::vector<Move>& out) = 0;
  // The letters on which it was asked for the moves of its initial state, if it could stay there on each of them: after
  // a complete search these are the letters of all reachable states. Nothing: that is not known.
  virtual std::optional<std::vector<uint64_t>> letters_while_at_start() const { return std::nullopt; }
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
// Every infinite run, whatever it does.
std::unique_ptr<Claim> make_any_claim();

class Product : public model::Product {
 public:
  // `labels`: accept labels of processes count as well as those of the claim. `stutter`: finite executions count as
  // infinite ones (for non-progress cycles SPIN does not do that).
  // `model` expands, reduced or not; `observer` answers questions about its states.
  Product(const ir::Program& program, model::Observer& observer, model::Model& model, Claim& claim, bool labels,
          bool stutter);

  // Expansions tell who stands at its end, and so need not move.
  void note_ended(bool on) { note_ended_ = on; }

  void initial(model::ProductBuffer& out) override;
  void expand_system(StateView system, model::ProductBuffer& out) override;
  void add_arcs(StateView system, uint32_t claim, model::ProductBuffer& out) override;
  uint32_t claim_states() const override { return claim_.states(); }
  uint64_t all_marks() const override { return claim_.all_marks(); }
  bool watches_steps() const override { return claim_.watches_steps(); }

  // The first limit of the checker that was met, kind `none` if there was none. A limit cuts runs off: not all were
  // seen, and none ends there.
  const model::StepError& limit() const { return limit_; }
  // Of a reduced model: expansions that did not follow all steps, and those steps.
  uint64_t partially_expanded() const { return partially_expanded_; }
  uint64_t pruned() const { return pruned_; }

 private:
  bool accepting(StateView system, uint32_t claim);
  void note_limits(const model::SuccessorBuffer& out);
  bool claim_moves(uint32_t claim, const Claim::Here& here, model::ProductBuffer& out);
  void add(const Claim::Move& move, bool here, bool blocked, model::ProductBuffer& out);

  model::Observer& observer_;
  model::Model& model_;
  Claim& claim_;
  bool labels_;
  bool stutter_;
  bool note_ended_ = false;
  std::vector<uint8_t> accepting_;  // by claim state
  std::vector<Claim::Move> moves_;
  std::vector<uint32_t> steps_;  // of the system, those to follow
  bool here_labelled_ = false;
  std::vector<char> labelled_;  // which system successors have an accept label
  uint64_t partially_expanded_ = 0, pruned_ = 0;
  model::StepError limit_;
  bool limited_ = false;  // a limit was met in the expansion before
};

// What the system does on a path through the product, for whoever follows it again: the numbers
// of successors, Arc::kStutter where it has come to its end. They are those of the machine: a reduced
// model keeps all successors in their order.
struct SystemRun {
  std::vector<uint32_t> choices;
  int64_t cycle_start = -1;  // choices before the cycle of a lasso
  uint64_t steps = 0;
};
SystemRun system_run(model::Product& product, const std::vector<uint32_t>& choices, int64_t cycle_start);
// The same infinite run with the shortest stem and cycle that the system alone needs: the claim may have been on its
// way for some steps more, or have gone round several times as slowly.
SystemRun shortest_form(model::Product& product, const std::vector<uint32_t>& choices, int64_t cycle_start);

}  // namespace gyre::product
