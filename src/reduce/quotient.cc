#include "reduce/quotient.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>

#include "base/hash.h"
#include "base/narrow.h"
#include "model/product.h"

namespace gyre::reduce {

void Quotient::initial(model::SuccessorBuffer& out) {
  model_.initial(out);
  replace(out);
}

void Quotient::expand(StateView state, model::SuccessorBuffer& out) {
  model_.expand(state, out);
  replace(out);
}

bool Quotient::expand_adaptively(StateView state, model::SuccessorBuffer& out) {
  const bool looked = model_.expand_adaptively(state, out);
  replace(out);
  return looked;
}

std::unique_ptr<model::Model> Quotient::clone() const {
  throw std::logic_error("a model of representatives is for one thread");
}

void Quotient::replace(model::SuccessorBuffer& out) {
  bytes_.clear();
  for (size_t i = 0; i < out.list.size(); ++i) {
    model::Successor& s = out.list[i];
    if (s.dead_end) continue;
    const StateView image = canonical_.of(out.view(i));
    const uint32_t size = (image.total + 7) / 8 * 8;
    s.offset = narrow<uint32_t>(bytes_.size());
    s.key = image.key;
    s.total = image.total;
    uint8_t* to = bytes_.extend(size);
    std::memset(to, 0, size);
    std::memcpy(to, image.data, image.total);
    s.hash = hash_words(to, s.key);
  }
  out.bytes.clear();
  std::memcpy(out.bytes.extend(bytes_.size()), bytes_.data(), bytes_.size());
}

Unfolding::Unfolding(model::Model& model, const ir::Program& program, ir::ShapeTable& shapes, const Symmetry& symmetry)
    : model_(model), symmetry_(symmetry), canonical_(program, shapes, symmetry) {
  for (const ir::Process& p : program.processes) {
    for (const ir::Edge& e : p.edges) actions_.push_back(&program.action(e));
  }
  model_.initial(here_);
  if (here_.list.empty() || here_.list[0].dead_end) throw std::logic_error("there is no initial state to follow");
  keep(here_.view(0), run_);
  run_key_ = here_.list[0].key;
  run_total_ = here_.list[0].total;
  const StateView first = canonical_.of(here_.view(0));
  keep(first, abstract_);
  abstract_key_ = first.key;
  abstract_total_ = first.total;
  const Permutation& p = canonical_.permutation();
  to_run_.resize(p.size());
  for (uint32_t i = 0; i < p.size(); ++i) to_run_[p[i]] = i;
}

void Unfolding::keep(StateView state, std::vector<uint8_t>& to) {
  to.assign((state.total + 7) / 8 * 8 + model::Model::kReadableBehind, 0);
  std::memcpy(to.data(), state.data, state.total);
}

bool Unfolding::is_death(const model::Successor& s) const { return actions_[s.statement]->kind == ir::ActionKind::end; }

// The step of the run that is the image of a step of the representative; both have been expanded.
std::optional<uint32_t> Unfolding::find(uint32_t choice) {
  const model::Successor& step = here_.list[choice];
  const auto errors = [](const model::SuccessorBuffer& buffer, uint32_t of) {
    std::vector<std::pair<model::ErrorKind, uint32_t>> out;
    for (const model::StepError& e : buffer.errors) {
      if (e.successor == of) out.emplace_back(e.kind, e.place);
    }
    return out;
  };
  const auto mine = errors(here_, choice);
  if (!step.dead_end && symmetry_.order) keep(canonical_.of(here_.view(choice)), image_);
  for (uint32_t i = 0; i < there_.list.size(); ++i) {
    const model::Successor& s = there_.list[i];
    if (s.statement != step.statement || s.dead_end != step.dead_end || errors(there_, i) != mine) continue;
    if (!symmetry_.order && s.mover != image_of(to_run_, step.mover)) continue;
    if (step.dead_end) return i;
    if (!symmetry_.order) {
      if (canonical_.same(here_.view(choice), there_.view(i), to_run_)) return i;
      continue;
    }
    const StateView image = canonical_.of(there_.view(i));
    if (std::memcmp(image.data, image_.data(), image.key) == 0) return i;
  }
  return {};
}

bool Unfolding::die() {
  if (!canonical_.youngest_has_ended(run())) return false;
  for (uint32_t i = 0; i < there_.list.size(); ++i) {
    if (!is_death(there_.list[i])) continue;
    take(i);
    return true;
  }
  return false;
}

void Unfolding::follow(uint32_t choice) {
  model_.expand({abstract_.data(), abstract_key_, abstract_total_}, here_);
  if (choice >= here_.list.size()) throw std::logic_error("a path of representatives has a step that there is not");
  const model::Successor& step = here_.list[choice];
  if (!is_death(step)) {
    std::optional<uint32_t> taken;
    do {
      model_.expand(run(), there_);
      taken = find(choice);
    } while (!taken && die());
    if (!taken) throw std::logic_error("a step of a representative is none of the state that it stands for");
    take(*taken);
  }
  if (step.dead_end) return;
  const StateView next = canonical_.of(here_.view(choice));
  abstract_key_ = next.key;
  abstract_total_ = next.total;
  keep(next, abstract_);
  // Numbers of the next representative, by those of the state before it was replaced. Those who died keep theirs.
  const Permutation& p = canonical_.permutation();
  Permutation before = to_run_;
  while (before.size() < p.size()) before.push_back(narrow<uint32_t>(before.size()));
  to_run_ = before;
  for (uint32_t i = 0; i < p.size(); ++i) to_run_[p[i]] = before[i];
}

void Unfolding::stutter() {
  bury();
  choices_.push_back(model::Arc::kStutter);
}

void Unfolding::go_on() {
  model_.expand(run(), there_);
  const auto* step =
      std::find_if(there_.list.begin(), there_.list.end(), [](const model::Successor& s) { return !s.dead_end; });
  if (step == there_.list.end())
    choices_.push_back(model::Arc::kStutter);
  else
    take(narrow<uint32_t>(step - there_.list.begin()));
}

void Unfolding::take(uint32_t choice) {
  const model::Successor& s = there_.list[choice];
  choices_.push_back(choice);
  if (s.dead_end) return;
  run_key_ = s.key;
  run_total_ = s.total;
  keep(there_.view(choice), run_);
}

void Unfolding::bury() {
  do {
    model_.expand(run(), there_);
  } while (die());
}

}  // namespace gyre::reduce
