#include "judge/claim.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "automata/bdd.h"
#include "automata/lasso.h"
#include "automata/scc.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "judge/walk.h"
#include "judge/word.h"

namespace gyre::judge {

namespace {

using model::ErrorKind;

constexpr size_t kFarEnough = 100'000;  // transitions in which a continuation should have found its cycle

// A state of the run, and how it goes on from there.
struct Position {
  trace::State state;
  bool blocked = false;
  std::vector<bool> letter;          // by number in Program::atoms; atoms without a value are false,
  std::vector<ErrorKind> undefined;  // and here is why; empty: there are none
  // On a cycle: the processes that can move, and those that do.
  std::set<uint32_t> enabled, moving;
};

// The automaton of a formula's negation, or of bad runs, read from all its states at once.
class Reader {
 public:
  explicit Reader(const Claim& claim) : claim_(claim), now_{claim.automaton.initial} { find_decided(); }

  // Whether every continuation of what was read is accepted.
  bool decided() const {
    return std::any_of(now_.begin(), now_.end(), [this](uint32_t q) { return decided_[q]; });
  }
  // An atom without a value of this kind on which a next move depends.
  bool depends_on(const Position& at, ErrorKind kind) const {
    for (const uint32_t q : now_) {
      for (const automata::Edge& e : claim_.automaton.states[q].edges) {
        if (fits(e, at) == Fits::unknown &&
            std::find(at.undefined.begin(), at.undefined.end(), kind) != at.undefined.end())
          return true;
      }
    }
    return false;
  }
  void read(const Position& at) {
    std::set<uint32_t> next;
    for (const uint32_t q : now_) {
      for (const automata::Edge& e : claim_.automaton.states[q].edges) {
        if (fits(e, at) == Fits::yes) next.insert(e.target);
      }
    }
    now_ = std::move(next);
  }

 private:
  enum class Fits { no, unknown, yes };

  Fits fits(const automata::Edge& edge, const Position& at) const {
    Fits best = Fits::no;
    for (const automata::Cube& cube : edge.label) {
      Fits here = Fits::yes;
      for (size_t i = 0; i < claim_.atoms.size() && here != Fits::no; ++i) {
        const bool yes = ((cube.pos >> i) & 1) != 0, no = ((cube.neg >> i) & 1) != 0;
        if (!yes && !no) continue;
        const uint32_t atom = claim_.atoms[i];
        if (!at.undefined.empty() && at.undefined[atom] != ErrorKind::none)
          here = Fits::unknown;
        else if (at.letter[atom] != yes)
          here = Fits::no;
      }
      best = std::max(best, here);
    }
    return best;
  }

  // The largest set of accepting states that every letter keeps inside.
  void find_decided() {
    const automata::Automaton& a = claim_.automaton;
    automata::BddManager bdds;
    decided_.resize(a.states.size());
    for (size_t q = 0; q < a.states.size(); ++q) decided_[q] = a.state_based && a.states[q].accepting;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t q = 0; q < a.states.size(); ++q) {
        if (!decided_[q]) continue;
        automata::Bdd inside = automata::kFalse;
        for (const automata::Edge& e : a.states[q].edges) {
          if (decided_[e.target]) inside = bdds.lor(inside, bdds.function(e.label));
        }
        if (inside == automata::kTrue) continue;
        decided_[q] = false;
        changed = true;
      }
    }
  }

  const Claim& claim_;
  std::set<uint32_t> now_;
  std::vector<bool> decided_;
};

// A never claim, run in all possible ways.
class NeverClaim {
 public:
  NeverClaim(vm::Machine& machine, int32_t process)
      : machine_(machine), index_(process), process_(nth(machine.program().processes, process)) {}

  struct Moves {
    std::set<uint32_t> to;
    bool completed = false;  // it reached its end, or an assertion of it failed
    ErrorKind error = ErrorKind::none;
  };
  Moves moves(const Position& at, uint32_t q) {
    Moves out;
    out.error = machine_.observer().claim_moves(at.state.view(), index_, q, at.blocked, list_);
    if (out.error != ErrorKind::none) return out;
    for (const model::Observer::ClaimMove& m : list_) {
      if (m.violated || is_end(m.to))
        out.completed = true;
      else
        out.to.insert(m.to);
    }
    return out;
  }
  uint32_t initial() const { return process_.initial; }
  bool accepting(uint32_t q) const { return process_.states[q].accept; }

 private:
  bool is_end(uint32_t q) const {
    if (q == 0) return true;
    const std::vector<ir::Action>& actions = machine_.program().actions;
    const auto& edges = process_.states[q].edges;
    return std::any_of(edges.begin(), edges.end(),
                       [&](uint32_t e) { return nth(actions, process_.edges[e].action).kind == ir::ActionKind::end; });
  }

  vm::Machine& machine_;
  int32_t index_;
  const ir::Process& process_;
  std::vector<model::Observer::ClaimMove> list_;
};

class Case {
 public:
  Case(vm::Machine& machine, const Claim& claim, const Fairness& fairness, const FoundRun& run)
      : machine_(machine), claim_(claim), run_(run), fair_(fairness) {
    if (!has_atoms()) return;
    atoms_ = claim.kind == Claim::Kind::formula ? atoms_of(claim.formula) : claim.atoms;
    watches_steps_ = trace::watches_steps(machine.program(), atoms_);
  }

  ClaimRuling decide() {
    ruling_.trace = trace::start(machine_);
    const bool lasso = run_.kind == ErrorKind::acceptance_cycle || run_.kind == ErrorKind::non_progress_cycle;
    std::string why = ruling_.trace.initial.empty() ? "there is no initial state" : follow(lasso);
    if (why.empty()) {
      why = lasso ? judge_cycle() : run_.kind == ErrorKind::claim_completed ? judge_prefix() : judge_error();
    }
    ruling_.confirmed = why.empty();
    if (ruling_.confirmed) trace::evaluate_atoms(ruling_.trace, atoms_);
    ruling_.why_not = std::move(why);
    return std::move(ruling_);
  }

 private:
  bool has_atoms() const { return claim_.kind == Claim::Kind::formula || claim_.kind == Claim::Kind::automaton; }

  // All of these say why not, or nothing.

  std::string follow(bool lasso) {
    if (lasso != (run_.cycle_start >= 0)) return lasso ? "there is no cycle" : "a finite run has no cycle";
    const size_t start = lasso ? narrow<size_t>(run_.cycle_start) : 0;
    if (lasso && start >= run_.choices.size()) return "the cycle has no step";
    Walk walk(machine_);
    for (const uint32_t choice : run_.choices) {
      walk.look();
      if (!walk.allows(choice)) return walk.why();
      visit(walk, choice);
      if (lasso && positions_.size() > start) {
        fair_.step(walk.state(), walk.processes(), walk.expanded(), choice);
        note_shares(walk, choice);
      }
      walk.take(choice);
    }
    walk.look();
    visit(walk, kStutter);
    return "";
  }

  // Notes the state at hand, and what the formula's atoms say of it and of the step.
  void visit(Walk& walk, uint32_t choice) {
    Position& p = positions_.emplace_back();
    p.state = walk.state();
    p.blocked = walk.blocked();
    evaluate(p, walk, choice);
  }
  void evaluate(Position& p, const Walk& walk, uint32_t choice) {
    if (!has_atoms()) return;
    const size_t count = machine_.program().atoms.size();
    p.letter.assign(count, false);
    p.undefined.clear();
    const model::ObservedStep step{walk.expanded(), choice};
    for (const uint32_t a : atoms_) {
      const model::Letter letter =
          machine_.observer().letter(p.state.view(), {a}, choice == kStutter ? nullptr : &step);
      p.letter[a] = letter.value != 0;
      if (letter.undefined == 0) continue;
      p.undefined.resize(count, ErrorKind::none);
      p.undefined[a] = letter.error;
    }
  }

  void note_shares(const Walk& walk, uint32_t choice) {
    Position& p = positions_.back();
    for (const model::Successor& s : walk.expanded().list) p.enabled.insert(s.mover);
    if (choice != kStutter) p.moving = movers(walk.expanded(), choice);
    for (auto pid = narrow<uint32_t>(names_.size()); pid < walk.processes().living; ++pid)
      names_.push_back(machine_.observer().process_name(walk.state().view(), pid));
  }

  // A lasso ---------------------------------------------------------------------------------------------------------

  std::string judge_cycle() {
    const auto start = narrow<size_t>(run_.cycle_start);
    assert(start + 1 < positions_.size());
    if (!positions_.back().state.same_key(positions_[start].state)) return "the cycle does not close";
    positions_.pop_back();  // the first one of the cycle, again
    if (!fair_.fair()) return "the cycle is not fair";
    const bool wanted = claim_.kind == Claim::Kind::non_progress;
    if (wanted != (run_.kind == ErrorKind::non_progress_cycle)) return "this is no cycle that the claim is about";
    show(run_.choices.size());
    switch (claim_.kind) {
      case Claim::Kind::formula: return holds(start) ? "the formula holds on this run" : "";
      case Claim::Kind::automaton: return holds(start) ? "the automaton does not accept this run" : "";
      case Claim::Kind::never: return never_accepts(start) ? "" : "the cycle is not accepting";
      case Claim::Kind::accept_labels:
        return on_cycle(start, [this](StateView s) { return machine_.observer().any_accept(s); })
                   ? ""
                   : "the cycle is not accepting";
      case Claim::Kind::non_progress: {
        const auto cycle = run_.choices.begin() + run_.cycle_start;
        if (std::find(cycle, run_.choices.end(), kStutter) != run_.choices.end()) return "the run ends";
        return on_cycle(start, [this](StateView s) { return machine_.observer().any_progress(s); })
                   ? "there is progress on the cycle"
                   : "";
      }
    }
    return "no such claim";
  }
  template <class Test>
  bool on_cycle(size_t start, Test test) {
    return std::any_of(positions_.begin() + narrow<std::ptrdiff_t>(start), positions_.end(),
                       [&](const Position& p) { return test(p.state.view()); });
  }
  // Whether the formula holds on the lasso, or the automaton of bad runs does not accept it.
  bool holds(size_t loop) const {
    if (claim_.kind == Claim::Kind::formula) return holds_on_lasso(claim_.formula, letters(), loop);
    automata::Lasso word;
    for (size_t i = 0; i < positions_.size(); ++i) {
      uint64_t letter = 0;
      for (size_t a = 0; a < claim_.atoms.size(); ++a) letter |= uint64_t{positions_[i].letter[claim_.atoms[a]]} << a;
      (i < loop ? word.stem : word.cycle).push_back(letter);
    }
    return !automata::accepts(claim_.given, word);
  }
  std::vector<std::vector<bool>> letters() const {
    std::vector<std::vector<bool>> out;
    for (const Position& p : positions_) out.push_back(p.letter);
    return out;
  }

  // Whether some run of the never claim beside the lasso passes again and again through a state where it, or a process,
  // stands at an accept label.
  bool never_accepts(size_t start) {
    NeverClaim never(machine_, claim_.process);
    using Place = std::pair<size_t, uint32_t>;  // in the lasso, in the claim
    std::map<Place, uint32_t> number;
    std::vector<Place> places;
    automata::Adjacency successors;
    const auto add = [&](Place place) {
      const auto [it, fresh] = number.emplace(place, narrow<uint32_t>(places.size()));
      if (fresh) places.push_back(place);
      return it->second;
    };
    add({0, never.initial()});
    for (size_t i = 0; i < places.size(); ++i) {
      const auto [at, q] = places[i];
      const size_t next = at + 1 < positions_.size() ? at + 1 : start;
      std::vector<uint32_t> to;
      for (const uint32_t r : never.moves(positions_[at], q).to) to.push_back(add({next, r}));
      successors.push_back(std::move(to));
    }
    const automata::Components parts = automata::strongly_connected(successors, {0});
    for (size_t i = 0; i < places.size(); ++i) {
      const auto [at, q] = places[i];
      if (!never.accepting(q) && !machine_.observer().any_accept(positions_[at].state.view())) continue;
      // Within a component everything is reached again; one place is one only if it leads to itself.
      const auto& to = successors[i];
      if (std::any_of(to.begin(), to.end(), [&](uint32_t r) { return parts.of[r] == parts.of[i]; })) return true;
    }
    return false;
  }

  // A finite run ----------------------------------------------------------------------------------------------------

  std::string judge_prefix() {
    if (claim_.kind == Claim::Kind::never) return judge_completed();
    if (!has_atoms()) return "labels need a cycle";
    Reader reader(claim_);
    size_t read = 0;
    for (; !reader.decided() && read < run_.choices.size(); ++read) reader.read(positions_[read]);
    const bool formula = claim_.kind == Claim::Kind::formula;
    if (!reader.decided()) return formula ? "the formula may still become true" : "the automaton may still reject";
    // The letter of a state is known before the system goes on; that of a step is not.
    show(read > 0 && !watches_steps_ ? read - 1 : read);
    if (!holds_when_continued()) return "";
    return formula ? "the formula holds on a continuation of this run" : "a continuation of this run is rejected";
  }

  std::string judge_completed() {
    NeverClaim never(machine_, claim_.process);
    std::set<uint32_t> now{never.initial()};
    for (size_t at = 0; at < positions_.size(); ++at) {
      std::set<uint32_t> next;
      for (const uint32_t q : now) {
        const NeverClaim::Moves moves = never.moves(positions_[at], q);
        if (moves.completed) {
          show(at);
          return "";
        }
        next.insert(moves.to.begin(), moves.to.end());
      }
      now = std::move(next);
    }
    return "the claim is not completed";
  }

  // An atom or a condition without a value, in the last state.
  std::string judge_error() {
    if (claim_.kind == Claim::Kind::never) {
      show(run_.choices.size());
      NeverClaim never(machine_, claim_.process);
      std::set<uint32_t> now{never.initial()};
      for (size_t at = 0; at < positions_.size(); ++at) {
        std::set<uint32_t> next;
        for (const uint32_t q : now) {
          const NeverClaim::Moves moves = never.moves(positions_[at], q);
          if (at + 1 == positions_.size() && moves.error == run_.kind) return "";
          next.insert(moves.to.begin(), moves.to.end());
        }
        now = std::move(next);
      }
      return "the claim has a value there";
    }
    if (!has_atoms()) return "labels have no value";
    Reader reader(claim_);
    for (size_t at = 0; at + 1 < positions_.size(); ++at) {
      // Merged with the step before is what comes behind it: the first of these states shows it.
      if (reader.depends_on(positions_[at], run_.kind)) {
        show(at);
        return "";
      }
      reader.read(positions_[at]);
    }
    show(run_.choices.size());
    Position& last = positions_.back();
    if (reader.depends_on(last, run_.kind)) return "";
    if (watches_steps_) {
      // In which step it has none the search does not say.
      Walk walk(machine_, last.state);
      walk.look();
      for (uint32_t i = 0; i < walk.expanded().list.size(); ++i) {
        if (!walk.allows(i)) continue;
        evaluate(last, walk, i);
        if (reader.depends_on(last, run_.kind)) return "";
      }
    }
    return claim_.kind == Claim::Kind::formula ? "the formula has a value there" : "the atoms have values there";
  }

  // Goes on from the last state until a state comes again.
  bool holds_when_continued() {
    Walk walk(machine_, positions_.back().state);
    positions_.pop_back();
    std::map<std::string, size_t> seen;
    for (size_t i = 0; i < kFarEnough; ++i) {
      const StateView state = walk.state().view();
      const auto [where, fresh] =
          seen.try_emplace(std::string(reinterpret_cast<const char*>(state.data), state.key), positions_.size());
      if (!fresh) return holds(where->second);
      walk.look();
      uint32_t choice = kStutter;
      for (uint32_t c = 0; !walk.blocked() && choice == kStutter; ++c) {
        if (walk.allows(c)) choice = c;
      }
      visit(walk, choice);
      walk.take(choice);
    }
    return false;  // no cycle is near: the automaton has to do
  }

  // The trace of the first `count` transitions.
  void show(size_t count) {
    assert(count <= run_.choices.size());
    trace::Trace& t = ruling_.trace;
    for (uint32_t pid = 0; pid < names_.size(); ++pid) ruling_.shares.push_back({pid, names_[pid], {}, -1});
    for (size_t i = 0; i < count; ++i) {
      if (std::cmp_equal(i, run_.cycle_start)) t.cycle_start = t.steps.size();
      if (t.cycle_start) {
        const uint64_t before = t.steps.size();
        for (CycleShare& s : ruling_.shares) {
          if (s.not_enabled_after < 0 && positions_[i].enabled.count(s.pid) == 0)
            s.not_enabled_after = narrow<int64_t>(before);
          if (positions_[i].moving.count(s.pid) > 0) s.moves.push_back(before + 1);
        }
      }
      if (run_.choices[i] != kStutter) append_transition(machine_, t, run_.choices[i]);
    }
    t.length = t.steps.size();
  }

  vm::Machine& machine_;
  const Claim& claim_;
  const FoundRun& run_;
  CycleFairness fair_;
  std::vector<uint32_t> atoms_;  // of the formula
  bool watches_steps_ = false;
  std::vector<Position> positions_;  // from the initial state on; the last one is where the run ends
  std::vector<std::string> names_;   // of the processes on the cycle
  ClaimRuling ruling_;
};

}  // namespace

ClaimRuling judge_claim(vm::Machine& machine, const Claim& claim, const Fairness& fairness, const FoundRun& run) {
  return Case(machine, claim, fairness, run).decide();
}

}  // namespace gyre::judge
