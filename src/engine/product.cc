#include "engine/product.h"

namespace gyre::engine {

namespace {

class NeverClaim : public Claim {
 public:
  NeverClaim(const ir::Program& program, int32_t process)
      : process_(program.processes[static_cast<size_t>(process)]), index_(process) {
    for (size_t s = 0; s < process_.states.size(); ++s) {
      for (uint32_t e : process_.states[s].edges) {
        const ir::Edge& edge = process_.edges[e];
        if (program.actions[static_cast<size_t>(edge.action)].kind == ir::ActionKind::end)
          end_ = static_cast<uint32_t>(s);
      }
    }
  }
  uint32_t states() const override { return static_cast<uint32_t>(process_.states.size()); }
  uint32_t initial() const override { return process_.initial; }
  bool accepting(uint32_t state) const override {
    return state < process_.states.size() && process_.states[state].accept;
  }
  void moves(vm::Machine& machine, uint32_t state, bool blocked, std::vector<Move>& out) override {
    out.clear();
    machine.claim_moves(index_, state, blocked, list_);
    for (const vm::Machine::ClaimMove& m : list_) out.push_back({m.to, 0, m.to == end_ || m.to == 0 || m.violated});
  }

 private:
  const ir::Process& process_;
  int32_t index_;
  uint32_t end_ = ~uint32_t{0};
  std::vector<vm::Machine::ClaimMove> list_;
};

class AutomatonClaim : public Claim {
 public:
  AutomatonClaim(automata::Automaton automaton, std::vector<uint32_t> atoms)
      : automaton_(std::move(automaton)), atoms_(std::move(atoms)) {}
  uint32_t states() const override { return static_cast<uint32_t>(automaton_.states.size()); }
  uint32_t initial() const override { return automaton_.initial; }
  bool accepting(uint32_t state) const override { return automaton_.states[state].accepting; }
  uint64_t all_marks() const override { return automaton_.all_marks(); }
  void moves(vm::Machine& machine, uint32_t state, bool, std::vector<Move>& out) override {
    out.clear();
    const uint64_t letter = machine.letter(atoms_);
    for (const automata::Edge& e : automaton_.states[state].edges) {
      if (e.matches(letter)) out.push_back({e.target, e.marks, false});
    }
  }

 private:
  automata::Automaton automaton_;
  std::vector<uint32_t> atoms_;
};

class TrueClaim : public Claim {
 public:
  explicit TrueClaim(uint64_t all_marks) : all_marks_(all_marks) {}
  uint32_t states() const override { return 1; }
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t) const override { return false; }
  uint64_t all_marks() const override { return all_marks_; }
  void moves(vm::Machine&, uint32_t, bool, std::vector<Move>& out) override { out.assign(1, {}); }

 private:
  uint64_t all_marks_;
};

// do :: true :: np_ -> break od; accept: do :: np_ od
class NonProgressClaim : public Claim {
 public:
  uint32_t states() const override { return 2; }
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t state) const override { return state == 1; }
  void moves(vm::Machine& machine, uint32_t state, bool, std::vector<Move>& out) override {
    out.clear();
    if (state == 0) out.push_back({0, 0, false});
    if (!machine.progress_here()) out.push_back({1, 0, false});
  }
};

}  // namespace

std::unique_ptr<Claim> make_never_claim(const ir::Program& program, int32_t process) {
  return std::make_unique<NeverClaim>(program, process);
}
std::unique_ptr<Claim> make_automaton_claim(automata::Automaton automaton, std::vector<uint32_t> atoms) {
  return std::make_unique<AutomatonClaim>(std::move(automaton), std::move(atoms));
}
std::unique_ptr<Claim> make_true_claim() { return std::make_unique<TrueClaim>(1); }
std::unique_ptr<Claim> make_any_claim() { return std::make_unique<TrueClaim>(0); }
std::unique_ptr<Claim> make_non_progress_claim() { return std::make_unique<NonProgressClaim>(); }

Product::Product(vm::Machine& machine, Claim& claim, bool labels, bool stutter)
    : machine_(machine), claim_(claim), labels_(labels), stutter_(stutter), visited_(claim.states()) {}

bool Product::accepting(StateView system, uint32_t claim) {
  return claim_.accepting(claim) || (labels_ && machine_.any_accept(system));
}

void Product::initial(model::ProductBuffer& out) {
  out.clear();
  machine_.initial(out.system);
  if (out.system.list.empty() || out.system.list[0].dead_end) return;
  const uint32_t q = claim_.initial();
  out.arcs.push_back({0, q, 0, accepting(out.system.view(0), q), model::ErrorKind::none});
}

void Product::expand(StateView system, uint32_t q, model::ProductBuffer& out) {
  out.clear();
  visited_[q] = true;
  machine_.expand(system, out.system);
  out.processes = machine_.process_count(system);
  bool blocked = true;
  for (const model::Successor& s : out.system.list) blocked = blocked && s.dead_end;
  claim_.moves(machine_, q, blocked, moves_);
  if (const model::ErrorKind error = machine_.take_claim_error(); error != model::ErrorKind::none) {
    // the claim has no value here: that is an error of the model, and nothing can be said about what follows
    out.arcs.push_back({model::Arc::kStutter, q, 0, false, error});
    return;
  }
  // Where acceptance is on states, the steps that leave an accepting state belong to the one set.
  const bool here = accepting(system, q);
  if (labels_) {
    labelled_.resize(out.system.list.size());
    for (uint32_t i = 0; i < out.system.list.size(); ++i)
      labelled_[i] = !out.system.list[i].dead_end && machine_.any_accept(out.system.view(i));
  }
  for (const Claim::Move& m : moves_) {
    const uint64_t marks = m.marks | (here ? 1 : 0);
    const bool there = claim_.accepting(m.to);
    if (m.completed) {
      // the claim alone has decided: where the system goes does not matter
      out.arcs.push_back({model::Arc::kStutter, m.to, 0, false, model::ErrorKind::claim_completed});
    } else if (blocked) {
      if (stutter_)
        out.arcs.push_back({model::Arc::kStutter, m.to, marks, accepting(system, m.to), model::ErrorKind::none});
    } else {
      for (uint32_t i = 0; i < out.system.list.size(); ++i) {
        if (out.system.list[i].dead_end) continue;
        out.arcs.push_back({i, m.to, marks, there || (labels_ && labelled_[i]), model::ErrorKind::none});
      }
    }
  }
}

}  // namespace gyre::engine
