#include "reduce/symmetry.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "ir/layout.h"
#include "reduce/births.h"
#include "reduce/pid_sorts.h"

namespace gyre::reduce {

namespace {

using ir::ActionKind;

bool makes_channels(const ir::Program& program, const ir::Process& p) {
  return std::any_of(p.initialisers.begin(), p.initialisers.end(),
                     [&](ir::ActionId id) { return program.action(id).kind == ActionKind::new_channel; });
}

// Why processes can be told apart, whatever they do with numbers.
std::string why_not_at_all(const ir::Program& program) {
  if (program.embedded_c != nullptr) return "the model has embedded C, which may tell processes apart";
  if (program.uses_priority) return "the model uses priorities";
  if (program.uses_last) return "the model reads _last";
  if (program.uses_provided) return "the model has provided clauses";
  if (program.uses_enabled) return "the model uses enabled()";
  if (program.trace != ir::kNone) return "the model has a trace assertion";
  if (!program.exclusive.empty()) return "xr and xs are about one process";
  if (program.hidden_bytes > 0) return "hidden variables have the value of the first arrival";
  return "";
}

// Channels die with the process that made them. The first process has no elder one that could see that.
std::string why_not_channels(const ir::Program& program, const Births& births, Symmetry& out) {
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (!makes_channels(program, program.processes[p])) continue;
    const bool first = !program.instances.empty() && std::cmp_equal(program.instances[0].process, p);
    if (!first || births.instances(p) != 1)
      return fmt::format("'{}' has a channel of its own, which dies with it", program.processes[p].name);
    out.keeps_first = true;
  }
  return "";
}

// Whether deaths make no difference: what the number of those that have ended and not died yet decides.
std::string why_not_deaths(const ir::Program& program, const Births& births, bool observed) {
  if (births.deaths_are_mixed()) return "a process has a label, or can do something else, where it can die";
  if (births.before_deaths()) return "";
  if (observed) return "a process may get the number of one that died, which is looked at";
  const std::optional<uint64_t> most = births.all_instances();
  uint64_t frame = 0;
  for (const ir::Process& p : program.processes) frame = std::max<uint64_t>(frame, p.frame_bytes);
  if (!most || *most > program.max_processes || *most * frame > ir::kMaxStateBytes / 2)
    return "how many processes are started is not known, and those that wait for their death count";
  return "";
}

std::vector<PidVariable> pid_variables(const ir::Program& program, const PidSorts& sorts,
                                       const std::vector<ir::VarId>& variables, uint32_t& below) {
  std::vector<PidVariable> out;
  for (const ir::VarId var : variables) {
    const ir::Variable& v = program.variable(var);
    PidVariable p{var, sorts.elements(var), std::vector<bool>(v.dims.size())};
    bool indexed = false;
    for (size_t d = 0; d < v.dims.size(); ++d) {
      p.dims[d] = sorts.index(var, d);
      if (p.dims[d]) below = std::min(below, v.dims[d]);
      indexed = indexed || p.dims[d];
    }
    if (p.elements || indexed) out.push_back(std::move(p));
  }
  return out;
}

void describe_numbers(const ir::Program& program, const PidSorts& sorts, Symmetry& out) {
  out.globals = pid_variables(program, sorts, program.globals, out.below);
  for (const ir::Process& p : program.processes)
    out.locals.push_back(pid_variables(program, sorts, p.variables, out.below));
  for (size_t t = 0; t < program.channel_types.size(); ++t) {
    std::vector<bool>& fields = out.fields.emplace_back(program.channel_types[t].fields.size());
    for (size_t f = 0; f < fields.size(); ++f) fields[f] = sorts.field(t, f);
  }
  out.fixed.assign(program.max_processes, false);
  for (const int32_t pid : sorts.named()) {
    if (pid >= 0 && std::cmp_less(pid, out.fixed.size())) nth(out.fixed, pid) = true;
  }
}

// Which of its arguments a process uses.
std::vector<bool> used_arguments(const ir::Program& program, const ir::Process& p, size_t count) {
  std::vector<bool> used(count);
  const auto look = [&](ir::ExprId id) {
    ir::each_expr(program, id, [&](const ir::Expr& e) {
      if (e.op == ir::Op::argument) nth(used, e.value) = true;
    });
  };
  const auto look_at = [&](const ir::Action& a) {
    look(a.expr);
    look(a.channel);
    look(a.more_writes);
    for (const ir::ExprId e : a.exprs) look(e);
    for (const ir::ExprId e : a.place.indices) look(e);
    for (const ir::ReceiveArg& r : a.receive) {
      look(r.value);
      for (const ir::ExprId e : r.place.indices) look(e);
    }
  };
  for (const ir::ActionId id : p.initialisers) look_at(program.action(id));
  for (const ir::Edge& e : p.edges) look_at(program.action(e));
  return used;
}

// Instances with the same arguments, which are no part of the state, as far as they use them.
void find_classes(const ir::Program& program, Symmetry& out) {
  std::map<std::pair<int32_t, std::vector<int32_t>>, int32_t> known;
  for (const ir::Instance& i : program.instances) {
    std::vector<int32_t> arguments = i.arguments;
    const std::vector<bool> used = used_arguments(program, program.process(i.process), arguments.size());
    for (size_t a = 0; a < arguments.size(); ++a) arguments[a] = used[a] ? arguments[a] : 0;
    const auto at = known.try_emplace({i.process, arguments}, narrow<int32_t>(known.size())).first;
    out.classes.push_back(at->second);
  }
}

// How many of the instances at the start can change places with another one; numbers beyond them are not known.
size_t movable_at_start(const ir::Program& program, const Symmetry& s) {
  std::map<int32_t, size_t> count;
  for (size_t i = 0; i < program.instances.size(); ++i) {
    const int32_t type = program.instances[i].process;
    if (nth(s.types, type) && i < s.below && (i >= s.fixed.size() || !s.fixed[i]))
      ++count[s.classes.empty() ? type : s.classes[i]];
  }
  size_t most = 0;
  for (const auto& [type, n] : count) most = std::max(most, n);
  return most;
}

void tell(const ir::Program& program, Symmetry& out) {
  std::string names;
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (out.types[p]) names += (names.empty() ? "" : ", ") + program.processes[p].name;
  }
  out.found = out.order ? "processes have no order" : "instances are interchangeable: " + names;
}

}  // namespace

Symmetry find_symmetry(const ir::Program& program, const std::vector<ir::ExprId>& atoms) {
  Symmetry out;
  out.types.resize(program.processes.size());
  out.type_why_not.resize(program.processes.size());
  out.why_not = why_not_at_all(program);
  if (!out.why_not.empty()) return out;
  const PidSorts sorts(program, atoms);
  const Births births(program);
  out.why_not = sorts.blocked();
  if (out.why_not.empty()) out.why_not = why_not_channels(program, births, out);
  if (out.why_not.empty()) out.why_not = why_not_deaths(program, births, sorts.observed());
  if (!out.why_not.empty()) return out;
  out.order = !program.semantics.fixed_places && !sorts.observed();
  for (size_t p = 0; p < program.processes.size(); ++p) {
    const ir::Process& process = program.processes[p];
    std::vector<bool>& ended = out.ended.emplace_back(process.states.size());
    for (uint32_t s = 0; s < process.states.size(); ++s) ended[s] = births.ended(p, s);
  }
  describe_numbers(program, sorts, out);
  if (program.semantics.fixed_places) find_classes(program, out);
  bool several = false;  // are there two that could change places?
  size_t started = 0;
  for (size_t p = 0; p < program.processes.size(); ++p) {
    const ir::Process& process = program.processes[p];
    const std::optional<uint64_t> n = births.instances(p);
    if (process.kind != ir::ProcessKind::proctype && process.kind != ir::ProcessKind::init) continue;
    out.type_why_not[p] = sorts.why_told_apart(narrow<int32_t>(p));
    if (out.type_why_not[p].empty() && n && *n < 2) out.type_why_not[p] = "there are no two of them";
    if (out.keeps_first && std::cmp_equal(program.instances[0].process, p))
      out.type_why_not[p] = "it has channels of its own";
    out.types[p] = out.type_why_not[p].empty();
    several = several || out.types[p];
    if (process.kind == ir::ProcessKind::proctype) started += n ? narrow<size_t>(*n) : 2;
  }
  if (births.any() && out.order) {
    several = several || started >= 2;
  } else if (!births.any() && several && movable_at_start(program, out) < 2) {
    several = false;
    for (size_t p = 0; p < program.processes.size(); ++p) {
      if (out.types[p]) out.type_why_not[p] = "the model names its instances by their numbers, or by arguments";
      out.types[p] = false;
    }
  }
  if (several) {
    tell(program, out);
    return out;
  }
  out.why_not = "no two processes can change places";
  for (size_t p = 0; p < program.processes.size(); ++p) {
    if (program.processes[p].kind == ir::ProcessKind::proctype && !out.type_why_not[p].empty())
      out.why_not += fmt::format("; '{}': {}", program.processes[p].name, out.type_why_not[p]);
  }
  return out;
}

}  // namespace gyre::reduce
