#include "dap/runner.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace gyre::dap {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPiece(20);

std::string named(const ProcessState& p) { return fmt::format("{}({})", p.process, p.pid); }

}  // namespace

Runner::Runner(const Model& model, const std::optional<Trace>& guide, uint64_t seed, uint64_t max_steps, Output output)
    : model_(model),
      guide_(guide),
      seed_(seed),
      max_steps_(max_steps),
      output_(std::move(output)),
      places_(model_),
      walk_(std::make_unique<Walk>(model_, guide_)),
      breakpoints_(model_, places_),
      random_(seed) {}

void Runner::restart() {
  walk_ = std::make_unique<Walk>(model_, guide_);
  random_.seed(seed_);
  task_ = Task::none;
  forget_choice();
  breakpoints_.look_anew(*walk_);
}

void Runner::forget_choice() {
  chosen_.reset();
  checked_ = false;
}

Steps Runner::upcoming() {
  if (chosen_) return walk_->moves().at(*chosen_).steps;
  return walk_->next();
}

int32_t Runner::focus() {
  const Steps next = upcoming();
  const Steps last = walk_->last();
  const std::vector<ProcessState> processes = walk_->processes();
  for (const Steps* steps : {&next, &last}) {
    if (!steps->empty() && find(processes, steps->front().pid) != nullptr) return steps->front().pid;
  }
  return processes.empty() ? -1 : processes.front().pid;
}

const ProcessState* Runner::find(const std::vector<ProcessState>& among, int32_t pid) const {
  const auto found = std::ranges::find(among, pid, &ProcessState::pid);
  return found == among.end() ? nullptr : &*found;
}

Stop Runner::made(const std::string& reason, const std::string& description, const std::string& text, int32_t pid) {
  task_ = Task::none;
  until_.reset();
  Stop out;
  out.reason = reason;
  out.description = description;
  out.text = text;
  out.pid = pid >= 0 && find(walk_->processes(), pid) != nullptr ? pid : focus();
  return out;
}

std::string Runner::blocked(int32_t pid) {
  const std::vector<ProcessState> processes = walk_->processes();
  const ProcessState* p = find(processes, pid);
  if (p == nullptr) return fmt::format("there is no process {} any more", pid);
  return fmt::format("{} cannot move: {}", named(*p), p->why_not.empty() ? "nothing can be done" : p->why_not);
}

// What it does itself comes before what it is needed for.
std::optional<size_t> Runner::move_of(int32_t pid) {
  const std::vector<Move>& moves = walk_->moves();
  for (const bool first : {true, false}) {
    for (size_t i = 0; i < moves.size(); ++i) {
      const bool is = first ? moves[i].steps.front().pid == pid
                            : std::ranges::any_of(moves[i].steps, [&](const Step& s) { return s.pid == pid; });
      if (is) return i;
    }
  }
  return {};
}

void Runner::begin_forward(std::optional<Expression> until) {
  if (walk_->next().empty() && walk_->end() != End::none) {
    throw Error(fmt::format("the run has ended: {}; step back, or start anew", walk_->end_text()));
  }
  task_ = Task::forward;
  until_ = std::move(until);
  count_ = 0;
}

void Runner::begin_backward() {
  if (walk_->last().empty()) throw Error("this is the initial state");
  task_ = Task::backward;
  count_ = 0;
}

void Runner::begin_step(int32_t pid) {
  if (walk_->next().empty()) {
    const Steps next = upcoming();
    const bool is_next = !next.empty() && next.front().pid == pid;
    if (!is_next) {
      const std::optional<size_t> move = move_of(pid);
      if (!move) throw Error(blocked(pid));
      chosen_ = move;
      checked_ = false;
    }
  }
  task_ = Task::step;
  pid_ = pid;
  count_ = 0;
}

void Runner::begin_out(int32_t pid) {
  const std::vector<ProcessState> processes = walk_->processes();
  const ProcessState* p = find(processes, pid);
  if (p == nullptr) throw Error(blocked(pid));
  depth_ = p->calls.size();
  // Where the next statement is known it says better where the process is than the place where it stands.
  const Steps next = upcoming();
  if (!next.empty() && next.front().pid == pid) depth_ = next.front().calls.size();
  const Steps last = walk_->last();
  atomic_ = !last.empty() && last.back().pid == pid && last.back().atomic;
  if (depth_ == 0 && !atomic_) {
    throw Error(fmt::format("{} is neither inside an atomic sequence nor inside an inline", named(*p)));
  }
  if (walk_->next().empty() && !move_of(pid)) throw Error(blocked(pid));
  task_ = Task::out;
  pid_ = pid;
  count_ = 0;
}

Stop Runner::pause() { return made("pause", "Paused", fmt::format("after {} steps", walk_->position())); }

std::optional<Stop> Runner::work() {
  const Clock::time_point end = Clock::now() + kPiece;
  do {
    std::optional<Stop> stop;
    switch (task_) {
      case Task::none: return {};
      case Task::forward:
      case Task::step:
      case Task::out: stop = forward_once(); break;
      case Task::backward: stop = backward_once(); break;
    }
    if (stop) return stop;
  } while (Clock::now() < end);
  return {};
}

std::optional<Stop> Runner::choose(Steps& next) {
  next = walk_->next();
  if (!next.empty()) return {};
  if (!chosen_) {
    const size_t count = walk_->move_count();
    if (count == 0) return at_end({});
    if (task_ == Task::forward) {
      chosen_ = random_() % count;
      // Nobody asks what it is before it is done: to describe all moves takes longer than to do one.
      checked_ = !breakpoints_.has_lines();
      if (checked_) return {};
    } else {
      chosen_ = move_of(pid_);
      if (!chosen_) return made("step", "Blocked", blocked(pid_), pid_);
    }
    checked_ = false;
  }
  next = upcoming();
  return {};
}

std::optional<Stop> Runner::forward_once() {
  if (count_ >= max_steps_) {
    return made("pause", "Many steps", fmt::format("stopped after {} steps; go on with continue", count_));
  }
  Steps next;
  if (std::optional<Stop> stop = choose(next)) return stop;
  if (!checked_) {
    checked_ = true;
    const Fired fired = breakpoints_.before(next, *walk_);
    tell(fired, next);
    // Who does a single step leaves this place anyway.
    if (fired.stops() && !(count_ == 0 && task_ != Task::forward)) {
      Stop stop = made("breakpoint", "Breakpoint", fired.note, next.front().pid);
      stop.ids = fired.ids;
      return stop;
    }
  }
  const Steps steps = chosen_ ? walk_->take(*chosen_) : walk_->follow();
  ++count_;
  return done_with(steps);
}

std::optional<Stop> Runner::done_with(const Steps& steps) {
  forget_choice();
  tell(steps);
  const Fired fired = breakpoints_.after(steps, *walk_);
  tell(fired, steps);
  if (std::optional<Stop> stop = at_end(steps)) return stop;
  if (fired.stops()) {
    const bool is_blocked = std::ranges::count(fired.ids, 0) > 0;
    Stop stop = made(is_blocked ? "exception" : "data breakpoint", is_blocked ? "A process blocks" : "Value changed",
                     fired.note, fired.pid);
    if (is_blocked) stop.exception = "blocked";
    std::ranges::copy_if(fired.ids, std::back_inserter(stop.ids), [](int64_t id) { return id != 0; });
    return stop;
  }
  if (until_) {
    try {
      if (walk_->value(*until_, -1).number != 0) return made("pause", "Condition true", until_->text() + " is true");
    } catch (const Error& e) {
      return made("pause", "Condition without a value", fmt::format("{}: {}", until_->text(), e.what()));
    }
  }
  const bool moved = std::ranges::any_of(steps, [&](const Step& s) { return s.pid == pid_; });
  if (task_ == Task::step && moved) return made("step", "Step", "", walk_->on_guide() ? -1 : pid_);
  if (task_ == Task::out && moved && is_out()) return made("step", "Step out", "", walk_->on_guide() ? -1 : pid_);
  return {};
}

bool Runner::is_out() {
  const Steps last = walk_->last();
  if (atomic_ && !last.empty() && last.back().pid == pid_ && !last.back().atomic) return true;
  const std::vector<ProcessState> processes = walk_->processes();
  const ProcessState* p = find(processes, pid_);
  return p == nullptr || (depth_ > 0 && p->calls.size() < depth_);
}

Stop Runner::ended(const std::string& text, const std::string& kind, bool wanted) {
  Stop stop = made(kind.empty() ? "pause" : "exception", kind.empty() ? "The end" : "Error", text);
  stop.exception = kind;
  stop.over = !wanted;
  return stop;
}

std::optional<Stop> Runner::at_end(const Steps& steps) {
  const bool error = std::ranges::any_of(steps, [](const Step& s) { return !s.error.empty(); });
  const std::string kind = error ? steps.back().error : "";
  if (walk_->on_guide()) {
    const Trace& guide = walk_->guide();
    if (walk_->position() == guide.cycle_start() && walk_->round() > 0) {
      return made(
          "pause", "The cycle begins again",
          fmt::format("steps {} to {} repeat for ever. {}", *guide.cycle_start() + 1, guide.size(), guide.message()));
    }
    if (walk_->position() < guide.size()) return {};
    if (error) return ended(guide.message(), kind, breakpoints_.errors);
    if (walk_->end() == End::deadlock) return ended(walk_->end_text(), "deadlock", breakpoints_.deadlocks);
    return ended(fmt::format("the trail ends here. {}", guide.message()), "", breakpoints_.ends);
  }
  switch (walk_->end()) {
    case End::none:
    case End::limit: return {};
    case End::finished:
    case End::valid: return ended(walk_->end_text(), "", breakpoints_.ends);
    case End::deadlock: return ended(walk_->end_text(), "deadlock", breakpoints_.deadlocks);
    case End::error: return ended(walk_->end_text(), kind.empty() ? "error" : kind, breakpoints_.errors);
  }
  __builtin_unreachable();
}

std::optional<Stop> Runner::backward_once() {
  const Steps steps = walk_->back();
  forget_choice();
  if (steps.empty()) return made("entry", "The initial state", "this is the initial state");
  ++count_;
  const Fired changed = breakpoints_.after(steps, *walk_);
  const Fired here = breakpoints_.before(steps, *walk_);
  checked_ = true;
  if (!changed.stops() && !here.stops()) return {};
  if (walk_->next().empty()) chosen_ = walk_->find(steps);
  const bool is_blocked = std::ranges::count(changed.ids, 0) > 0;
  Stop stop = here.stops() ? made("breakpoint", "Breakpoint", here.note, steps.front().pid)
                           : made(is_blocked ? "exception" : "data breakpoint", "Before it", "undone: " + changed.note,
                                  changed.pid);
  if (!here.stops() && is_blocked) stop.exception = "blocked";
  stop.ids = here.ids;
  std::ranges::copy_if(changed.ids, std::back_inserter(stop.ids), [](int64_t id) { return id != 0; });
  return stop;
}

Stop Runner::take(size_t move) {
  if (move >= walk_->moves().size()) throw Error("there is no such move here any more");
  const Steps steps = walk_->take(move);
  task_ = Task::none;
  pid_ = steps.front().pid;
  if (std::optional<Stop> stop = done_with(steps)) return *stop;
  return made("step", "Step", "", walk_->on_guide() ? -1 : pid_);
}

Stop Runner::step_back() {
  const Steps steps = walk_->back();
  if (steps.empty()) throw Error("this is the initial state: there is nothing to undo");
  forget_choice();
  breakpoints_.look_anew(*walk_);
  if (walk_->next().empty()) chosen_ = walk_->find(steps);
  checked_ = true;
  return made("step", "Step back", "", steps.front().pid);
}

Stop Runner::go_to(size_t position) {
  walk_->go_to(position);
  forget_choice();
  checked_ = true;
  breakpoints_.look_anew(*walk_);
  return made("goto", "Gone to", fmt::format("after {} steps", walk_->position()));
}

void Runner::tell(const Fired& fired, const Steps& steps) {
  for (const std::string& line : fired.log) {
    output_("console", line + "\n", steps.empty() ? Location{} : steps.front().location);
  }
}

void Runner::tell(const Steps& steps) {
  for (const Step& s : steps) {
    if (!s.output.empty()) output_("stdout", s.output, s.location);
  }
}

}  // namespace gyre::dap
