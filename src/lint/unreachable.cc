// Statements to which control never comes: behind a goto, or behind a loop that nothing leaves. Conditions are not
// looked at; one that is the constant 0 is taken for a switch that somebody has turned off, and what it guards is
// left alone.
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "base/nth.h"
#include "lint/lint.h"
#include "lint/values.h"

namespace gyre::lint {

namespace {

using Place = std::tuple<uint32_t, uint32_t, uint32_t>;

Place place_of(const Span& span) { return {span.file, span.line, span.column}; }

class Reach {
 public:
  Reach(const ir::Program& program, const ir::Process& process)
      : program_(program), process_(process), seen_(process.states.size()) {}

  void from(uint32_t state) {
    push(state);
    while (!to_visit_.empty()) {
      const uint32_t s = to_visit_.back();
      to_visit_.pop_back();
      for (const uint32_t e : process_.states[s].edges) {
        const ir::Edge& edge = process_.edges[e];
        const ir::Action& a = program_.action(edge);
        if (a.kind == ir::ActionKind::d_step) push(a.d_step_entry);
        push(edge.to);
      }
    }
  }

  bool at(uint32_t state) const { return seen_[state]; }

 private:
  void push(uint32_t state) {
    if (state == 0 || state >= seen_.size() || seen_[state]) return;
    seen_[state] = true;
    to_visit_.push_back(state);
  }

  const ir::Program& program_;
  const ir::Process& process_;
  std::vector<bool> seen_;
  std::vector<uint32_t> to_visit_;
};

bool is_constant(const ir::Program& program, const ir::Action& a, ir::ActionKind kind, int32_t value) {
  return a.kind == kind && constant_value(program, a.expr) == value;
}

// Whether it is worth a word: something that the text says, and that does something. `assert(false)` says itself that
// nobody comes there.
bool speaks(const ir::Program& program, const ir::Action& a) {
  if (!a.span.known() || a.source.empty() || is_constant(program, a, ir::ActionKind::assert_, 0)) return false;
  switch (a.kind) {
    case ir::ActionKind::condition:
    case ir::ActionKind::assign:
    case ir::ActionKind::assert_:
    case ir::ActionKind::print:
    case ir::ActionKind::print_mtype:
    case ir::ActionKind::assign_all:
    case ir::ActionKind::send:
    case ir::ActionKind::receive:
    case ir::ActionKind::set_priority: return true;
    case ir::ActionKind::skip:
    case ir::ActionKind::else_:
    case ir::ActionKind::d_step:
    case ir::ActionKind::end:
    case ir::ActionKind::new_channel:
    case ir::ActionKind::trap: return false;
  }
  __builtin_unreachable();
}

class Unreachable {
 public:
  explicit Unreachable(const ir::Program& program) : program_(program), reached_(program.actions.size()) {}

  void look(const ir::Process& p) {
    Reach reach(program_, p);
    reach.from(p.initial);
    for (const ir::Edge& e : p.edges) {
      if (is_constant(program_, program_.action(e), ir::ActionKind::condition, 0)) reach.from(e.from);
    }
    std::vector<const ir::Edge*> others;
    for (const ir::Edge& e : p.edges) {
      if (reach.at(e.from))
        nth(reached_, e.action) = true;
      else
        others.push_back(&e);
    }
    // The guard of an option is an edge of the choice, too.
    std::erase_if(others, [&](const ir::Edge* e) { return nth(reached_, e->action); });
    std::stable_sort(others.begin(), others.end(), [&](const ir::Edge* a, const ir::Edge* b) {
      return place_of(program_.action(*a).span) < place_of(program_.action(*b).span);
    });
    // The first of what hangs together is enough.
    Reach told(program_, p);
    for (const ir::Edge* e : others) {
      const ir::Action& a = program_.action(*e);
      if (told.at(e->from) || !speaks(program_, a)) continue;
      told.from(e->from);
      found_.emplace(place_of(a.span), &a);
    }
  }

  void report(Diagnostics& diagnostics) {
    if (found_.empty()) return;
    // The text of an inline is reached if it is reached for one of its calls.
    for (size_t i = 0; i < reached_.size(); ++i) {
      if (reached_[i]) found_.erase(place_of(program_.actions[i].span));
    }
    for (const auto& [place, a] : found_)
      diagnostics.warning(Warning::unreachable, a->span,
                          fmt::format("control never comes to '{}'", a->written.empty() ? a->source : a->written));
  }

 private:
  const ir::Program& program_;
  std::vector<bool> reached_;  // by action
  std::map<Place, const ir::Action*> found_;
};

}  // namespace

void unreachable(const ir::Program& program, Diagnostics& diagnostics) {
  Unreachable all(program);
  for (const ir::Process& p : program.processes) {
    if (p.kind == ir::ProcessKind::proctype || p.kind == ir::ProcessKind::init) all.look(p);
  }
  all.report(diagnostics);
}

}  // namespace gyre::lint
