#include "trace/view.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "base/narrow.h"
#include "base/nth.h"

namespace gyre::trace {

namespace {

constexpr size_t kNamed = 12;  // names that a message lists

const ir::Action& action_of(const ir::Program& program, const Step& step) {
  return nth(program.actions, nth(program.processes, step.type).edges[step.edge].action);
}

// "P(2)" is meant by "P", by "2" and by "P(2)".
bool means_process(const std::string& wanted, std::string_view name, int32_t pid) {
  return wanted == name || wanted == std::to_string(pid) || wanted == process_text(name, pid);
}

// Without "P(2):" in front.
std::string_view own_name(std::string_view name) {
  const size_t at = name.find("):");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}

// Whether it is `wanted`, or an element or a field of it.
bool is_part(std::string_view wanted, std::string_view name) {
  if (!name.starts_with(wanted)) return false;
  return name.size() == wanted.size() || name[wanted.size()] == '[' || name[wanted.size()] == '.';
}

std::string list_text(const std::set<std::string>& names) {
  std::vector<std::string> first;
  for (const std::string& n : names) {
    if (first.size() < kNamed) first.push_back(n);
  }
  const std::string rest = names.size() > kNamed ? fmt::format(" and {} more", names.size() - kNamed) : "";
  return fmt::format("{}{}", fmt::join(first, ", "), rest);
}

// Of a variable or an array the name, without indices and fields.
std::string base_of(const std::string& name) {
  const size_t start = name.size() - own_name(name).size();
  return name.substr(0, name.find_first_of("[.", start));
}

}  // namespace

bool is_initialisation(const ir::Program& program, const Step& step) {
  const ir::Action& action = action_of(program, step);
  if (action.kind == ir::ActionKind::skip) return action.source.starts_with("declaration of ");
  if (action.kind != ir::ActionKind::assign || action.place.var == ir::kNone) return false;
  const Span& declared = nth(program.variables, action.place.var).declared;
  return declared.known() && declared.file == action.span.file && declared.line == action.span.line &&
         declared.column == action.span.column;
}

bool is_skip(const ir::Program& program, const Step& step) {
  const ir::Action& action = action_of(program, step);
  switch (action.kind) {
    case ir::ActionKind::skip: return !action.source.starts_with("declaration of ");
    case ir::ActionKind::condition: return nth(program.exprs, action.expr).op == ir::Op::constant;
    case ir::ActionKind::assign:
    case ir::ActionKind::assert_:
    case ir::ActionKind::print:
    case ir::ActionKind::print_mtype:
    case ir::ActionKind::assign_all:
    case ir::ActionKind::send:
    case ir::ActionKind::receive:
    case ir::ActionKind::else_:
    case ir::ActionKind::d_step:
    case ir::ActionKind::set_priority:
    case ir::ActionKind::end:
    case ir::ActionKind::new_channel:
    case ir::ActionKind::trap: return false;
  }
  __builtin_unreachable();
}

bool means(const std::string& wanted, const std::string& name) {
  if (is_part(wanted, name) || is_part(wanted, own_name(name))) return true;
  const size_t colon = wanted.find(':');
  const size_t bracket = name.find('(');
  if (colon == std::string::npos || bracket == std::string::npos || name.find("):") == std::string::npos) return false;
  return wanted.substr(0, colon) == name.substr(0, bracket) && is_part(wanted.substr(colon + 1), own_name(name));
}

Selection::Selection(const Trace& trace, const View& view) : trace_(trace), view_(view) {
  check_range();
  if (!view.processes.empty()) check_processes();
  if (!view.variables.empty()) check_variables();
}

void Selection::check_range() const {
  const size_t count = trace_.steps.size();
  if (view_.from > view_.to) throw Error(fmt::format("step {} comes after step {}", view_.from, view_.to));
  if (view_.from > 1 && view_.from > count)
    throw Error(fmt::format("there is no step {}: the run has {}", view_.from, count));
}

void Selection::check_processes() const {
  std::set<std::string> there;
  const auto wanted = [&](const std::string& text) {
    for (size_t after = 0; after <= trace_.steps.size(); ++after) {
      if (trace_.state(after).empty()) continue;
      for (const ProcessPlace& p : places(trace_.program(), trace_.shapes(), trace_.state(after).view())) {
        const std::string_view name = display_name(nth(trace_.program().processes, p.process));
        if (means_process(text, name, p.pid)) return true;
        there.insert(process_text(name, p.pid));
      }
    }
    return false;
  };
  for (const std::string& text : view_.processes) {
    there.clear();
    if (!wanted(text))
      throw Error(
          fmt::format("the run has no process '{}'; it has {}", text, there.empty() ? "none" : list_text(there)));
  }
}

void Selection::check_variables() const {
  std::set<std::string> there;
  std::vector<bool> found(view_.variables.size(), false);
  for (size_t after = 0; after <= trace_.steps.size(); ++after) {
    if (trace_.state(after).empty()) continue;
    const std::vector<NamedValue> values = after == 0
                                               ? describe(trace_.program(), trace_.shapes(), trace_.initial.view())
                                               : trace_.steps[after - 1].changes;
    for (const NamedValue& v : values) {
      there.insert(base_of(v.name));
      for (size_t i = 0; i < found.size(); ++i) found[i] = found[i] || means(view_.variables[i], v.name);
    }
  }
  // What is born with the value 0 and never changes is in no list of changes.
  if (!trace_.initial.empty()) {
    for (const NamedValue& v : describe(trace_.program(), trace_.shapes(), trace_.final_state())) {
      there.insert(base_of(v.name));
      for (size_t i = 0; i < found.size(); ++i) found[i] = found[i] || means(view_.variables[i], v.name);
    }
  }
  const auto missing = std::find(found.begin(), found.end(), false);
  if (missing == found.end()) return;
  throw Error(fmt::format("the run has no variable '{}'; it has {}", nth(view_.variables, missing - found.begin()),
                          there.empty() ? "none" : list_text(there)));
}

bool Selection::shows_process(int32_t pid, int32_t type) const {
  if (view_.processes.empty()) return true;
  const std::string_view name = display_name(nth(trace_.program().processes, type));
  return std::any_of(view_.processes.begin(), view_.processes.end(),
                     [&](const std::string& wanted) { return means_process(wanted, name, pid); });
}

bool Selection::shows(const Step& step) const {
  if (!in_range(step)) return false;
  if (step.number == trace_.failure.step) return true;
  if (!shows_process(step.pid, step.type)) return false;
  if (view_.hide_inits && is_initialisation(trace_.program(), step)) return false;
  // What a step has printed is not hidden with it.
  return !(view_.hide_skips && is_skip(trace_.program(), step) && step.changes.empty() && step.output.empty());
}

bool Selection::shows(const NamedValue& value) const {
  const size_t owner = value.name.find("):");
  if (owner != std::string::npos) {
    if (view_.hide_locals) return false;
    if (!view_.processes.empty()) {
      const size_t bracket = value.name.find('(');
      const std::string name = value.name.substr(0, bracket);
      const std::string number = value.name.substr(bracket + 1, owner - bracket - 1);
      const bool chosen = std::any_of(view_.processes.begin(), view_.processes.end(), [&](const std::string& wanted) {
        return wanted == name || wanted == number || wanted == value.name.substr(0, owner + 1);
      });
      if (!chosen) return false;
    }
  }
  if (view_.variables.empty()) return true;
  return std::any_of(view_.variables.begin(), view_.variables.end(),
                     [&](const std::string& wanted) { return means(wanted, value.name); });
}

std::vector<NamedValue> Selection::of(const std::vector<NamedValue>& values) const {
  std::vector<NamedValue> out;
  for (const NamedValue& v : values) {
    if (shows(v)) out.push_back(v);
  }
  return out;
}

size_t Selection::hidden_steps() const {
  return narrow<size_t>(
      std::count_if(trace_.steps.begin(), trace_.steps.end(), [&](const Step& s) { return !shows(s); }));
}

}  // namespace gyre::trace
