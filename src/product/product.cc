#include "product/product.h"

#include <stdexcept>
#include <string>

#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::product {

namespace {

bool mentions_moves(const ir::Program& program, ir::ExprId id) {
  return ir::any_expr(program, id, [](const ir::Expr& e) { return e.op == ir::Op::moves; });
}

class NeverClaim : public Claim {
 public:
  NeverClaim(const ir::Program& program, int32_t process) : process_(nth(program.processes, process)), index_(process) {
    for (size_t s = 0; s < process_.states.size(); ++s) {
      for (uint32_t e : process_.states[s].edges) {
        const ir::Edge& edge = process_.edges[e];
        if (nth(program.actions, edge.action).kind == ir::ActionKind::end) end_ = narrow<uint32_t>(s);
      }
    }
  }
  uint32_t states() const override { return narrow<uint32_t>(process_.states.size()); }
  uint32_t initial() const override { return process_.initial; }
  bool accepting(uint32_t state) const override {
    return state < process_.states.size() && process_.states[state].accept;
  }
  model::ErrorKind moves(model::Observer& observer, const Here& here, uint32_t state, std::vector<Move>& out) override {
    out.clear();
    const model::ErrorKind error = observer.claim_moves(here.system, index_, state, here.blocked, list_);
    for (const ClaimMove& m : list_) out.push_back({m.to, 0, m.to == end_ || m.to == 0 || m.violated});
    return error;
  }

 private:
  using ClaimMove = model::Observer::ClaimMove;

  const ir::Process& process_;
  int32_t index_;
  uint32_t end_ = ~uint32_t{0};
  std::vector<ClaimMove> list_;
};

class AutomatonClaim : public Claim {
 public:
  AutomatonClaim(const ir::Program& program, automata::Automaton automaton, std::vector<uint32_t> atoms)
      : automaton_(std::move(automaton)), atoms_(std::move(atoms)) {
    for (const uint32_t a : atoms_) watches_steps_ |= mentions_moves(program, program.atoms[a]);
    if (atoms_.size() <= kFewAtoms) by_letter_.resize(automaton_.states.size() << atoms_.size());
  }
  bool watches_steps() const override { return watches_steps_; }
  uint32_t states() const override { return narrow<uint32_t>(automaton_.states.size()); }
  uint32_t initial() const override { return automaton_.initial; }
  bool accepting(uint32_t state) const override { return automaton_.states[state].accepting; }
  uint64_t all_marks() const override { return automaton_.all_marks(); }
  model::ErrorKind moves(model::Observer& observer, const Here& here, uint32_t state, std::vector<Move>& out) override {
    out.clear();
    const model::Letter letter = observer.letter(here.system, atoms_, here.step);
    if (letter.undefined == 0 && !by_letter_.empty()) {
      const Moves& known = moves_on(state, letter.value);
      out.assign(known.begin(), known.end());
      return model::ErrorKind::none;
    }
    any_undefined_ |= letter.undefined != 0;
    for (const automata::Edge& e : automaton_.states[state].edges) {
      if (letter.undefined != 0 && !decided(e, letter.value, letter.undefined)) return letter.error;
      if (e.matches(letter.value)) out.push_back({e.target, e.marks, false});
    }
    return model::ErrorKind::none;
  }
  std::optional<std::vector<uint64_t>> letters_while_at_start() const override {
    if (by_letter_.empty() || any_undefined_) return std::nullopt;
    std::vector<uint64_t> letters;
    const size_t first = size_t{automaton_.initial} << atoms_.size();
    for (uint64_t letter = 0; letter < uint64_t{1} << atoms_.size(); ++letter) {
      const Known& known = by_letter_[first + letter];
      if (!known.filled) continue;
      const auto stays = [&](const Move& m) { return m.to == automaton_.initial; };
      if (std::none_of(known.moves.begin(), known.moves.end(), stays)) return std::nullopt;
      letters.push_back(letter);
    }
    return letters;
  }

 private:
  using Moves = std::vector<Move>;
  static constexpr size_t kFewAtoms = 8;

  const Moves& moves_on(uint32_t state, uint64_t letter) {
    Known& known = by_letter_[(size_t{state} << atoms_.size()) + letter];
    if (!known.filled) {
      for (const automata::Edge& e : automaton_.states[state].edges) {
        if (e.matches(letter)) known.moves.push_back({e.target, e.marks, false});
      }
      known.filled = true;
    }
    return known.moves;
  }
  // Is it the same whatever the atoms without a value are? An index out of range in `i < 3 -> a[i] == 0` matters to
  // nobody where i is not below 3.
  static bool decided(const automata::Edge& edge, uint64_t letter, uint64_t undefined) {
    bool possible = false;
    for (const automata::Cube& c : edge.label) {
      const automata::Cube known{c.pos & ~undefined, c.neg & ~undefined};
      if (!known.matches(letter)) continue;
      if (known == c) return true;
      possible = true;
    }
    return !possible;
  }

  automata::Automaton automaton_;
  std::vector<uint32_t> atoms_;
  bool watches_steps_ = false;
  bool any_undefined_ = false;
  // Where each state goes on each letter, as far as that was asked for; empty if there are many letters.
  struct Known {
    bool filled = false;
    Moves moves;
  };
  std::vector<Known> by_letter_;
};

class TrueClaim : public Claim {
 public:
  explicit TrueClaim(uint64_t all_marks) : all_marks_(all_marks) {}
  uint32_t states() const override { return 1; }
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t) const override { return false; }
  uint64_t all_marks() const override { return all_marks_; }
  model::ErrorKind moves(model::Observer&, const Here&, uint32_t, std::vector<Move>& out) override {
    out.assign(1, {});
    return model::ErrorKind::none;
  }

 private:
  uint64_t all_marks_;
};

// do :: true :: np_ -> break od; accept: do :: np_ od
class NonProgressClaim : public Claim {
 public:
  uint32_t states() const override { return 2; }
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t state) const override { return state == 1; }
  model::ErrorKind moves(model::Observer& observer, const Here& here, uint32_t state, std::vector<Move>& out) override {
    out.clear();
    if (state == 0) out.push_back({0, 0, false});
    if (!observer.any_progress(here.system)) out.push_back({1, 0, false});
    return model::ErrorKind::none;
  }
};

}  // namespace

std::unique_ptr<Claim> make_never_claim(const ir::Program& program, int32_t process) {
  return std::make_unique<NeverClaim>(program, process);
}
std::unique_ptr<Claim> make_automaton_claim(const ir::Program& program, automata::Automaton automaton,
                                            std::vector<uint32_t> atoms) {
  return std::make_unique<AutomatonClaim>(program, std::move(automaton), std::move(atoms));
}
std::unique_ptr<Claim> make_true_claim() { return std::make_unique<TrueClaim>(1); }
std::unique_ptr<Claim> make_any_claim() { return std::make_unique<TrueClaim>(0); }
std::unique_ptr<Claim> make_non_progress_claim() { return std::make_unique<NonProgressClaim>(); }

Product::Product(const ir::Program& program, model::Observer& observer, model::Model& model, Claim& claim, bool labels,
                 bool stutter)
    : observer_(observer),
      model_(model),
      claim_(claim),
      labels_(labels && ir::has_accept_labels(program)),
      stutter_(stutter) {
  for (uint32_t q = 0; q < claim.states(); ++q) accepting_.push_back(claim.accepting(q));
}

bool Product::accepting(StateView system, uint32_t claim) {
  return accepting_[claim] || (labels_ && observer_.any_accept(system));
}

void Product::initial(model::ProductBuffer& out) {
  out.clear();
  model_.initial(out.system);
  note_limits(out.system);
  if (out.system.list.empty() || out.system.list[0].dead_end) return;
  const uint32_t q = claim_.initial();
  out.arcs.push_back({0, q, 0, accepting(out.system.view(0), q), model::ErrorKind::none});
}

// False: the claim has no value here, which is an error of the model, and nothing can be said about what follows.
bool Product::claim_moves(uint32_t claim, const Claim::Here& here, model::ProductBuffer& out) {
  const model::ErrorKind error = claim_.moves(observer_, here, claim, moves_);
  if (error == model::ErrorKind::none) return true;
  out.arcs.assign(1, {model::Arc::kStutter, claim, 0, false, error});
  return false;
}

// Adds the arcs of a claim's move: over the system's steps in steps_, or where it stands.
void Product::add(const Claim::Move& move, bool here, bool blocked, model::ProductBuffer& out) {
  if (move.completed) {
    // the claim alone has decided: where the system goes does not matter
    out.arcs.push_back({model::Arc::kStutter, move.to, 0, false, model::ErrorKind::claim_completed});
    return;
  }
  // Where acceptance is on states, the steps that leave an accepting state belong to the one set.
  model::Arc arc{model::Arc::kStutter, move.to, move.marks | (here ? 1 : 0), accepting_[move.to] != 0,
                 model::ErrorKind::none};
  if (blocked) {
    arc.accepting |= labels_ && here_labelled_;
    if (stutter_) out.arcs.push_back(arc);
    return;
  }
  // Member by member: a copy of an arc that was just written in parts has to wait for these.
  const size_t first = out.arcs.size();
  out.arcs.resize(first + steps_.size());
  model::Arc* to = out.arcs.data() + first;
  for (const uint32_t successor : steps_) {
    to->successor = successor;
    to->claim = arc.claim;
    to->marks = arc.marks;
    to->accepting = arc.accepting || (labels_ && labelled_[successor] != 0);
    ++to;
  }
}

void Product::note_limits(const model::SuccessorBuffer& out) {
  limited_ = false;
  for (const model::StepError& error : out.errors) {
    if (!model::is_limit(error.kind)) continue;
    limited_ = true;
    if (limit_.kind == model::ErrorKind::none) limit_ = error;
  }
}

void Product::expand_system(StateView system, model::ProductBuffer& out) {
  out.clear();
  model_.expand(system, out.system);
  note_limits(out.system);
  out.processes = observer_.process_count(system);
  if (note_ended_) observer_.ended(system, out.ended);
}

void Product::add_arcs(StateView system, uint32_t q, model::ProductBuffer& out) {
  const auto count = narrow<uint32_t>(out.system.list.size());
  bool blocked = !limited_;  // a run does not end at a limit, it is only not followed
  for (const model::Successor& s : out.system.list) blocked = blocked && s.dead_end;
  if (out.system.reduced) {
    ++partially_expanded_;
    for (const model::Successor& s : out.system.list) pruned_ += s.pruned ? 1 : 0;
  }
  if (labels_) {
    here_labelled_ = observer_.any_accept(system);
    labelled_.resize(count);
    for (uint32_t i = 0; i < count; ++i)
      labelled_[i] = !out.system.list[i].dead_end && observer_.any_accept(out.system.view(i));
  }
  const auto follows = [&](uint32_t i) {
    const model::Successor& s = out.system.list[i];
    return !s.dead_end && !(out.system.reduced && s.pruned);
  };
  const bool here = accepting_[q] || (labels_ && here_labelled_);
  if (!blocked && claim_.watches_steps()) {
    for (uint32_t i = 0; i < count; ++i) {
      if (!follows(i)) continue;
      const model::ObservedStep step{out.system, i};
      if (!claim_moves(q, {system, false, &step}, out)) return;
      steps_.assign(1, i);
      for (const Claim::Move& m : moves_) add(m, here, false, out);
    }
    return;
  }
  if (!claim_moves(q, {system, blocked, nullptr}, out)) return;
  steps_.clear();
  for (uint32_t i = 0; i < count; ++i) {
    if (follows(i)) steps_.push_back(i);
  }
  for (const Claim::Move& m : moves_) add(m, here, blocked, out);
}

namespace {

// Calls step(state, arc, its steps) for each step of a path through the product.
template <class Step>
void follow(model::Product& product, const std::vector<uint32_t>& choices, Step&& step) {
  model::ProductBuffer buffer;
  product.initial(buffer);
  std::vector<uint8_t> state;
  uint32_t key = 0, total = 0;
  const auto stand_at = [&](StateView at) {
    state.assign(at.data, at.data + at.total);
    state.resize((at.total + 7) / 8 * 8 + 16);  // bit access may read behind the end
    key = at.key;
    total = at.total;
  };
  stand_at(buffer.system.view(0));
  uint32_t claim = buffer.arcs[0].claim;
  for (const uint32_t choice : choices) {
    product.expand(StateView{state.data(), key, total}, claim, buffer);
    if (choice >= buffer.arcs.size()) throw std::logic_error("a path leaves the product");
    const model::Arc arc = buffer.arcs[choice];
    if (arc.error != model::ErrorKind::none) break;  // where it stands
    step(StateView{state.data(), key, total}, arc, arc.successor == model::Arc::kStutter ? 0 : buffer.steps(arc));
    if (arc.successor != model::Arc::kStutter) stand_at(buffer.system.view(arc.successor));
    claim = arc.claim;
  }
}

}  // namespace

SystemRun system_run(model::Product& product, const std::vector<uint32_t>& choices, int64_t cycle_start) {
  SystemRun out;
  out.cycle_start = cycle_start;
  follow(product, choices, [&](StateView, const model::Arc& arc, uint32_t steps) {
    out.choices.push_back(arc.successor);
    out.steps += steps;
  });
  return out;
}

SystemRun shortest_form(model::Product& product, const std::vector<uint32_t>& choices, int64_t cycle_start) {
  if (cycle_start < 0) return system_run(product, choices, cycle_start);
  struct Step {
    std::string state;
    uint32_t successor;
    uint32_t steps;
    bool operator==(const Step& other) const { return successor == other.successor && state == other.state; }
  };
  std::vector<Step> run;
  follow(product, choices, [&](StateView state, const model::Arc& arc, uint32_t steps) {
    run.push_back({std::string(reinterpret_cast<const char*>(state.data), state.key), arc.successor, steps});
  });
  auto start = narrow<size_t>(cycle_start);
  // The last step of the stem is the last one of the cycle: it is entered before that.
  while (start > 0 && run[start - 1] == run.back()) {
    run.pop_back();
    --start;
  }
  // The cycle is a smaller one, passed several times.
  const size_t length = run.size() - start;
  for (size_t period = 1; period < length; ++period) {
    if (length % period != 0 || !std::equal(run.begin() + narrow<std::ptrdiff_t>(start + period), run.end(),
                                            run.begin() + narrow<std::ptrdiff_t>(start)))
      continue;
    run.resize(start + period);
    break;
  }
  SystemRun out{{}, narrow<int64_t>(start), 0};
  for (const Step& s : run) {
    out.choices.push_back(s.successor);
    out.steps += s.steps;
  }
  return out;
}

}  // namespace gyre::product
