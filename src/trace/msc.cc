#include "trace/msc.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "trace/msc_chart.h"

namespace gyre::trace {

std::string msc_text(const Trace& trace, const MscOptions& options) {
  const MscChart chart = make_chart(trace, options.output, kNowhere);
  std::vector<size_t> width;
  for (const MscColumn& c : chart.columns) width.push_back(c.name.size());
  assert(std::all_of(chart.events.begin(), chart.events.end(),
                     [&](const MscEvent& e) { return e.column < width.size(); }));
  for (const MscEvent& e : chart.events) width[e.column] = std::max(width[e.column], e.text.size());
  auto trimmed = [](std::string line) {
    while (!line.empty() && line.back() == ' ') line.pop_back();
    return line + "\n";
  };
  std::string line = " step";
  for (size_t i = 0; i < chart.columns.size(); ++i) line += fmt::format("  {:<{}}", chart.columns[i].name, width[i]);
  std::string out = trimmed(line);
  for (const MscEvent& e : chart.events) {
    line = fmt::format("{:>5}", e.step);
    for (size_t i = 0; i < e.column; ++i) line += fmt::format("  {:<{}}", ".", width[i]);
    out += trimmed(line + "  " + e.text);
  }
  if (chart.events.empty()) out += "       no messages\n";
  return out;
}

}  // namespace gyre::trace
