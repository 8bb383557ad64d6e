#include "trace/print.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/nth.h"

namespace gyre::trace {

namespace {

constexpr size_t kMaxStatement = 36;
constexpr size_t kMaxName = 24;
constexpr size_t kMaxPlace = 40;  // a place in inlines that call each other may be longer
constexpr size_t kLine = 110;     // where lists of values are broken
constexpr const char* kIndent = "          ";

// ANSI; empty when colours are off.
struct Colours {
  explicit Colours(bool on)
      : failing(on ? "\x1b[1;31m" : ""),
        values(on ? "\x1b[36m" : ""),
        output(on ? "\x1b[32m" : ""),
        off(on ? "\x1b[0m" : "") {}
  const char* failing;
  const char* values;
  const char* output;
  const char* off;
};

// Values one after the other, broken into lines.
std::string value_lines(const std::string& title, const std::vector<std::string>& values) {
  if (values.empty()) return "";
  const std::string indent(title.size(), ' ');
  std::string out;
  std::string line = title;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line += ",";
    if (line.size() + values[i].size() + 1 > kLine && line.size() > indent.size()) {
      out += line + "\n";
      line = indent;
    }
    line += " " + values[i];
  }
  return out + line + "\n";
}

std::vector<std::string> select(const std::vector<NamedValue>& all, int32_t pid, const std::string& owner) {
  std::vector<std::string> out;
  for (const NamedValue& v : all) {
    if (v.pid == pid) out.push_back(fmt::format("{} = {}", short_name(v.name, owner), v.value));
  }
  return out;
}

std::string output_lines(const std::string& text, const Colours& colours) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out += fmt::format("{}| {}{}{}\n", kIndent, colours.output, text.substr(at, end - at), colours.off);
    at = end + 1;
  }
  return out;
}

// An error in the middle of the last step: what is behind it is neither the old state nor a new one.
bool leaves_no_state(const Trace& trace) {
  if (trace.steps.empty() || trace.failure.step != trace.steps.back().number) return false;
  switch (trace.failure.kind) {
    case ErrorKind::index:
    case ErrorKind::division:
    case ErrorKind::range:
    case ErrorKind::uninitialised_channel:
    case ErrorKind::d_step_block:
    case ErrorKind::d_step_loop:
    case ErrorKind::rendezvous_in_d_step:
    case ErrorKind::too_many_processes:
    case ErrorKind::too_many_channels:
    case ErrorKind::trap:
    case ErrorKind::list:
    case ErrorKind::bad_priority: return true;
    case ErrorKind::none:
    case ErrorKind::assertion:
    case ErrorKind::deadlock:
    case ErrorKind::channel_misuse:
    case ErrorKind::atomic_loop:
    case ErrorKind::nondeterminism:
    case ErrorKind::limit:
    case ErrorKind::xr_xs:
    case ErrorKind::trace:
    case ErrorKind::formula:
    case ErrorKind::claim_completed:
    case ErrorKind::acceptance_cycle:
    case ErrorKind::non_progress_cycle: return false;
  }
  __builtin_unreachable();
}

std::string event_text(const MessageEvent& e, const Step& step, const std::string& partner) {
  const std::string name = short_name(e.channel_name, process_text(step.process, step.pid));
  std::string out = fmt::format("{}{}{}", name, e.is_send ? "!" : "?", e.text);
  if (e.lost) out += " (lost)";
  if (e.peek) out += " (stays)";
  if (step.handshake) out += " from " + partner;
  return out;
}

}  // namespace

StepPrinter::StepPrinter(const ir::Program& program, const ir::ShapeTable& shapes, const PrintOptions& options)
    : program_(program), shapes_(shapes), options_(options) {
  for (const ir::Process& p : program.processes) {
    if (p.kind != ir::ProcessKind::proctype && p.kind != ir::ProcessKind::init) continue;
    name_width_ = std::max(name_width_, display_name(p).size() + 3);
    for (const ir::Edge& e : p.edges) {
      const ir::Action& a = nth(program.actions, e.action);
      place_width_ = std::max(place_width_, line_text(program, a.span).size());
      statement_width_ = std::max(statement_width_, a.written.empty() ? a.source.size() : a.written.size());
    }
  }
  name_width_ = std::min(name_width_, kMaxName);
  place_width_ = std::min(place_width_, kMaxPlace);
  statement_width_ = std::min(statement_width_, kMaxStatement);
}

bool StepPrinter::shown(const Step& step) const {
  if (options_.steps) return true;
  return std::any_of(step.messages.begin(), step.messages.end(),
                     [&](const MessageEvent& e) { return e.is_send ? options_.sends : options_.receives; });
}

// Messages and changes; what the statement itself says is not said again.
std::string StepPrinter::values(const Step& step) const {
  std::string out;
  auto add = [&](const std::string& text) {
    if (text == step.source) return;
    out += (out.empty() ? "" : ", ") + text;
  };
  for (const MessageEvent& e : step.messages) add(event_text(e, step, partner_));
  const std::string owner = process_text(step.process, step.pid);
  for (const NamedValue& v : step.changes) {
    const std::string text = fmt::format("{} = {}", short_name(v.name, owner), v.value);
    if (text != step.source) add(text);
  }
  return out;
}

char StepPrinter::atomic_mark(const Step& step) {
  const bool inside = open_ == step.pid;
  const bool offers = !step.messages.empty() && step.messages.back().is_send && step.messages.back().rendezvous;
  // With a rendezvous the sender hands its control over.
  const bool keeps = step.atomic && !offers;
  open_ = keeps ? step.pid : -1;
  if (keeps) return inside ? '|' : '/';
  return inside ? '\\' : ' ';
}

std::string StepPrinter::step(const Step& step, bool failing) {
  assert(step.number > 0 && !step.state.empty());
  const Colours colours(options_.colour);
  const char mark = atomic_mark(step);
  const std::string owner = process_text(step.process, step.pid);
  std::string out;
  if (shown(step) || failing) {
    const std::string changed = values(step);
    std::string line = fmt::format("{} {:>4}  {:<{}}  {:<{}} {} {:<{}}", failing ? '!' : ' ', step.number, owner,
                                   name_width_, line_text(program_, step.span), place_width_, mark, step.source,
                                   changed.empty() ? 0 : statement_width_);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    if (failing) line = colours.failing + line + colours.off;
    if (!changed.empty()) {
      // Colours have no width; a failing line is seldom so short that this matters.
      const size_t width = 13 + name_width_ + place_width_ + statement_width_;
      if (!failing && line.size() < width) line.resize(width, ' ');
      line += fmt::format("  {}{}{}", colours.values, changed, colours.off);
    }
    out += line + "\n";
  }
  if (options_.output) out += options_.plain_output ? step.output : output_lines(step.output, colours);
  if ((options_.globals || options_.locals) && (shown(step) || failing)) {
    const std::vector<NamedValue> all = describe(program_, shapes_, step.state.view());
    if (options_.globals) out += value_lines(std::string(kIndent) + "globals:", select(all, -1, ""));
    if (options_.locals) out += value_lines(kIndent + owner + ":", select(all, step.pid, owner));
  }
  partner_ = owner;
  return out;
}

std::string print_failure(const Trace& trace, bool colour) {
  const Failure& f = trace.failure;
  if (f.kind == ErrorKind::none) return "";
  const Colours colours(colour);
  std::string out;
  const std::string where = trace.program().sources ? trace.program().sources->where(f.span) : "";
  out += fmt::format("{}{}{}{}{}\n", where, where.empty() ? "" : ": ", colours.failing, f.message, colours.off);
  if (const SourceMap* sources = trace.program().sources.get()) {
    for (const InlineCall& c : sources->calls_around(f.span))
      out += fmt::format("  in inline {}, called at {}\n", c.name, sources->where(c.at));
  }
  if (f.step > 0) out += fmt::format("  in step {}, by {}\n", f.step, process_text(f.process, f.pid));
  return out;
}

std::string print_state(const ir::Program& program, const ir::ShapeTable& shapes, StateView state) {
  const std::vector<NamedValue> all = describe(program, shapes, state);
  const std::vector<Standing> list = standings(program, shapes, state);
  std::string out = value_lines("  globals:", select(all, -1, ""));
  if (list.empty()) return out + "  no processes\n";
  size_t name_width = 0;
  size_t place_width = 0;
  for (const Standing& s : list) {
    name_width = std::max(name_width, process_text(s.process, s.pid).size());
    place_width = std::min(kMaxPlace, std::max(place_width, line_text(program, s.span).size()));
  }
  for (const Standing& s : list) {
    const std::string owner = process_text(s.process, s.pid);
    std::string doing = "waits in ";
    for (size_t i = 0; i < s.waits_in.size(); ++i) doing += fmt::format("{}`{}`", i > 0 ? " or " : "", s.waits_in[i]);
    if (s.at_end || s.waits_in.empty()) doing = "at its end";
    out += fmt::format("  {:<{}}  {:<{}}  {}{}\n", owner, name_width, line_text(program, s.span), place_width, doing,
                       s.valid_end ? " (valid end state)" : "");
    out += value_lines(std::string(name_width + 3, ' '), select(all, s.pid, owner));
  }
  return out;
}

namespace {

// "q is true, p is false": what has changed of the formula's atoms after so many steps.
std::string atom_lines(const Trace& trace, size_t after) {
  std::vector<std::string> texts;
  for (const AtomValues* a : changed_atoms(trace, after)) {
    switch (a->values[after]) {
      case Truth::no: texts.push_back(a->text + " is false"); break;
      case Truth::yes: texts.push_back(a->text + " is true"); break;
      case Truth::undefined: texts.push_back(a->text + " has no value"); break;
    }
  }
  return value_lines(std::string(kIndent) + (after == 0 ? "at first" : "now"), texts);
}

}  // namespace

std::string print(const Trace& trace, const PrintOptions& options) {
  std::string out = options.steps ? atom_lines(trace, 0) : "";
  StepPrinter printer(trace.program(), trace.shapes(), options);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.cycle_start == i) out += "<<<<< start of the cycle >>>>>\n";
    out += printer.step(trace.steps[i], trace.steps[i].number == trace.failure.step);
    if (options.steps) out += atom_lines(trace, i + 1);
  }
  if (trace.cycle_start == trace.steps.size()) {
    out += "<<<<< start of the cycle: nothing moves any more >>>>>\n";
  }
  out += print_failure(trace, options.colour);
  if (!options.final_state || trace.initial.empty()) return out;
  if (leaves_no_state(trace)) {
    const size_t n = trace.steps.size();
    const StateView before = n > 1 ? trace.steps[n - 2].state.view() : trace.initial.view();
    return out + "state before the failing step:\n" + print_state(trace.program(), trace.shapes(), before);
  }
  out += "final state:\n" + print_state(trace.program(), trace.shapes(), trace.final_state());
  return out;
}

}  // namespace gyre::trace
