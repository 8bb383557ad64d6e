#include "trace/msc_chart.h"

#include <algorithm>
#include <list>
#include <map>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "trace/print.h"
#include "trace/processes.h"

namespace gyre::trace {

namespace {

class Builder {
 public:
  Builder(const Trace& trace, const MscOptions& options, size_t max_events)
      : trace_(trace), selection_(trace, options.view), output_(options.output), max_(max_events) {}

  MscChart run() {
    if (!trace_.initial.empty()) births(trace_.initial.view());
    for (const Step& step : trace_.steps) {
      if (step.number > selection_.view().to) break;
      in_range_ = selection_.in_range(step);
      if (trace_.cycle_start == step.number - 1 && in_range_) chart_.cycle_row = chart_.rows;
      add(step);
    }
    if (trace_.cycle_start == trace_.steps.size() && selection_.view().to >= trace_.steps.size())
      chart_.cycle_row = chart_.rows;
    tell_who_waits();
    keep_shown_columns();
    return std::move(chart_);
  }

 private:
  // A process that comes back with the same number and type goes on in its old column.
  void births(StateView state) {
    const auto& processes = shape_of(trace_.shapes(), state).processes;
    for (size_t pid = alive_.size(); pid < processes.size(); ++pid) {
      const auto number = narrow<int32_t>(pid);
      auto at = std::find_if(chart_.columns.begin(), chart_.columns.end(),
                             [&](const MscColumn& c) { return c.pid == number && c.type == processes[pid].type; });
      if (at == chart_.columns.end()) {
        MscColumn c;
        c.pid = number;
        c.type = processes[pid].type;
        c.name = process_text(display_name(nth(trace_.program().processes, c.type)), number);
        // Who is born on the way begins with a row for its name.
        c.born_late = in_range_;
        c.first_row = c.born_late ? chart_.rows++ : 0;
        at = chart_.columns.insert(chart_.columns.end(), c);
      }
      at->last_row = kNowhere;
      at->gone_before = false;
      alive_.push_back(narrow<size_t>(at - chart_.columns.begin()));
    }
  }

  void deaths(StateView state) {
    const size_t count = shape_of(trace_.shapes(), state).processes.size();
    while (alive_.size() > count) {
      chart_.columns[alive_.back()].last_row = chart_.rows;
      chart_.columns[alive_.back()].gone_before = !in_range_;
      alive_.pop_back();
    }
    // Numbers of channels are used again: what is in a channel that has gone is received no more.
    const auto channels = narrow<int32_t>(shape_of(trace_.shapes(), state).channels.size());
    waiting_.erase(waiting_.upper_bound(channels), waiting_.end());
  }

  // What happens before the part that is shown is followed, too: it tells which message is received.
  void add(const Step& step) {
    const size_t column = nth(alive_, step.pid);
    shown_ = in_range_ && selection_.shows_process(step.pid, step.type);
    for (const MessageEvent& m : step.messages) add_message(step, column, m);
    if (output_ && shown_) add_output(step, column);
    births(step.state.view());
    deaths(step.state.view());
  }

  MscEvent* add_event(const Step& step, size_t column, MscEvent::Kind kind, std::string text, bool same_row) {
    if (chart_.events.size() >= max_) {
      ++chart_.pruned;
      return nullptr;
    }
    MscEvent e;
    e.kind = kind;
    e.column = column;
    e.step = step.number;
    e.text = std::move(text);
    e.row = same_row && chart_.rows > 0 ? chart_.rows - 1 : chart_.rows++;
    chart_.events.push_back(std::move(e));
    return &chart_.events.back();
  }

  // The oldest message with this contents is the one received: so it is for queues, sorted ones and random receives.
  void add_message(const Step& step, size_t column, const MessageEvent& m) {
    const size_t index = shown_ ? add_shown(step, column, m) : kNowhere;
    std::list<Waiting>& queue = waiting_[m.channel];
    if (m.is_send) {
      if (!m.lost) queue.push_back({m.message, index});
      return;
    }
    const auto sent =
        std::find_if(queue.begin(), queue.end(), [&](const Waiting& w) { return w.message == m.message; });
    if (sent == queue.end()) return;
    if (index != kNowhere && sent->event != kNowhere) {
      chart_.events[index].partner = sent->event;
      if (m.peek)
        chart_.events[sent->event].copied = true;
      else
        chart_.events[sent->event].partner = index;
    }
    if (!m.peek) queue.erase(sent);
  }

  // Its index, or kNowhere if there are too many.
  size_t add_shown(const Step& step, size_t column, const MessageEvent& m) {
    const auto kind = m.is_send ? MscEvent::Kind::send : MscEvent::Kind::receive;
    const std::string name = short_name(m.channel_name, chart_.columns[column].name);
    const std::string text = m.peek ? fmt::format("{}?<{}>", name, m.text) : name + (m.is_send ? "!" : "?") + m.text;
    // The halves of a rendezvous share a row, if both are shown.
    const bool second = m.rendezvous && !m.is_send && !chart_.events.empty() &&
                        chart_.events.back().step + 1 == step.number && chart_.events.back().rendezvous;
    MscEvent* e = add_event(step, column, kind, text, second);
    if (!e) return kNowhere;
    e->rendezvous = m.rendezvous;
    e->lost = m.lost;
    e->peek = m.peek;
    return chart_.events.size() - 1;
  }

  void add_output(const Step& step, size_t column) {
    size_t at = 0;
    while (at < step.output.size()) {
      const size_t end = std::min(step.output.find('\n', at), step.output.size());
      if (end > at) add_event(step, column, MscEvent::Kind::output, step.output.substr(at, end - at), false);
      at = end + 1;
    }
  }

  void tell_who_waits() {
    if (trace_.initial.empty()) return;
    const size_t last = narrow<size_t>(std::min<uint64_t>(selection_.view().to, trace_.steps.size()));
    for (const ProcessStatus& p : process_states_beyond(trace_, last)) {
      if (p.can_move || p.at.at_end) continue;
      const std::string name = process_text(p.at.process, p.at.pid);
      for (MscColumn& c : chart_.columns) {
        if (c.name == name) c.waits = doing(p);
      }
    }
  }

  void keep_shown_columns() {
    std::vector<size_t> to(chart_.columns.size());
    std::vector<MscColumn> kept;
    for (size_t i = 0; i < chart_.columns.size(); ++i) {
      to[i] = kept.size();
      const MscColumn& c = chart_.columns[i];
      if (selection_.shows_process(c.pid, c.type) && !c.gone_before) kept.push_back(c);
    }
    for (MscEvent& e : chart_.events) e.column = to[e.column];
    chart_.columns = std::move(kept);
    close_up_rows();
  }

  // Rows where somebody was born who is not shown are empty.
  void close_up_rows() {
    std::vector<bool> used(chart_.rows + 1, false);
    for (const MscEvent& e : chart_.events) used[e.row] = true;
    for (const MscColumn& c : chart_.columns) {
      if (c.born_late) used[c.first_row] = true;
    }
    std::vector<size_t> to(chart_.rows + 1, 0);
    for (size_t i = 0; i < chart_.rows; ++i) to[i + 1] = to[i] + (used[i] ? 1 : 0);
    for (MscEvent& e : chart_.events) e.row = to[e.row];
    for (MscColumn& c : chart_.columns) {
      c.first_row = to[c.first_row];
      if (c.last_row != kNowhere) c.last_row = to[c.last_row];
    }
    if (chart_.cycle_row != kNowhere) chart_.cycle_row = to[chart_.cycle_row];
    chart_.rows = to[chart_.rows];
  }

  struct Waiting {
    std::vector<int32_t> message;
    size_t event;
  };
  const Trace& trace_;
  const Selection selection_;
  bool output_;
  size_t max_;
  bool in_range_ = false;  // of the view: the step that is being added
  bool shown_ = false;     // and its process is shown, too
  MscChart chart_;
  std::vector<size_t> alive_;  // column of each process
  std::map<int32_t, std::list<Waiting>> waiting_;
};

}  // namespace

MscChart make_chart(const Trace& trace, const MscOptions& options, size_t max_events) {
  return Builder(trace, options, max_events).run();
}

}  // namespace gyre::trace
