#include "engine/product.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"

namespace gyre::engine {

namespace {

bool mentions_moves(const ir::Program& program, ir::ExprId id) {
  const ir::Expr& e = program.exprs[static_cast<size_t>(id)];
  return e.op == ir::Op::moves ||
         std::any_of(e.kids.begin(), e.kids.end(), [&](ir::ExprId k) { return mentions_moves(program, k); });
}

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
  uint32_t initial() const override { return process_.initial; }
  bool accepting(uint32_t state) const override {
    return state < process_.states.size() && process_.states[state].accept;
  }
  void moves(vm::Machine& machine, uint32_t state, bool blocked, std::vector<Move>& out) override {
    out.clear();
    machine.claim_moves(index_, state, blocked, list_);
    for (const vm::Machine::ClaimMove& m : list_) out.push_back({m.to, m.to == end_ || m.to == 0 || m.violated});
  }

 private:
  const ir::Process& process_;
  int32_t index_;
  uint32_t end_ = ~uint32_t{0};
  std::vector<vm::Machine::ClaimMove> list_;
};

class AutomatonClaim : public Claim {
 public:
  AutomatonClaim(const ir::Program& program, automata::Automaton automaton, std::vector<uint32_t> atoms)
      : automaton_(std::move(automaton)), atoms_(std::move(atoms)) {
    for (const uint32_t a : atoms_) watches_steps_ |= mentions_moves(program, program.atoms[a]);
  }
  uint32_t initial() const override { return automaton_.initial; }
  bool accepting(uint32_t state) const override { return automaton_.states[state].accepting; }
  bool watches_steps() const override { return watches_steps_; }
  void moves(vm::Machine& machine, uint32_t state, bool, std::vector<Move>& out) override {
    out.clear();
    const uint64_t letter = machine.letter(atoms_);
    for (const automata::Edge& e : automaton_.states[state].edges) {
      if (e.matches(letter)) out.push_back({e.target, false});
    }
  }

 private:
  automata::Automaton automaton_;
  std::vector<uint32_t> atoms_;
  bool watches_steps_ = false;
};

class TrueClaim : public Claim {
 public:
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t) const override { return false; }
  void moves(vm::Machine&, uint32_t, bool, std::vector<Move>& out) override { out.assign(1, {0, false}); }
};

// do :: true :: np_ -> break od; accept: do :: np_ od
class NonProgressClaim : public Claim {
 public:
  uint32_t initial() const override { return 0; }
  bool accepting(uint32_t state) const override { return state == 1; }
  void moves(vm::Machine& machine, uint32_t state, bool, std::vector<Move>& out) override {
    out.clear();
    if (state == 0) out.push_back({0, false});
    if (!machine.progress_here()) out.push_back({1, false});
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
std::unique_ptr<Claim> make_true_claim() { return std::make_unique<TrueClaim>(); }
std::unique_ptr<Claim> make_non_progress_claim() { return std::make_unique<NonProgressClaim>(); }

Product::Product(vm::Machine& machine, Claim& claim, bool labels, bool stutter)
    : machine_(machine), claim_(claim), labels_(labels), stutter_(stutter) {}

std::unique_ptr<model::Model> Product::clone() const { throw std::logic_error("a product is used by one thread"); }

void Product::add(StateView system, uint32_t claim, const model::Successor& step, model::SuccessorBuffer& out) {
  model::Successor s;
  s.offset = static_cast<uint32_t>(out.bytes.size());
  s.key = kHead + system.key;
  s.total = kHead + system.total;
  s.steps = step.steps;
  s.mover = step.mover;
  s.partner = step.partner;
  const uint32_t size = (s.total + 7) & ~7u;
  out.bytes.resize(out.bytes.size() + size, 0);
  uint8_t* at = out.bytes.data() + s.offset;
  std::memcpy(at, &claim, 4);
  std::memcpy(at + kHead, system.data, system.total);
  s.hash = hash_words(at, s.key);
  s.accepting = claim_.accepting(claim) || (labels_ && machine_.any_accept(system));
  out.list.push_back(s);
}

void Product::initial(model::SuccessorBuffer& out) {
  out.clear();
  machine_.initial(buffer_);
  if (buffer_.list.empty() || buffer_.list[0].dead_end) {
    out.list = buffer_.list;
    return;
  }
  add(buffer_.view(0), claim_.initial(), buffer_.list[0], out);
}

// The claim's moves on the state and step at hand. False: the claim has no value there, which is an error of the model,
// and nothing can be said about what follows.
bool Product::claim_moves(uint32_t claim, bool blocked, model::SuccessorBuffer& out) {
  claim_.moves(machine_, claim, blocked, moves_);
  const model::ErrorKind error = machine_.take_claim_error();
  if (error == model::ErrorKind::none) return true;
  out.clear();
  system_choices_.assign(1, kStutter);
  out.errors.push_back({error, 0, 0, 0});
  model::Successor s;
  s.dead_end = true;
  out.list.push_back(s);
  return false;
}

// The claim alone has decided: where the system goes does not matter.
void Product::add_completed(model::SuccessorBuffer& out) {
  out.errors.push_back({model::ErrorKind::claim_completed, 0, static_cast<uint32_t>(out.list.size()), 0});
  model::Successor s;
  s.dead_end = true;
  out.list.push_back(s);
  system_choices_.push_back(kStutter);
}

void Product::add_system(uint32_t i, uint32_t claim, model::SuccessorBuffer& out) {
  for (const model::ExtraMover& e : buffer_.extra_movers) {
    if (e.successor == i) out.extra_movers.push_back({static_cast<uint32_t>(out.list.size()), e.pid});
  }
  add(buffer_.view(i), claim, buffer_.list[i], out);
  system_choices_.push_back(i);
}

void Product::expand(StateView state, model::SuccessorBuffer& out) {
  out.clear();
  system_choices_.clear();
  uint32_t q;
  std::memcpy(&q, state.data, 4);
  const StateView system{state.data + kHead, state.key - kHead, state.total - kHead};
  machine_.expand(system, buffer_);
  machine_.set_no_step();
  bool blocked = true;
  for (const model::Successor& s : buffer_.list) blocked = blocked && s.dead_end;
  if (!blocked && claim_.watches_steps()) {
    for (uint32_t i = 0; i < buffer_.list.size(); ++i) {
      if (buffer_.list[i].dead_end) continue;
      machine_.set_step(buffer_, i, buffer_.view(i));
      if (!claim_moves(q, false, out)) return;
      for (const Claim::Move& m : moves_) add_system(i, m.to, out);
    }
    return;
  }
  if (!claim_moves(q, blocked, out)) return;
  for (const Claim::Move& m : moves_) {
    if (m.completed) {
      add_completed(out);
      continue;
    }
    if (blocked) {
      if (!stutter_) continue;
      model::Successor nobody;
      nobody.steps = 1;
      nobody.mover = model::kNobody;
      add(system, m.to, nobody, out);
      system_choices_.push_back(kStutter);
      continue;
    }
    for (uint32_t i = 0; i < buffer_.list.size(); ++i) {
      if (!buffer_.list[i].dead_end) add_system(i, m.to, out);
    }
  }
}

}  // namespace gyre::engine
