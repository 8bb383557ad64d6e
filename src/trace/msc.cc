#include "trace/msc.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "trace/lines.h"
#include "trace/msc_chart.h"

namespace gyre::trace {

std::string msc_text(const Trace& trace, const MscOptions& options) {
  const MscChart chart = make_chart(trace, options, kNowhere);
  std::vector<size_t> width;
  for (const MscColumn& c : chart.columns) width.push_back(c.name.size());
  assert(std::all_of(chart.events.begin(), chart.events.end(),
                     [&](const MscEvent& e) { return e.column < width.size(); }));
  for (const MscEvent& e : chart.events) width[e.column] = std::max(width[e.column], e.text.size());
  std::string line = " step";
  for (size_t i = 0; i < chart.columns.size(); ++i) line += fmt::format("  {:<{}}", chart.columns[i].name, width[i]);
  std::string out = trimmed(line) + "\n";
  // Where somebody is born there is a row without an event.
  bool cycle_told = chart.cycle_row == kNowhere;
  for (const MscEvent& e : chart.events) {
    if (!cycle_told && e.row >= chart.cycle_row) {
      out += "<<<<< start of the cycle >>>>>\n";
      cycle_told = true;
    }
    line = fmt::format("{:>5}", e.step);
    for (size_t i = 0; i < e.column; ++i) line += fmt::format("  {:<{}}", ".", width[i]);
    out += trimmed(line + "  " + e.text) + "\n";
  }
  if (!cycle_told) {
    const bool moves = *trace.cycle_start < trace.steps.size();
    out += fmt::format("<<<<< start of the cycle{} >>>>>\n", moves ? ", without messages" : ": nothing moves any more");
  }
  if (chart.events.empty()) out += "       no messages\n";
  for (const MscColumn& c : chart.columns) {
    if (!c.waits.empty()) out += fmt::format("       {} {}\n", c.name, c.waits);
  }
  return out;
}

}  // namespace gyre::trace
