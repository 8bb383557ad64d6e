#include "dap/breakpoints.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "dap/values.h"

namespace gyre::dap {

HitCondition::HitCondition(const std::string& text) {
  struct Named {
    std::string_view text;
    Test test;
  };
  // A longer one comes before those that it begins with.
  constexpr Named kTests[] = {{">=", Test::at_least}, {"<=", Test::at_most}, {"==", Test::equal},  {">", Test::more},
                              {"<", Test::less},      {"=", Test::equal},    {"%", Test::multiple}};
  std::string rest;
  std::ranges::copy_if(text, std::back_inserter(rest), [](char c) { return c != ' ' && c != '\t'; });
  if (rest.empty()) return;
  test_ = Test::equal;
  for (const Named& t : kTests) {
    if (!rest.starts_with(t.text)) continue;
    test_ = t.test;
    rest.erase(0, t.text.size());
    break;
  }
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number_);
  if (error != std::errc() || end != rest.data() + rest.size() || (test_ == Test::multiple && number_ == 0)) {
    throw Error(fmt::format("`{}` is no count of hits: write 3, >= 3 or % 3", text));
  }
}

bool HitCondition::counts(uint64_t hit) const {
  switch (test_) {
    case Test::always: return true;
    case Test::equal: return hit == number_;
    case Test::more: return hit > number_;
    case Test::at_least: return hit >= number_;
    case Test::less: return hit < number_;
    case Test::at_most: return hit <= number_;
    case Test::multiple: return hit % number_ == 0;
  }
  __builtin_unreachable();
}

std::string Breakpoints::filled(const std::string& log, const Walk& walk, int32_t pid) const {
  std::string out;
  for (size_t at = 0; at < log.size();) {
    const size_t close = log[at] == '{' ? log.find('}', at) : std::string::npos;
    if (close == std::string::npos) {
      out += log[at++];
      continue;
    }
    try {
      out += walk.value(Expression(model_, log.substr(at + 1, close - at - 1)), pid).text;
    } catch (const Error& e) {
      out += fmt::format("({})", e.what());
    }
    at = close + 1;
  }
  return out;
}

void Breakpoints::fire(Trigger& trigger, const Walk& walk, int32_t pid, const std::string& note, Fired& out) const {
  std::string more = note;
  if (trigger.condition) {
    try {
      if (walk.value(*trigger.condition, pid).number == 0) return;
    } catch (const Error& e) {
      // Who has set it must know; it is not the same as a condition that is false.
      more = fmt::format("the condition `{}` has no value: {}", trigger.condition->text(), e.what());
    }
  }
  if (!trigger.hit_condition.counts(++trigger.hits)) return;
  out.pid = pid;
  if (!trigger.log.empty()) {
    out.log.push_back(filled(trigger.log, walk, pid));
    return;
  }
  out.ids.push_back(trigger.id);
  if (out.note.empty()) out.note = more;
}

bool Breakpoints::has_lines() const {
  return std::ranges::any_of(lines, [](const auto& of_file) { return !of_file.second.empty(); });
}

Fired Breakpoints::before(const Steps& steps, const Walk& walk) {
  Fired out;
  for (auto& [path, breakpoints] : lines) {
    for (LineBreakpoint& b : breakpoints) {
      const auto step = std::ranges::find_if(steps, [&](const Step& s) { return places_.comes_to(s, b.path, b.line); });
      if (step != steps.end()) fire(b.trigger, walk, step->pid, "", out);
    }
  }
  return out;
}

std::string Breakpoints::watched_value(const DataBreakpoint& b, const Walk& walk) const {
  try {
    return walk.value(*b.watched, b.pid).text;
  } catch (const Error&) {
    return "";  // it has no value: that is a value of its own
  }
}

void Breakpoints::see_blocked(const Walk& walk, Fired& out) {
  if (!blocked.on) return;
  std::map<int32_t, bool> now;
  for (const ProcessState& p : walk.processes()) {
    // Who only has to wait for its turn is not blocked; what it was before counts.
    const auto before = could_move_.find(p.pid);
    const bool could = before == could_move_.end() || before->second;
    now[p.pid] = p.held ? could : p.can_move;
    if (!could || p.can_move || p.held || p.valid_end) continue;
    const std::string name = fmt::format("{}({})", p.process, p.pid);
    const std::string& wanted = blocked.process;
    if (!wanted.empty() && wanted != std::to_string(p.pid) && wanted != p.process && wanted != name) continue;
    out.ids.push_back(0);
    out.pid = p.pid;
    out.note = fmt::format("{} blocks: {}", name, p.why_not);
  }
  could_move_ = std::move(now);
}

Fired Breakpoints::after(const Steps& steps, const Walk& walk) {
  Fired out;
  for (DataBreakpoint& b : data) {
    if (b.watched) {
      const std::string now = watched_value(b, walk);
      if (now == b.last) continue;
      const std::string note = fmt::format("{} was {} and is {}", b.watched->text(), b.last, now);
      b.last = now;
      fire(b.trigger, walk, steps.empty() ? -1 : steps.front().pid, note, out);
      continue;
    }
    for (const Step& s : steps) {
      const auto change = std::ranges::find_if(s.changes, [&](const Value& v) { return is_change_of(v.name, b.data); });
      if (change == s.changes.end()) continue;
      fire(b.trigger, walk, s.pid,
           fmt::format("{} = {}, by {}({}) `{}`", change->name, change->value, s.process, s.pid, s.source), out);
    }
  }
  see_blocked(walk, out);
  return out;
}

void Breakpoints::look_anew(const Walk& walk) {
  could_move_.clear();
  for (DataBreakpoint& b : data) {
    if (b.watched) b.last = watched_value(b, walk);
  }
  if (!blocked.on) return;
  for (const ProcessState& p : walk.processes()) could_move_[p.pid] = p.can_move || p.held;
}

}  // namespace gyre::dap
