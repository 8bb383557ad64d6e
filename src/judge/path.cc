#include "judge/path.h"
#include "base/narrow.h"
#include "base/nth.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace gyre::judge {

using model::ErrorKind;
using trace::State;
using trace::Step;
using trace::Trace;

namespace {

std::string place_text(const Trace& trace, uint32_t place) {
  const auto& places = trace.machine->image().places;
  if (place >= places.size()) return fmt::format("place {}", place);
  const ir::Process& process = nth(trace.program().processes, places[place].process);
  const ir::Edge& edge = process.edges[places[place].edge];
  const std::string& text = trace.text(places[place].process, places[place].edge).source;
  return fmt::format("`{}` of {} ({})", text, trace::display_name(process),
                     trace::line_text(trace.program(), nth(trace.program().actions, edge.action).span));
}

// Kinds that share a name cannot be told apart in a trail.
bool same_name(ErrorKind a, ErrorKind b) { return std::string_view(name_of(a)) == name_of(b); }

// The number of steps of the last transition up to the failing one; 0: the error is not there. `before` is the state
// in which the transition starts; `kind` becomes the kind that is met, of those with its name.
size_t failing_step(vm::Machine& machine, const Trace& trace, const std::vector<vm::StepRecord>& steps,
                    StateView before, uint32_t choice, ErrorKind& kind, uint32_t place) {
  for (size_t i = 0; i < steps.size(); ++i) {
    if (same_name(steps[i].error, kind) &&
        (place == trace::kAnyPlace || trace::place_of(trace.program(), steps[i].process, steps[i].edge) == place)) {
      kind = steps[i].error;
      return i + 1;
    }
  }
  // Errors that are no property of a single step (a loop, a second executable option) have no record of their own.
  model::SuccessorBuffer buffer;
  machine.expand(before, buffer);
  for (const model::StepError& e : buffer.errors) {
    if (e.successor == choice && same_name(e.kind, kind) && (place == trace::kAnyPlace || e.place == place)) {
      kind = e.kind;
      return std::min<size_t>(e.steps, steps.size());
    }
  }
  return 0;
}

bool is_dead_end(vm::Machine& machine, StateView before, uint32_t choice) {
  model::SuccessorBuffer buffer;
  machine.expand(before, buffer);
  return buffer.list[choice].dead_end;
}

// Not every dead end is recorded in a step: a loop inside an atomic sequence is one of many steps.
constexpr size_t kLong = 64;
bool may_be_dead_end(const std::vector<vm::StepRecord>& steps) {
  return steps.back().error != ErrorKind::none || steps.size() >= kLong;
}

std::string no_such_choice(vm::Machine& machine, StateView state, size_t number, uint32_t choice) {
  model::SuccessorBuffer buffer;
  machine.expand(state, buffer);
  const size_t count = buffer.list.size();
  if (count == 0) return fmt::format("transition {}: nothing can move", number + 1);
  return fmt::format("transition {}: there is no choice {}, only {}", number + 1, choice,
                     count == 1 ? "0" : fmt::format("0 .. {}", count - 1));
}

void confirm_deadlock(vm::Machine& machine, ReplayResult& result) {
  std::vector<vm::Move> moves;
  machine.moves(result.trace.final_state(), -1, moves);
  if (!moves.empty()) {
    const vm::StepRecord& first = moves.front().steps.front();
    result.why_not = fmt::format(
        "this is no deadlock: {} can move",
        trace::process_text(trace::display_name(nth(result.trace.program().processes, first.process)), first.pid));
    return;
  }
  result.trace.failure = trace::describe_end(result.trace);
  result.confirmed = result.trace.failure.kind == ErrorKind::deadlock;
  if (!result.confirmed) result.why_not = "this is a valid end: no process is blocked outside an end state";
}

}  // namespace

ReplayResult replay(vm::Machine& machine, const std::vector<uint32_t>& choices, ErrorKind kind, uint32_t place) {
  ReplayResult result;
  Trace& trace = result.trace;
  trace = trace::start(machine);
  if (trace.initial.empty()) {
    result.confirmed = same_name(kind, trace.failure.kind) && choices.empty();
    if (!result.confirmed) result.why_not = "there is no initial state: " + trace.failure.message;
    return result;
  }
  // What a claim decides is confirmed by whoever knows the claim; here the run is followed.
  const bool in_last_step = kind != ErrorKind::none && kind != ErrorKind::deadlock && !model::needs_claim(kind);
  if (in_last_step && choices.empty()) {
    result.why_not = "the trail has no steps";
    return result;
  }
  std::vector<vm::StepRecord> steps;
  State before = trace.initial;
  for (size_t i = 0; i < choices.size(); ++i) {
    if (!machine.explain(before.view(), choices[i], steps) || steps.empty()) {
      result.why_not = no_such_choice(machine, before.view(), i, choices[i]);
      return result;
    }
    const bool last = i + 1 == choices.size();
    size_t count = steps.size();
    if (last && in_last_step) {
      count = failing_step(machine, trace, steps, before.view(), choices[i], kind, place);
      if (count == 0) {
        for (const vm::StepRecord& s : steps) trace::append(trace, s);
        trace.choices = choices;
        const std::string where = place == trace::kAnyPlace ? "" : " in " + place_text(trace, place);
        result.why_not = fmt::format("the last transition meets no error `{}`{}", model::error_name(kind), where);
        return result;
      }
    } else if (may_be_dead_end(steps) && is_dead_end(machine, before.view(), choices[i]) &&
               (!last || kind != ErrorKind::none)) {
      result.why_not = fmt::format("transition {} ends with an error ({}): nothing comes behind it", i + 1,
                                   model::error_name(steps.back().error));
      return result;
    }
    for (size_t k = 0; k < count; ++k) trace::append(trace, steps[k]);
    trace.choices.push_back(choices[i]);
    before = State(StateView{steps.back().state.data(), steps.back().key, steps.back().total});
  }
  if (kind == ErrorKind::deadlock) {
    confirm_deadlock(machine, result);
    return result;
  }
  result.confirmed = true;
  if (in_last_step) trace.failure = trace::describe_failure(trace, trace.steps.back(), kind);
  return result;
}

namespace {

// The values of the formula's atoms: those that the program knows are evaluated anew. A formula of the command line is
// known to the file only.
void take_atoms(const trace::TrailFile& file, Trace& trace) {
  for (const trace::TrailFile::AtomValue& first : file.atoms) {
    const std::vector<std::string>& known = trace.program().atom_texts;
    if (const auto at = std::find(known.begin(), known.end(), first.text); at != known.end()) {
      trace::evaluate_atoms(trace, {narrow<uint32_t>(at - known.begin())});
      continue;
    }
    trace::AtomValues& atom = trace.atoms.emplace_back(trace::AtomValues{first.text, {first.value}});
    for (const trace::TrailFile::StepLine& line : file.steps) {
      trace::Truth value = atom.values.back();
      for (const trace::TrailFile::AtomValue& changed : line.atoms)
        value = changed.text == first.text ? changed.value : value;
      atom.values.push_back(value);
    }
  }
}

}  // namespace

ReplayResult replay(vm::Machine& machine, const trace::TrailFile& file) {
  if (file.language != machine.program().semantics.language) {
    ReplayResult refused;
    refused.trace = trace::start(machine);
    refused.why_not =
        fmt::format("the trail is of a {} model, this one is {}", file.language, machine.program().semantics.language);
    return refused;
  }
  // A deadlock is nowhere in particular, and a trail that only says what happened has no error at all.
  const bool by_claim = model::needs_claim(file.kind) || file.place == trace::kInClaim;
  ReplayResult result = replay(machine, file.choices, file.place == trace::kInClaim ? ErrorKind::none : file.kind,
                               file.kind == ErrorKind::deadlock ? trace::kAnyPlace : file.place);
  const std::vector<Step>& steps = result.trace.steps;
  result.trace.cycle_start = file.cycle_start;
  if (by_claim && result.confirmed) {
    result.trace.failure.kind = file.kind;
    result.trace.failure.message = file.message;
    if (file.cycle_start && *file.cycle_start <= steps.size()) {
      if (!result.trace.state(*file.cycle_start).same_key(result.trace.state(steps.size()))) {
        result.confirmed = false;
        result.why_not = "the cycle does not come back to where it begins";
        return result;
      }
    }
  }
  const size_t count = std::min(steps.size(), file.steps.size());
  for (size_t i = 0; i < count; ++i) {
    const trace::TrailFile::StepLine& line = file.steps[i];
    if (steps[i].pid == line.pid && steps[i].process == line.process && steps[i].statement == line.statement) continue;
    result.confirmed = false;
    result.why_not = fmt::format("step {} is `{}` of {}, but the model does `{}` of {}: has the model been changed?",
                                 i + 1, line.statement, trace::process_text(line.process, line.pid), steps[i].statement,
                                 trace::process_text(steps[i].process, steps[i].pid));
    return result;
  }
  if (result.confirmed && steps.size() != file.steps.size()) {
    result.confirmed = false;
    result.why_not =
        fmt::format("{} steps, but the model does {}: has the model been changed?", file.steps.size(), steps.size());
  }
  if (result.confirmed && !result.trace.initial.empty()) take_atoms(file, result.trace);
  return result;
}

}  // namespace gyre::judge
