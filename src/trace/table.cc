#include "trace/table.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/narrow.h"

namespace gyre::trace {

namespace {

constexpr size_t kMaxStatement = 30;
constexpr size_t kMaxName = 16;
constexpr size_t kMaxValue = 18;
constexpr size_t kMaxHead = 18;

// What stands in a column: in each row a value, if there is one.
struct Column {
  std::string name;
  std::vector<std::string> values;  // by row; "": the process is not there
  std::vector<bool> changed;        // by row
  size_t width = 0;
  bool changes = false;
  bool shown = true;
};

// The rows that are shown, by the step behind which they are: the first is the state before.
std::vector<size_t> shown_rows(const Trace& trace, const Selection& selection) {
  std::vector<size_t> rows;
  const View& view = selection.view();
  rows.push_back(narrow<size_t>(std::max<uint64_t>(view.from, 1)) - 1);
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (selection.shows(trace.steps[i])) rows.push_back(i + 1);
  }
  return rows;
}

class Table {
 public:
  Table(const Trace& trace, const PrintOptions& options)
      : trace_(trace),
        options_(options),
        colours_(options.colour),
        selection_(trace, options.view),
        rows_(shown_rows(trace, selection_)) {}

  std::string run() {
    measure();
    add_variables();
    add_atoms();
    for (Column& c : columns_) finish(c);
    fit();
    std::string out = head();
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (trace_.cycle_start && starts_cycle(i)) out += "<<<<< start of the cycle >>>>>\n";
      out += row(i);
    }
    if (trace_.cycle_start == trace_.steps.size() && rows_.back() == trace_.steps.size())
      out += "<<<<< start of the cycle: nothing moves any more >>>>>\n";
    return out + notes() + end();
  }

 private:
  // The first row behind the beginning of the cycle.
  bool starts_cycle(size_t i) const {
    const size_t start = *trace_.cycle_start;
    return i > 0 && rows_[i] > start && rows_[i - 1] <= start;
  }

  void measure() {
    for (const size_t r : rows_) {
      if (r == 0) continue;
      const Step& s = trace_.steps[r - 1];
      name_width_ = std::max(name_width_, process_text(s.process, s.pid).size());
      place_width_ = std::max(place_width_, place(s).size());
      statement_width_ = std::max(statement_width_, characters(s.source));
    }
    name_width_ = std::min(name_width_, kMaxName);
    statement_width_ = std::min(statement_width_, kMaxStatement);
  }

  // The line; its file only if it is not that of the model.
  std::string place(const Step& s) const {
    if (!s.span.known()) return "";
    const SourceMap& sources = *trace_.program().sources;
    constexpr uint32_t kModel = 1;
    return s.span.file == kModel ? std::to_string(s.span.line)
                                 : fmt::format("{}:{}", sources.last_name(s.span.file), s.span.line);
  }

  void add_variables() {
    std::unordered_map<std::string, size_t> by_name;
    if (trace_.initial.empty()) return;
    for (size_t i = 0; i < rows_.size(); ++i) {
      const StateView state = trace_.state(rows_[i]).view();
      for (const NamedValue& v : selection_.of(describe(trace_.program(), trace_.shapes(), state))) {
        const auto [it, fresh] = by_name.emplace(v.name, columns_.size());
        if (fresh) {
          columns_.emplace_back();
          columns_.back().name = v.name;
          columns_.back().values.resize(rows_.size());
        }
        columns_[it->second].values[i] = v.value;
      }
    }
  }

  void add_atoms() {
    for (const AtomValues& a : trace_.atoms) {
      Column& c = columns_.emplace_back();
      c.name = a.text;
      for (const size_t r : rows_) {
        switch (a.values[r]) {
          case Truth::no: c.values.emplace_back("false"); break;
          case Truth::yes: c.values.emplace_back("true"); break;
          case Truth::undefined: c.values.emplace_back("?"); break;
        }
      }
    }
  }

  void finish(Column& c) const {
    c.changed.resize(rows_.size(), false);
    c.width = std::min(characters(c.name), kMaxHead);
    for (size_t i = 0; i < rows_.size(); ++i) {
      // What appears with its process is no change of it.
      c.changed[i] = i > 0 && c.values[i] != c.values[i - 1] && !c.values[i].empty() && !c.values[i - 1].empty();
      c.changes = c.changes || c.changed[i];
      c.width = std::max(c.width, std::min(characters(c.values[i]), kMaxValue) + (c.changed[i] ? 1 : 0));
    }
  }

  size_t left_width() const { return 10 + name_width_ + 2 + place_width_ + 2 + statement_width_; }

  // Leaves columns out until the rest fits: those that never change, then from the right.
  void fit() {
    if (options_.width == 0) return;
    size_t width = left_width();
    for (const Column& c : columns_) width += c.width + 2;
    for (const bool changing : {false, true}) {
      for (size_t i = columns_.size(); i-- > 0 && width > options_.width;) {
        Column& c = columns_[i];
        if (!c.shown || c.changes != changing) continue;
        c.shown = false;
        width -= c.width + 2;
      }
    }
  }

  std::string head() const {
    std::string line = fmt::format("    step  {}  {}  {}", padded("process", name_width_), padded("line", place_width_),
                                   padded("statement", statement_width_));
    for (const Column& c : columns_) {
      if (c.shown) line += "  " + padded(cut(c.name, kMaxHead), c.width);
    }
    return trimmed(line) + "\n";
  }

  std::string row(size_t i) const {
    std::string line;
    const size_t r = rows_[i];
    bool failing = false;
    if (r == 0 || i == 0) {
      line = padded(fmt::format("  {:>6}", r), left_width());
    } else {
      const Step& s = trace_.steps[r - 1];
      failing = s.number == trace_.failure.step;
      line = fmt::format("{} {:>6}  {}  {:>{}}  {}", failing ? '!' : ' ', s.number,
                         padded(cut(process_text(s.process, s.pid), kMaxName), name_width_), place(s), place_width_,
                         padded(cut(std::string(s.source), kMaxStatement), statement_width_));
    }
    if (failing) line = colours_.failing + line + colours_.off;
    for (const Column& c : columns_) {
      if (!c.shown) continue;
      const std::string value = cut(c.values[i].empty() ? " " : c.values[i], kMaxValue);
      const std::string text = padded(value + (c.changed[i] ? "*" : ""), c.width);
      line += "  " + (c.changed[i] ? colours_.changed + text + colours_.off : text);
    }
    return trimmed(line) + "\n";
  }

  std::string notes() const {
    std::vector<std::string> constant, crowded;
    for (const Column& c : columns_) {
      if (!c.shown) (c.changes ? crowded : constant).push_back(c.name);
    }
    const size_t width = options_.width == 0 ? kLine : options_.width;
    std::string out = titled("left out, they do not change:", constant, width);
    out += titled("left out, there is no room (--variables chooses):", crowded, width);
    if (const size_t hidden = selection_.hidden_steps(); hidden > 0)
      out += fmt::format("{} of {} steps are shown\n", trace_.steps.size() - hidden, trace_.steps.size());
    return out;
  }

  std::string end() const {
    if (options_.view.to < trace_.steps.size())
      return fmt::format("the run goes on until step {}\n", trace_.steps.size());
    PrintOptions how = options_;
    if (how.width == 0) how.width = kLine;
    return print_failure(trace_, how);
  }

  const Trace& trace_;
  const PrintOptions& options_;
  const Colours colours_;
  const Selection selection_;
  const std::vector<size_t> rows_;
  std::vector<Column> columns_;
  size_t name_width_ = 7;  // of the headings
  size_t place_width_ = 4;
  size_t statement_width_ = 9;
};

}  // namespace

std::string print_table(const Trace& trace, const PrintOptions& options) { return Table(trace, options).run(); }

}  // namespace gyre::trace
