#include "judge/evidence.h"

#include <cassert>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "judge/walk.h"

namespace gyre::judge {

namespace {

using logic::CtlNode;
using Op = CtlNode::Op;

[[noreturn]] void reject(const std::string& why) {
  throw std::logic_error("evidence for a formula did not stand up to its replay: " + why);
}

const char* kind_name(Evidence::Kind kind) {
  switch (kind) {
    case Evidence::Kind::fact: return "fact";
    case Evidence::Kind::path: return "path";
    case Evidence::Kind::lasso: return "lasso";
    case Evidence::Kind::universal: return "universal";
    case Evidence::Kind::fair: return "fair";
  }
  return "";
}

std::string steps_text(uint64_t n) { return n == 1 ? "one step" : fmt::format("{} steps", n); }

class Pieces {
 public:
  Pieces(vm::Machine& machine, const logic::CtlFormula& formula, const Fairness& fairness)
      : machine_(machine), formula_(formula), fairness_(fairness) {}

  ToldEvidence tell(const Evidence& e) {
    ToldEvidence out;
    out.formula = e.formula;
    out.value = e.value;
    out.kind = kind_name(e.kind);
    out.trace = trace::start(machine_);
    for (const uint32_t choice : e.from) step(out, choice);
    out.after = out.trace.steps.size();
    states_.clear();
    visit(out.trace);
    const bool lasso = e.kind == Evidence::Kind::lasso || e.kind == Evidence::Kind::fair;
    if (lasso)
      follow_lasso(e, out);
    else
      for (const uint32_t choice : e.choices) {
        step(out, choice);
        visit(out.trace);
      }
    out.trace.length = out.trace.steps.size();
    out.shown = lasso || !e.choices.empty();
    confirm(e, out);
    out.text = sentence(e, out);
    if (out.shown) trace::evaluate_atoms(out.trace, atoms());
    for (const Evidence& c : e.children) {
      out.children.push_back(tell(c));
      out.certain = out.certain && out.children.back().certain;
    }
    return out;
  }

 private:
  void step(ToldEvidence& out, uint32_t choice) {
    if (choice == kStutter) return ends(out);
    if (!append_transition(machine_, out.trace, choice)) reject(fmt::format("there is no choice {}", choice));
  }
  // Nothing can move in the last state of the trace, so that it is its own successor.
  void ends(ToldEvidence& out) {
    model::SuccessorBuffer successors;
    machine_.expand(out.trace.final_state(), successors);
    for (const model::Successor& s : successors.list) {
      if (!s.dead_end) reject("the run does not end there");
      out.certain = false;
    }
  }
  void visit(const trace::Trace& trace) { states_.emplace_back(trace.final_state()); }

  void follow_lasso(const Evidence& e, ToldEvidence& out) {
    const auto stem = narrow<size_t>(e.cycle_start);
    CycleFairness fair(fairness_);
    for (size_t i = 0; i < e.choices.size(); ++i) {
      if (i == stem) out.trace.cycle_start = out.trace.steps.size();
      if (i >= stem) {
        Walk walk(machine_, states_.back());
        walk.look();
        if (!walk.allows(e.choices[i])) reject("a step of the cycle is not there");
        fair.step(walk.state(), walk.processes(), walk.expanded(), e.choices[i]);
      }
      step(out, e.choices[i]);
      visit(out.trace);
    }
    if (e.component > 0) return;  // only the way to the component is shown
    if (e.choices.size() == stem) return ends(out);
    if (!states_.back().same_key(states_[stem])) reject("the cycle does not close");
    if (!fair.fair()) reject("the cycle is not fair");
  }

  // Whether a subformula without temporal operators has this value in a state; others are taken as said.
  bool is(int32_t i, bool value, const trace::State& state) {
    if (logic::has_temporal(formula_, i)) return true;
    return holds(i, state) == value;
  }
  bool holds(int32_t i, const trace::State& state) {
    const CtlNode& n = nth(formula_, i);
    switch (n.op) {
      case Op::constant: return n.value;
      case Op::negation: return !holds(n.left, state);
      case Op::conjunction: return holds(n.left, state) && holds(n.right, state);
      case Op::disjunction: return holds(n.left, state) || holds(n.right, state);
      case Op::implication: return !holds(n.left, state) || holds(n.right, state);
      case Op::equivalence: return holds(n.left, state) == holds(n.right, state);
      case Op::atom: {
        const model::Letter letter = machine_.observer().letter(state.view(), {narrow<uint32_t>(n.atom)}, nullptr);
        if (letter.undefined != 0) reject("an atom has no value");
        return letter.value != 0;
      }
      case Op::ax:
      case Op::ex:
      case Op::af:
      case Op::ef:
      case Op::ag:
      case Op::eg:
      case Op::au:
      case Op::eu: break;
    }
    reject("a temporal operator has no value of its own");
  }

  void confirm(const Evidence& e, const ToldEvidence& out) {
    if (e.kind == Evidence::Kind::fair || e.kind == Evidence::Kind::universal) return;
    const CtlNode& n = nth(formula_, e.formula);
    if (e.kind == Evidence::Kind::fact) {
      if (!is(e.formula, e.value, states_.front())) reject("a subformula has another value");
      return;
    }
    const int32_t body = n.op == Op::au || n.op == Op::eu ? n.right : n.left;
    if (e.kind == Evidence::Kind::lasso) {
      if (n.op != Op::eg && n.op != Op::af && n.op != Op::au) reject("a lasso shows nothing here");
      for (const trace::State& s : states_) {
        if (!is(body, n.op == Op::eg, s)) reject("the run is left by the formula");
      }
      return;
    }
    if ((n.op == Op::ax || n.op == Op::ex) && e.choices.size() != 1) reject("it is not one step");
    if (!is(body, e.value, states_.back())) reject("what was looked for is not at the end of the path");
    if (n.op == Op::au && !is(n.left, false, states_.back())) reject("the until is not broken");
    for (size_t i = 0; i + 1 < states_.size(); ++i) {
      const bool there = i + e.last >= states_.size() && looks_like_last(i);
      if (n.op == Op::eu && !there && !is(n.left, true, states_[i])) reject("the until does not hold on the way");
      if (n.op == Op::au && !is(n.right, false, states_[i])) reject("the until is fulfilled on the way");
    }
    if (out.trace.cycle_start) reject("a path has no cycle");
  }

  // Whether this state and those behind it cannot be told apart by the formula.
  bool looks_like_last(size_t at) {
    for (const uint32_t atom : atoms()) {
      const auto letter = [&](const trace::State& s) { return machine_.observer().letter(s.view(), {atom}, nullptr); };
      const model::Letter last = letter(states_.back());
      for (size_t i = at; i + 1 < states_.size(); ++i) {
        const model::Letter here = letter(states_[i]);
        if (here.value != last.value || here.undefined != last.undefined) return false;
      }
    }
    return true;
  }

  // The atoms of the formula, each once.
  std::vector<uint32_t> atoms() const {
    std::set<uint32_t> out;
    for (const CtlNode& n : formula_) {
      if (n.op == Op::atom) out.insert(narrow<uint32_t>(n.atom));
    }
    return {out.begin(), out.end()};
  }

  std::string text(int32_t i) const { return logic::print(formula_, i, machine_.program().atom_texts); }

  std::string run_text(const Evidence& e, const ToldEvidence& out) const {
    const uint64_t length = out.trace.length - out.after;
    if (e.component > 0)
      return fmt::format("a run that after {} stays among {} states for ever (its cycle is too long to be shown)",
                         steps_text(length), e.component);
    if (!out.trace.cycle_start) return fmt::format("a run that ends after {}", steps_text(length));
    assert(*out.trace.cycle_start >= out.after);
    const uint64_t stem = *out.trace.cycle_start - out.after;
    return fmt::format("a run of {}, {}", steps_text(length),
                       stem == 0 ? "which is a cycle" : fmt::format("the first {} of which lead to a cycle", stem));
  }

  std::string sentence(const Evidence& e, const ToldEvidence& out) const {
    if (e.kind == Evidence::Kind::fair) return "a run that counts goes on from there: " + run_text(e, out);
    const CtlNode& n = nth(formula_, e.formula);
    std::string s = fmt::format("{} is {}", text(e.formula), e.value ? "true" : "false");
    const uint64_t length = out.trace.length - out.after;
    const std::string there = length == 0 ? "there" : fmt::format("after {}", steps_text(length));
    switch (e.kind) {
      case Evidence::Kind::universal: return s + (e.value ? ": so it is on all runs" : ": there is no such run");
      case Evidence::Kind::lasso: {
        const int32_t body = n.op == Op::au ? n.right : n.left;
        return fmt::format("{}: {} is {} in all states of {}", s, text(body), n.op == Op::eg ? "true" : "false",
                           run_text(e, out));
      }
      case Evidence::Kind::path:
        if (n.op == Op::eu)
          return fmt::format("{}: {} is true {}{}", s, text(n.right), there,
                             length == 0 ? "" : fmt::format(", and {} before", text(n.left)));
        if (n.op == Op::au)
          return fmt::format("{}: {} neither {} nor {} is true{}", s, there, text(n.left), text(n.right),
                             length == 0 ? "" : fmt::format(", and {} was not before", text(n.right)));
        if (n.op == Op::ax || n.op == Op::ex)
          return fmt::format("{}: {} is {} in a next state", s, text(n.left), e.value ? "true" : "false");
        return fmt::format("{}: {} is {} {}", s, text(n.left), e.value ? "true" : "false", there);
      case Evidence::Kind::fact:
      case Evidence::Kind::fair: break;
    }
    return s;
  }

  vm::Machine& machine_;
  const logic::CtlFormula& formula_;
  Fairness fairness_;
  std::vector<trace::State> states_;  // of the piece at hand, from its first on
};

}  // namespace

ToldEvidence judge_evidence(vm::Machine& machine, const logic::CtlFormula& formula, const Fairness& fairness,
                            const Evidence& evidence) {
  return Pieces(machine, formula, fairness).tell(evidence);
}

}  // namespace gyre::judge
