#include "trace/print.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "trace/spin_print.h"

namespace gyre::trace {

namespace {

constexpr size_t kMaxStatement = 36;
constexpr size_t kMaxName = 24;
constexpr size_t kMaxPlace = 40;  // a place in inlines that call each other may be longer
constexpr const char* kIndent = "          ";

std::vector<std::string> select(const std::vector<NamedValue>& all, int32_t pid, const std::string& owner,
                                const Selection* selection) {
  std::vector<std::string> out;
  for (const NamedValue& v : all) {
    if (v.pid == pid && (selection == nullptr || selection->shows(v)))
      out.push_back(fmt::format("{} = {}", short_name(v.name, owner), v.value));
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

std::string event_text(const MessageEvent& e, const Step& step, const std::string& partner) {
  const std::string name = short_name(e.channel_name, process_text(step.process, step.pid));
  std::string out = fmt::format("{}{}{}", name, e.is_send ? "!" : "?", e.text);
  if (e.lost) out += " (lost)";
  if (e.peek) out += " (stays)";
  if (step.handshake) out += " from " + partner;
  return out;
}

std::string quoted_list(const std::vector<std::string>& statements) {
  std::string out;
  for (size_t i = 0; i < statements.size(); ++i) out += fmt::format("{}`{}`", i > 0 ? " or " : "", statements[i]);
  return out;
}

}  // namespace

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
    case ErrorKind::embedded_c:
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
  // Where there is little room, a long place moves the rest of its line only.
  place_width_ = std::min(place_width_, options.width >= kLine ? kMaxPlace : options.width / 4);
  statement_width_ = std::min(statement_width_, kMaxStatement);
}

bool StepPrinter::shown(const Step& step) const {
  if (options_.steps) return true;
  return std::any_of(step.messages.begin(), step.messages.end(),
                     [&](const MessageEvent& e) { return e.is_send ? options_.sends : options_.receives; });
}

// Messages and changes; what the statement itself says is not said again.
std::vector<std::string> StepPrinter::values(const Step& step, const Selection* selection) const {
  std::vector<std::string> out;
  auto add = [&](const std::string& text) {
    if (text != step.source) out.push_back(text);
  };
  for (const MessageEvent& e : step.messages) add(event_text(e, step, partner_));
  if (!options_.changes) return out;
  const std::string owner = process_text(step.process, step.pid);
  for (const NamedValue& v : step.changes) {
    if (selection == nullptr || selection->shows(v)) add(fmt::format("{} = {}", short_name(v.name, owner), v.value));
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

void StepPrinter::pass(const Step& step) {
  atomic_mark(step);
  partner_ = process_text(step.process, step.pid);
}

// Statement and values each begin in a column of their own; what is too long goes on below.
std::string StepPrinter::step_lines(const Step& step, char mark, bool failing,
                                    const std::vector<std::string>& changed) const {
  const Colours colours(options_.colour);
  const std::string left = fmt::format("{} {:>4}  {}  {} {} ", failing ? '!' : ' ', step.number,
                                       padded(process_text(step.process, step.pid), name_width_),
                                       padded(line_text(program_, step.span), place_width_), mark);
  const size_t begin = left.size();
  const size_t beside_room = options_.width > begin + 2 ? options_.width - begin : 2;
  std::vector<std::string> lines = broken(step.source, beside_room, beside_room - 2);
  for (size_t i = 0; i < lines.size(); ++i) lines[i] = (i == 0 ? left : std::string(begin + 2, ' ')) + lines[i];
  for (std::string& line : lines) line = trimmed(std::move(line));
  const size_t end = lines.back().size();
  if (failing) {
    for (std::string& line : lines) line = colours.failing + line + colours.off;
  }
  size_t total = 0;
  for (const std::string& text : changed) total += text.size() + 2;
  // A place that is longer than others does not move the values of its line.
  const size_t usual = 13 + name_width_ + place_width_;
  const size_t values_begin = std::max(usual + statement_width_, end) + 2;
  const bool beside = values_begin + total <= options_.width + 2;
  const size_t indent = beside ? values_begin : std::min(usual + 4, options_.width / 2);
  const size_t room = options_.width > indent ? options_.width - indent : 0;
  bool first = true;
  for (const std::string& text : filled(changed, room, room)) {
    const std::string shown = fmt::format("{}{}{}", colours.values, text, colours.off);
    if (first && beside)
      lines.back() += std::string(values_begin - end, ' ') + shown;
    else
      lines.push_back(std::string(indent, ' ') + shown);
    first = false;
  }
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// The line that a statement stands in, and those of the calls of inlines around it.
std::string StepPrinter::source_lines(const Span& span) {
  if (!program_.sources || !span.known()) return "";
  const Colours colours(options_.colour);
  const SourceMap& sources = *program_.sources;
  std::string out;
  const auto add = [&](const Span& at, const std::string& remark) {
    if (!at.known()) return;
    const size_t room = std::max<size_t>(options_.width, 60) - 20;
    std::string text(sources.line_text(at.file, at.line));
    std::replace(text.begin(), text.end(), '\t', ' ');
    text = cut(trimmed(text), room);
    out += fmt::format("{}{:>6} | {}{}{}{}\n", kIndent, at.line, colours.dim, text, colours.off, remark);
  };
  add(span, "");
  for (const InlineCall& c : sources.calls_around(span)) add(c.at, fmt::format("   (calls {})", c.name));
  return out;
}

std::string StepPrinter::step(const Step& step, bool failing, const Selection* selection) {
  if (options_.as_spin) return SpinLines(program_, shapes_, options_, false).step(step);
  assert(step.number > 0 && !step.state.empty());
  const Colours colours(options_.colour);
  const char mark = atomic_mark(step);
  const std::string owner = process_text(step.process, step.pid);
  std::string out;
  if (shown(step) || failing) {
    out += step_lines(step, mark, failing, values(step, selection));
    if (options_.source) out += source_lines(step.span);
  }
  if (options_.output) out += options_.plain_output ? step.output : output_lines(step.output, colours);
  if ((options_.globals || options_.locals) && (shown(step) || failing)) {
    const std::vector<NamedValue> all = describe(program_, shapes_, step.state.view());
    if (options_.globals)
      out += titled(std::string(kIndent) + "globals:", select(all, -1, "", selection), options_.width);
    if (options_.locals) out += titled(kIndent + owner + ":", select(all, step.pid, owner, selection), options_.width);
  }
  partner_ = owner;
  return out;
}

std::string print_failure(const Trace& trace, const PrintOptions& options, bool listed) {
  const Failure& f = trace.failure;
  if (f.kind == ErrorKind::none) return "";
  const Colours colours(options.colour);
  std::string out;
  const std::string where = trace.program().sources ? trace.program().sources->where(f.span) : "";
  const std::string first = where + (where.empty() ? "" : ": ");
  const std::string& told = f.is_list() ? f.headline : f.message;
  const size_t room = options.width > 4 ? options.width - 4 : 0;
  const size_t first_room = options.width > first.size() ? options.width - first.size() : 0;
  const std::vector<std::string> lines = broken(told, first_room, room);
  for (size_t i = 0; i < lines.size(); ++i)
    out += fmt::format("{}{}{}{}\n", i == 0 ? first : "    ", colours.failing, lines[i], colours.off);
  if (listed && f.is_list()) {
    for (const std::string& line : f.blocked) {
      const std::vector<std::string> pieces = broken(line, room, room);
      for (size_t i = 0; i < pieces.size(); ++i) out += fmt::format("{}{}\n", i == 0 ? "  " : "      ", pieces[i]);
    }
  }
  if (const SourceMap* sources = trace.program().sources.get()) {
    for (const InlineCall& c : sources->calls_around(f.span))
      out += fmt::format("  in inline {}, called at {}\n", c.name, sources->where(c.at));
  }
  if (f.step > 0) out += fmt::format("  in step {}, by {}\n", f.step, process_text(f.process, f.pid));
  return out;
}

std::string doing(const ProcessStatus& p) {
  const std::string valid = p.at.valid_end ? " (valid end state)" : "";
  if (p.at.at_end || p.at.waits_in.empty()) return "at its end" + valid;
  if (p.can_move) return "next: " + quoted_list(p.can_do.empty() ? p.at.waits_in : p.can_do);
  constexpr std::string_view kIt = "it ";
  const std::string why = p.why_not.starts_with(kIt) ? p.why_not.substr(kIt.size()) : p.why_not;
  return why + valid;
}

std::string print_state(const Trace& trace, StateView state, const std::vector<ProcessStatus>& processes,
                        const PrintOptions& options, const Selection* selection) {
  const ir::Program& program = trace.program();
  const std::vector<NamedValue> all = describe(program, trace.shapes(), state);
  std::string out = titled("  globals:", select(all, -1, "", selection), options.width);
  if (processes.empty()) return out + "  no processes\n";
  size_t name_width = 0;
  size_t place_width = 0;
  for (const ProcessStatus& p : processes) {
    name_width = std::max(name_width, process_text(p.at.process, p.at.pid).size());
    place_width = std::min(kMaxPlace, std::max(place_width, line_text(program, p.at.span).size()));
  }
  for (const ProcessStatus& p : processes) {
    if (selection != nullptr && !selection->shows_process(p.at.pid, p.at.type)) continue;
    const std::string owner = process_text(p.at.process, p.at.pid);
    const std::string left =
        fmt::format("  {}  {}  ", padded(owner, name_width), padded(line_text(program, p.at.span), place_width));
    const size_t room = options.width > left.size() ? options.width - left.size() : 0;
    const std::vector<std::string> lines = broken(doing(p), room, room > 2 ? room - 2 : 0);
    for (size_t i = 0; i < lines.size(); ++i)
      out += (i == 0 ? left : std::string(left.size() + 2, ' ')) + lines[i] + "\n";
    out += titled(std::string(name_width + 3, ' '), select(all, p.at.pid, owner, selection), options.width);
  }
  return out;
}

std::vector<std::string> atom_texts(const Trace& trace, size_t after) {
  std::vector<std::string> texts;
  for (const AtomValues* a : changed_atoms(trace, after)) {
    switch (a->values[after]) {
      case Truth::no: texts.push_back(a->text + " is false"); break;
      case Truth::yes: texts.push_back(a->text + " is true"); break;
      case Truth::undefined: texts.push_back(a->text + " has no value"); break;
    }
  }
  return texts;
}

namespace {

std::string atom_lines(const Trace& trace, size_t after, bool hidden, size_t width) {
  const std::string title = after == 0 ? "at first" : hidden ? fmt::format("after step {}", after) : "now";
  return titled(kIndent + title, atom_texts(trace, after), width);
}

// The state after so many steps, with all that is known of it.
std::string state_lines(const Trace& trace, size_t after, const PrintOptions& options, const Selection& selection) {
  return print_state(trace, trace.state(after).view(), process_states_beyond(trace, after), options, &selection);
}

// How the run ends, and in which state.
std::string end_lines(const Trace& trace, const PrintOptions& options, const Selection& selection) {
  const size_t count = trace.steps.size();
  const size_t last = narrow<size_t>(std::min<uint64_t>(options.view.to, count));
  const bool state = options.final_state && !trace.initial.empty();
  std::string out;
  if (last < count) {
    if (state) out += fmt::format("state after step {}:\n", last) + state_lines(trace, last, options, selection);
    return out + fmt::format("the run goes on until step {}\n", count);
  }
  out += print_failure(trace, options, !state);
  if (!state) return out;
  if (leaves_no_state(trace))
    return out + "state before the failing step:\n" + state_lines(trace, count - 1, options, selection);
  return out + "final state:\n" + state_lines(trace, count, options, selection);
}

}  // namespace

std::string print(const Trace& trace, const PrintOptions& options) {
  if (options.as_spin) return spin_print(trace, options);
  const Selection selection(trace, options.view);
  const auto first = narrow<size_t>(std::max<uint64_t>(options.view.from, 1));
  std::string out;
  if (first > 1 && options.final_state && !trace.initial.empty())
    out += fmt::format("state after step {}:\n", first - 1) + state_lines(trace, first - 1, options, selection);
  else if (options.steps)
    out += atom_lines(trace, 0, false, options.width);
  StepPrinter printer(trace.program(), trace.shapes(), options);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    const bool shown = selection.shows(step);
    if (trace.cycle_start == i && selection.in_range(step)) out += "<<<<< start of the cycle >>>>>\n";
    if (shown)
      out += printer.step(step, step.number == trace.failure.step, &selection);
    else
      printer.pass(step);
    if (options.steps && selection.in_range(step)) out += atom_lines(trace, i + 1, !shown, options.width);
  }
  if (trace.cycle_start == trace.steps.size() && options.view.to >= trace.steps.size()) {
    out += "<<<<< start of the cycle: nothing moves any more >>>>>\n";
  }
  if (const size_t hidden = selection.hidden_steps(); hidden > 0)
    out += fmt::format("{} of {} steps are shown\n", trace.steps.size() - hidden, trace.steps.size());
  return out + end_lines(trace, options, selection);
}

}  // namespace gyre::trace
