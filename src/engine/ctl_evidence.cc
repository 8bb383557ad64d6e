#include "engine/ctl_evidence.h"

#include <stdexcept>

#include <fmt/format.h>

#include "engine/fairness_judge.h"
#include "engine/product.h"

namespace gyre::engine {

namespace {

using logic::CtlNode;
using search::CtlEvidence;
using Op = CtlNode::Op;

[[noreturn]] void reject(const std::string& why) {
  throw std::logic_error("evidence for a formula did not stand up to its replay: " + why);
}

std::string steps_text(uint64_t n) { return n == 1 ? "one step" : fmt::format("{} steps", n); }

class Teller {
 public:
  Teller(vm::Machine& machine, const logic::CtlFormula& formula, const EvidenceRules& rules)
      : machine_(machine), formula_(formula), rules_(rules) {}

  ToldEvidence tell(const CtlEvidence& e) {
    static const char* const kinds[] = {"fact", "path", "lasso", "universal", "fair"};
    ToldEvidence out;
    out.formula = e.formula;
    out.value = e.value;
    out.kind = kinds[static_cast<size_t>(e.kind)];
    out.trace = trace::start(machine_);
    for (const uint32_t choice : e.from) step(out, choice);
    out.after = out.trace.steps.size();
    states_.clear();
    visit(out.trace);
    const bool lasso = e.kind == CtlEvidence::Kind::lasso || e.kind == CtlEvidence::Kind::fair;
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
    for (const CtlEvidence& c : e.children) {
      out.children.push_back(tell(c));
      out.certain = out.certain && out.children.back().certain;
    }
    return out;
  }

 private:
  void step(ToldEvidence& out, uint32_t choice) {
    trace::Trace& trace = out.trace;
    if (choice == model::Arc::kStutter) return ends(out);
    std::vector<vm::StepRecord> records;
    if (!machine_.explain(trace.final_state(), choice, records) || records.empty())
      reject(fmt::format("there is no choice {}", choice));
    for (const vm::StepRecord& r : records) trace::append(trace, r);
    trace.choices.push_back(choice);
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
  void visit(const trace::Trace& trace) {
    states_.emplace_back();
    states_.back().take(trace.final_state());
  }

  void follow_lasso(const CtlEvidence& e, ToldEvidence& out) {
    const auto stem = static_cast<size_t>(e.cycle_start);
    const std::unique_ptr<Claim> any = make_any_claim();
    Product system(machine_, machine_, *any, false, true);
    model::ProductBuffer buffer;
    FairnessJudge judge(rules_.fairness, rules_.unit);
    for (size_t i = 0; i < e.choices.size(); ++i) {
      if (i == stem) out.trace.cycle_start = static_cast<int64_t>(out.trace.steps.size());
      if (i >= stem) {
        system.expand(states_.back().view(), 0, buffer);
        const model::Arc* arc = nullptr;
        for (const model::Arc& a : buffer.arcs) {
          if (a.successor == e.choices[i]) arc = &a;
        }
        if (!arc) reject("a step of the cycle is not there");
        judge.step(states_.back(), buffer, *arc);
      }
      step(out, e.choices[i]);
      visit(out.trace);
    }
    if (e.component > 0) return;  // only the way to the component is shown
    if (e.choices.size() == stem) return ends(out);
    if (!states_.back().same(states_[stem])) reject("the cycle does not close");
    if (!judge.fair()) reject("the cycle is not fair");
  }

  // Whether a subformula without temporal operators has this value in a state; others are taken as said.
  bool is(int32_t i, bool value, const Position& state) {
    if (logic::has_temporal(formula_, i)) return true;
    machine_.look_at(state.view());
    return holds(i) == value;
  }
  bool holds(int32_t i) {
    const CtlNode& n = formula_[static_cast<size_t>(i)];
    switch (n.op) {
      case Op::constant: return n.value;
      case Op::negation: return !holds(n.left);
      case Op::conjunction: return holds(n.left) && holds(n.right);
      case Op::disjunction: return holds(n.left) || holds(n.right);
      case Op::implication: return !holds(n.left) || holds(n.right);
      case Op::equivalence: return holds(n.left) == holds(n.right);
      default: break;
    }
    const bool value = machine_.letter({static_cast<uint32_t>(n.atom)}) != 0;
    if (machine_.take_claim_error() != model::ErrorKind::none) reject("an atom has no value");
    return value;
  }

  void confirm(const CtlEvidence& e, const ToldEvidence& out) {
    if (e.kind == CtlEvidence::Kind::fair || e.kind == CtlEvidence::Kind::universal) return;
    const CtlNode& n = formula_[static_cast<size_t>(e.formula)];
    if (e.kind == CtlEvidence::Kind::fact) {
      if (!is(e.formula, e.value, states_.front())) reject("a subformula has another value");
      return;
    }
    const int32_t body = n.op == Op::au || n.op == Op::eu ? n.right : n.left;
    if (e.kind == CtlEvidence::Kind::lasso) {
      if (n.op != Op::eg && n.op != Op::af && n.op != Op::au) reject("a lasso shows nothing here");
      for (const Position& s : states_) {
        if (!is(body, n.op == Op::eg, s)) reject("the run is left by the formula");
      }
      return;
    }
    if ((n.op == Op::ax || n.op == Op::ex) && e.choices.size() != 1) reject("it is not one step");
    if (!is(body, e.value, states_.back())) reject("what was looked for is not at the end of the path");
    if (n.op == Op::au && !is(n.left, false, states_.back())) reject("the until is not broken");
    for (size_t i = 0; i + 1 < states_.size(); ++i) {
      if (n.op == Op::eu && !is(n.left, true, states_[i])) reject("the until does not hold on the way");
      if (n.op == Op::au && !is(n.right, false, states_[i])) reject("the until is fulfilled on the way");
    }
    if (out.trace.cycle_start >= 0) reject("a path has no cycle");
  }

  std::string text(int32_t i) const { return logic::print(formula_, i, machine_.program().atom_texts); }

  std::string run_text(const CtlEvidence& e, const ToldEvidence& out) const {
    const uint64_t length = out.trace.length - out.after;
    if (e.component > 0)
      return fmt::format("a run that after {} stays among {} states for ever (its cycle is too long to be shown)",
                         steps_text(length), e.component);
    if (out.trace.cycle_start < 0) return fmt::format("a run that ends after {}", steps_text(length));
    const uint64_t stem = static_cast<uint64_t>(out.trace.cycle_start) - out.after;
    return fmt::format("a run of {}, {}", steps_text(length),
                       stem == 0 ? "which is a cycle" : fmt::format("the first {} of which lead to a cycle", stem));
  }

  std::string sentence(const CtlEvidence& e, const ToldEvidence& out) const {
    if (e.kind == CtlEvidence::Kind::fair) return "a run that counts goes on from there: " + run_text(e, out);
    const CtlNode& n = formula_[static_cast<size_t>(e.formula)];
    std::string s = fmt::format("{} is {}", text(e.formula), e.value ? "true" : "false");
    const uint64_t length = out.trace.length - out.after;
    const std::string there = length == 0 ? "there" : fmt::format("after {}", steps_text(length));
    switch (e.kind) {
      case CtlEvidence::Kind::universal: return s + (e.value ? ": so it is on all runs" : ": there is no such run");
      case CtlEvidence::Kind::lasso: {
        const int32_t body = n.op == Op::au ? n.right : n.left;
        return fmt::format("{}: {} is {} in all states of {}", s, text(body), n.op == Op::eg ? "true" : "false",
                           run_text(e, out));
      }
      case CtlEvidence::Kind::path:
        if (n.op == Op::eu)
          return fmt::format("{}: {} is true {}{}", s, text(n.right), there,
                             length == 0 ? "" : fmt::format(", and {} before", text(n.left)));
        if (n.op == Op::au)
          return fmt::format("{}: {} neither {} nor {} is true{}", s, there, text(n.left), text(n.right),
                             length == 0 ? "" : fmt::format(", and {} was not before", text(n.right)));
        if (n.op == Op::ax || n.op == Op::ex)
          return fmt::format("{}: {} is {} in a next state", s, text(n.left), e.value ? "true" : "false");
        return fmt::format("{}: {} is {} {}", s, text(n.left), e.value ? "true" : "false", there);
      default: return s;
    }
  }

  vm::Machine& machine_;
  const logic::CtlFormula& formula_;
  EvidenceRules rules_;
  std::vector<Position> states_;  // of the piece at hand, from its first on
};

}  // namespace

ToldEvidence tell_evidence(vm::Machine& machine, const logic::CtlFormula& formula, const EvidenceRules& rules,
                           const CtlEvidence& evidence) {
  return Teller(machine, formula, rules).tell(evidence);
}

}  // namespace gyre::engine
