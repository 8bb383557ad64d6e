#include "trace/spin_trail.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/narrow.h"
#include "base/nth.h"
#include "trace/spin_merge.h"

namespace gyre::trace {

namespace {

using Move = vm::Move;

// One line: what process `pid` did.
struct Line {
  size_t number = 0;  // in the file, from 1
  int32_t pid = 0;
  int32_t statement = 0;
  bool cycle_before = false;
};

constexpr std::string_view kEnd = "end";

struct TrailText {
  std::vector<Line> lines;  // the claim's are left out, pids are ours
  bool merged = false;
  bool has_claim = false;
  bool cycle_at_end = false;
  bool has_end = false;  // the line `end`
  bool blank = false;    // pan writes this of a deadlock in the initial state
};

// Three numbers between colons.
bool parse_line(std::string_view text, int64_t (&out)[3]) {
  const char* at = text.data();
  const char* end = at + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [stop, error] = std::from_chars(at, end, out[i]);
    if (error != std::errc()) return false;
    at = stop;
    if (i < 2) {
      if (at == end || *at != ':') return false;
      ++at;
    }
  }
  return std::all_of(at, end, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
}

TrailText parse(const std::string& text, const std::string& file) {
  TrailText out;
  out.blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  size_t number = 0;
  bool cycle = false;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    if (std::all_of(line.begin(), line.end(), [](char c) { return c == ' ' || c == '\t' || c == '\r'; })) continue;
    if (line == kEnd && at >= text.size()) {
      out.has_end = true;
      break;
    }
    if (end == text.size())
      throw Error(fmt::format("{}:{}: the last line has no end: part of the trail is missing", file, number));
    int64_t v[3];
    if (!parse_line(line, v)) {
      throw Error(fmt::format("{}:{}: a line `step:process:statement` is expected", file, number));
    }
    if (v[0] == -1) {
      cycle = true;
    } else if (v[0] == -2) {
      out.has_claim = true;
    } else if (v[0] == -4) {
      out.merged = true;
    } else if (v[0] >= 0) {
      if (out.has_claim && v[1] == 0) continue;
      const int64_t pid = v[1] - (out.has_claim ? 1 : 0);
      if (pid < 0 || pid > INT32_MAX || v[2] < 0 || v[2] > INT32_MAX) {
        throw Error(fmt::format("{}:{}: there is no process {} or statement {}", file, number, v[1], v[2]));
      }
      out.lines.push_back({number, narrow<int32_t>(pid), narrow<int32_t>(v[2]), cycle});
      cycle = false;
    }
    // -3 and -5 .. -8 say how the search was made, which is nothing to us.
  }
  out.cycle_at_end = cycle;
  return out;
}

class Follower {
 public:
  Follower(vm::Machine& machine, const TrailText& text, const std::string& file, SpinTrailResult& result)
      : machine_(machine), text_(text), file_(file), result_(result), trace_(result.trace), rules_(machine.program()) {}

  void run() {
    size_t at = 0;
    while (at < text_.lines.size()) {
      if (text_.lines[at].cycle_before) trace_.cycle_start = trace_.steps.size();
      if (failed_) return lost(text_.lines[at], "the step before it ends with an error");
      trace_.failure = {};  // an assertion that failed on the way is not what the trail is about
      const size_t used = follow(at);
      if (used == 0) return cannot(at);
      at += used;
    }
    if (text_.cycle_at_end) trace_.cycle_start = trace_.steps.size();
    finish();
  }

 private:
  int32_t id_of(const vm::StepRecord& r) const { return nth(trace_.program().processes, r.process).edges[r.edge].id; }
  bool is_step(const vm::StepRecord& r, const Line& line) const {
    return r.pid == line.pid && id_of(r) == line.statement;
  }

  // Does the step(s) of this line, and what is merged with it. The number of lines used; 0: it cannot be done.
  size_t follow(size_t at) {
    if (text_.merged && already_done(text_.lines[at])) return 1;
    for (int attempt = 0; attempt < 2; ++attempt) {
      std::vector<Move> moves;
      machine_.moves(trace_.final_state(), holder_, moves);
      for (const Move& m : moves) {
        if (!is_step(m.steps[0], text_.lines[at])) continue;
        const bool handshake = m.steps.size() > 1;
        if (handshake && (at + 1 >= text_.lines.size() || !is_step(m.steps[1], text_.lines[at + 1]))) continue;
        take(m);
        if (text_.merged) merge(at + m.steps.size() == text_.lines.size());
        return m.steps.size();
      }
      // The rules of merging may miss something: let the process go on by itself as long as nobody notices.
      if (!text_.merged || !catch_up(text_.lines[at])) return 0;
    }
    return 0;
  }

  // We know less than SPIN of what stops merging (where an inline begins, for one) and may have gone too far. That does
  // no harm, as nobody else can notice; the statement's own line then comes too late.
  bool already_done(const Line& line) {
    std::vector<int32_t>& list = silent_[line.pid];
    const auto at = std::find(list.begin(), list.end(), line.statement);
    if (at == list.end()) return false;
    list.erase(list.begin(), at + 1);
    return true;
  }

  void take(const Move& m) {
    was_inside_ = holder_ == m.steps.back().pid;
    for (const vm::StepRecord& r : m.steps) silent_[r.pid].clear();
    for (const vm::StepRecord& r : m.steps) {
      append(trace_, r);
      if (r.error != ErrorKind::none) {
        trace_.failure = describe_failure(trace_, trace_.steps.back(), r.error);
        failed_ = m.dead_end;
      }
    }
    holder_ = m.holder;
  }

  uint32_t control_of(int32_t pid) const {
    for (const ProcessPlace& p : places(trace_.program(), trace_.shapes(), trace_.final_state())) {
      if (p.pid == pid) return p.state;
    }
    return 0;
  }

  // At the end of the trail the search stopped in the middle of what is merged, if that is where the error is.
  void merge(bool at_end) {
    assert(!trace_.steps.empty());
    const int32_t pid = trace_.steps.back().pid;
    std::vector<int32_t> done;
    while (!failed_ && !(at_end && trace_.failure.kind != ErrorKind::none) && done.size() < kLongestMerge) {
      const Step& last = trace_.steps.back();
      const std::optional<uint32_t> next =
          rules_.next(last.type, last.edge, control_of(pid), was_inside_, holder_ == pid);
      if (!next || !take_edge(pid, *next)) break;
      done.push_back(trace_.steps.back().spin_id);
    }
    silent_[pid] = std::move(done);
  }

  bool take_edge(int32_t pid, uint32_t edge) {
    std::vector<Move> moves;
    machine_.moves(trace_.final_state(), holder_, moves);
    for (const Move& m : moves) {
      if (m.steps[0].pid != pid || m.steps[0].edge != edge) continue;
      take(m);
      return true;
    }
    return false;
  }

  // And we may not have gone far enough. Steps of this process that SPIN might have merged, up to one the line may
  // mean; and first the end of another's atomic sequence. If that leads nowhere nothing has happened.
  bool catch_up(const Line& line) {
    const size_t steps = trace_.steps.size();
    const int32_t holder = holder_;
    while (trace_.steps.size() < steps + kLongestCatchUp) {
      if ((holder_ < 0 || holder_ == line.pid) && stands_before(line)) return trace_.steps.size() > steps;
      if (!one_silent_step(holder_ >= 0 ? holder_ : line.pid)) break;
    }
    while (trace_.steps.size() > steps) drop_last(trace_);
    holder_ = holder;
    return false;
  }

  bool stands_before(const Line& line) const {
    const auto list = places(trace_.program(), trace_.shapes(), trace_.final_state());
    if (std::cmp_greater_equal(line.pid, list.size())) return false;
    const ProcessPlace& here = nth(list, line.pid);
    const ir::Process& process = nth(trace_.program().processes, here.process);
    const std::vector<uint32_t>& edges = process.states[here.state].edges;
    return std::any_of(edges.begin(), edges.end(), [&](uint32_t e) { return process.edges[e].id == line.statement; });
  }

  bool one_silent_step(int32_t pid) {
    std::vector<Move> moves;
    machine_.moves(trace_.final_state(), holder_, moves);
    const Move* only = nullptr;
    for (const Move& m : moves) {
      if (m.steps[0].pid != pid) continue;
      const vm::StepRecord& r = m.steps[0];
      if (only || m.steps.size() > 1 || m.dead_end || !rules_.cannot_block(r.process, r.edge)) return false;
      only = &m;
    }
    if (only) take(*only);
    return only != nullptr;
  }

  void lost(const Line& line, const std::string& why) {
    result_.error = fmt::format("{}:{}: {}", file_, line.number, why);
  }

  void cannot(size_t at) {
    const Line& line = text_.lines[at];
    std::vector<Move> moves;
    machine_.moves(trace_.final_state(), holder_, moves);
    // Breadth-first search of SPIN writes one step too many behind a deadlock.
    if (moves.empty() && at + 1 == text_.lines.size()) return finish();
    if (at + 1 == text_.lines.size() && ends_with_offer(line, moves)) return finish();
    const auto list = places(trace_.program(), trace_.shapes(), trace_.final_state());
    if (std::cmp_greater_equal(line.pid, list.size())) {
      return lost(line, fmt::format("there is no process {}: only {} are alive", line.pid, list.size()));
    }
    const ProcessPlace& here = nth(list, line.pid);
    const ir::Process& process = nth(trace_.program().processes, here.process);
    const std::string who = process_text(display_name(process), line.pid);
    std::string statement;
    for (uint32_t e = 0; e < process.edges.size() && statement.empty(); ++e) {
      if (process.edges[e].id == line.statement) statement = trace_.text(here.process, e).source;
    }
    if (statement.empty()) {
      return lost(
          line, fmt::format("{} has no statement {}: is this the model the trail was made from?", who, line.statement));
    }
    std::string can;
    for (const Move& m : moves) {
      if (m.steps[0].pid != line.pid) continue;
      const std::string& text = trace_.text(m.steps[0].process, m.steps[0].edge).source;
      can += fmt::format("{}`{}` (statement {})", can.empty() ? "" : ", ", text, id_of(m.steps[0]));
    }
    if (holder_ >= 0 && holder_ != line.pid) {
      can = fmt::format("an atomic sequence of process {} is under way", holder_);
    } else {
      can = can.empty() ? "it cannot move" : "it can do " + can;
    }
    const std::string partner = "; a rendezvous needs the receiver's line behind the sender's";
    lost(line,
         fmt::format("{} cannot execute `{}` (statement {}) here: {}{}", who, statement, line.statement, can,
                     can.find(fmt::format("(statement {})", line.statement)) != std::string::npos ? partner : ""));
  }

  // pan stops in the middle of a rendezvous when the send itself is the error. The half of it is shown, as a step
  // behind which nothing can be said.
  bool ends_with_offer(const Line& line, const std::vector<Move>& moves) {
    for (const Move& m : moves) {
      if (m.steps.size() < 2 || !is_step(m.steps[0], line)) continue;
      append(trace_, m.steps[0]);
      const ErrorKind error = m.steps[0].error;
      if (error != ErrorKind::none) trace_.failure = describe_failure(trace_, trace_.steps.back(), error);
      result_.note =
          fmt::format("{}:{}: the trail ends inside a rendezvous, before the receiver's step", file_, line.number);
      return true;
    }
    return offered_in_vain(line);
  }

  // pan looks at the message before it looks for somebody who takes it.
  bool offered_in_vain(const Line& line) {
    const ir::Program& program = trace_.program();
    const bool handshakes = std::any_of(program.channel_types.begin(), program.channel_types.end(),
                                        [](const ir::ChannelType& t) { return t.capacity == 0; });
    if (!handshakes || (holder_ >= 0 && holder_ != line.pid) || !stands_before(line)) return false;
    const auto list = places(program, trace_.shapes(), trace_.final_state());
    const ir::Process& process = nth(program.processes, nth(list, line.pid).process);
    for (uint32_t e = 0; e < process.edges.size(); ++e) {
      const ir::Action& a = nth(program.actions, process.edges[e].action);
      if (process.edges[e].id != line.statement || a.kind != ir::ActionKind::send) continue;
      result_.note =
          fmt::format("{}:{}: the trail ends inside a rendezvous: `{}` is offered by {}, and nobody takes it", file_,
                      line.number, a.source, process_text(display_name(process), line.pid));
      return true;
    }
    return false;
  }

  void finish() {
    result_.followed = true;
    // With a claim SPIN does not look for deadlocks; inside a rendezvous there is nothing to look at.
    if (trace_.failure.kind != ErrorKind::none || text_.has_claim || !result_.note.empty()) return;
    std::vector<Move> moves;
    machine_.moves(trace_.final_state(), holder_, moves);
    if (moves.empty()) trace_.failure = describe_end(trace_);
    if (trace_.failure.kind != ErrorKind::none || text_.has_end || trace_.cycle_start) return;
    if (stops_at_error()) return;
    result_.doubt = text_.blank
                        ? fmt::format("{}: there is nothing in this file", file_)
                        : fmt::format("{}: the trail ends after {} step{}, and nothing is wrong there: is it whole?",
                                      file_, trace_.steps.size(), trace_.steps.size() == 1 ? "" : "s");
  }

  // SPIN may stop in front of a step that we call wrong, a poll of a rendezvous channel for one; its trail of an error
  // in the initial state is empty. And what is wrong with a D_proctype is a second choice beside the last step.
  bool stops_at_error() {
    model::SuccessorBuffer next;
    machine_.expand(trace_.final_state(), next);
    if (!next.errors.empty() || next.deadlock) return true;
    if (trace_.steps.empty()) return false;
    const size_t steps = trace_.steps.size();
    machine_.expand(steps > 1 ? trace_.steps[steps - 2].state.view() : trace_.initial.view(), next);
    return std::any_of(next.errors.begin(), next.errors.end(),
                       [](const model::StepError& error) { return error.kind == ErrorKind::nondeterminism; });
  }

  static constexpr size_t kLongestMerge = 100000;
  static constexpr size_t kLongestCatchUp = 200;
  vm::Machine& machine_;
  const TrailText& text_;
  const std::string& file_;
  SpinTrailResult& result_;
  Trace& trace_;
  MergeRules rules_;
  std::map<int32_t, std::vector<int32_t>> silent_;  // by process: what was merged behind its last line
  int32_t holder_ = -1;
  bool was_inside_ = false;
  bool failed_ = false;
};

}  // namespace

std::string write_spin_trail(const Trace& trace) {
  std::string out;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.cycle_start == i) out += "-1:-1:-1\n";
    const Step& s = trace.steps[i];
    out += fmt::format("{}:{}:{}\n", i + 1, s.pid, s.spin_id);
  }
  if (trace.cycle_start == trace.steps.size()) out += "-1:-1:-1\n";
  const bool by_claim = model::needs_claim(trace.failure.kind) || trace.failure.place == kInClaim;
  if (by_claim && !trace.cycle_start) out += std::string(kEnd) + "\n";
  return out;
}

SpinTrailResult follow_spin_trail(vm::Machine& machine, const std::string& text, const std::string& file_name) {
  const TrailText trail = parse(text, file_name);
  SpinTrailResult result;
  result.merged = trail.merged;
  result.has_claim = trail.has_claim;
  result.trace = start(machine);
  if (result.trace.initial.empty()) {
    result.error = fmt::format("{}: there is no initial state: {}", file_name, result.trace.failure.message);
    return result;
  }
  Follower(machine, trail, file_name, result).run();
  return result;
}

}  // namespace gyre::trace
