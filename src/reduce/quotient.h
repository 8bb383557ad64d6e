// A model whose states are representatives (canonical.h): each successor is replaced by one that stands for it and for
// its images under the symmetries of the program. Nothing else is changed, so the model inside may be reduced by
// partial order (Emerson, Jha & Peled 1997): its choice is made in the representative.
//
// A path leads from representative to representative, and is no run of the model: original() makes one of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/shapes.h"
#include "model/model.h"
#include "reduce/canonical.h"

namespace gyre::reduce {

class Quotient : public model::Model {
 public:
  // All must outlive this.
  Quotient(model::Model& model, const ir::Program& program, ir::ShapeTable& shapes, const Symmetry& symmetry)
      : model_(model), canonical_(program, shapes, symmetry) {}

  void initial(model::SuccessorBuffer& out) override;
  void expand(StateView state, model::SuccessorBuffer& out) override;
  bool expand_adaptively(StateView state, model::SuccessorBuffer& out) override;
  bool next_stubborn_set(model::SuccessorBuffer& out) override { return model_.next_stubborn_set(out); }
  std::unique_ptr<model::Model> clone() const override;
  const StateShape& shape(uint32_t n) const override { return model_.shape(n); }

  // Edges by their places that processes which have ended would have taken, had they been the youngest.
  const std::vector<bool>& deaths() const { return canonical_.deaths(); }

 private:
  void replace(model::SuccessorBuffer& out);

  model::Model& model_;
  Canonical canonical_;
  RawVector<uint8_t> bytes_;
};

// Follows a path of the quotient and, beside it, a run of the model itself, whose states are images of the
// representatives.
class Unfolding {
 public:
  // `model` is the machine, without any reduction, and must outlive this.
  Unfolding(model::Model& model, const ir::Program& program, ir::ShapeTable& shapes, const Symmetry& symmetry);

  // Follows a step of the quotient. If the run has to take steps before (processes that have ended die), they are
  // taken; a death in the quotient is none in the run. Throws std::logic_error if there is no such step: then something
  // that is no symmetry was taken for one.
  void follow(uint32_t choice);
  // Lets those die that can: the run comes to its end.
  void bury();
  // The system stays where it is, for ever.
  void stutter();
  // Takes any step, or stutters if there is none.
  void go_on();

  // The run so far, by the choices of the model.
  const std::vector<uint32_t>& choices() const { return choices_; }
  // Where it is, as the bytes of the state.
  std::string at() const { return {run_.begin(), run_.begin() + run_key_}; }

 private:
  bool is_death(const model::Successor& s) const;
  std::optional<uint32_t> find(uint32_t choice);
  bool die();
  void take(uint32_t choice);  // of the run's state, which has been expanded
  StateView run() const { return {run_.data(), run_key_, run_total_}; }
  static void keep(StateView state, std::vector<uint8_t>& to);

  model::Model& model_;
  const Symmetry& symmetry_;
  Canonical canonical_;
  std::vector<const ir::Action*> actions_;  // by place
  std::vector<uint8_t> abstract_, run_, image_;
  uint32_t abstract_key_ = 0, abstract_total_ = 0, run_key_ = 0, run_total_ = 0;
  Permutation to_run_;  // from numbers of the representative to those of the run
  model::SuccessorBuffer here_, there_;
  std::vector<uint32_t> choices_;
};

}  // namespace gyre::reduce
