// The picture of a message sequence chart.
#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/nth.h"
#include "trace/lines.h"
#include "trace/msc.h"
#include "trace/msc_chart.h"

namespace gyre::trace {

namespace {

// Pixels. Text is cut at kLongest characters, the rest is in its tool tip.
constexpr int kRow = 24;
constexpr double kCharacter = 7.3;
constexpr double kSmallCharacter = 6.1;
constexpr int kHead = 26;
constexpr int kTop = 16;
constexpr int kLeft = 56;
constexpr size_t kLongest = 36;

constexpr const char* kStyle =
    "text{font:12px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1b1f24}"
    ".life{stroke:#b6bcc4;stroke-width:1.5;stroke-dasharray:4 3}"
    ".head{fill:#eaf1fb;stroke:#4a6fa5}"
    ".blocked{fill:#fdecea;stroke:#c62828}"
    ".cycle{stroke:#8a6d00;stroke-width:1.2;stroke-dasharray:8 4}"
    ".again{fill:#8a6d00;font-size:11px}"
    ".msg{stroke:#2b5c9e;stroke-width:1.4;fill:none}"
    ".rv{stroke:#7a3e9d;stroke-width:1.4;fill:none}"
    ".copy{stroke:#2b5c9e;stroke-width:1.2;stroke-dasharray:5 3;fill:none}"
    ".open{stroke:#2b5c9e;stroke-width:1.4;fill:#fff}"
    ".dot{fill:#2b5c9e}"
    ".label{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}"
    ".got{fill:#6a737d;font-size:10px}"
    ".num{fill:#9aa1a9;font-size:10px}"
    ".note{fill:#fff8dc;stroke:#d9c879}"
    ".bad{fill:#c62828}"
    ".end{stroke:#6a737d;stroke-width:3}";

uint8_t byte_at(const std::string& text, size_t i) {
  assert(i < text.size());
  return static_cast<uint8_t>(text[i]);
}
// Whether the character of UTF-8 to which this byte belongs has begun before it.
bool goes_on(const std::string& text, size_t i) { return (byte_at(text, i) & 0xc0) == 0x80; }

// Characters that mean something in XML; bytes that are no UTF-8 text are shown as question marks.
std::string escape(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const uint8_t c = byte_at(text, i);
    const size_t length = c < 0x80                ? 1
                          : c >= 0xc2 && c < 0xe0 ? 2
                          : c >= 0xe0 && c < 0xf0 ? 3
                          : c >= 0xf0 && c < 0xf5 ? 4
                                                  : 0;
    bool good = length > 0 && i + length <= text.size();
    for (size_t k = 1; good && k < length; ++k) good = goes_on(text, i + k);
    if (!good || (length == 1 && c < 0x20 && c != '\t')) {
      out += '?';
      ++i;
      continue;
    }
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else
      out.append(text, i, length);
    i += length;
  }
  return out;
}

int text_width(const std::string& text, double character = kCharacter) {
  return static_cast<int>(narrow<int>(std::min(text.size(), kLongest)) * character);
}

class Drawing {
 public:
  Drawing(const Trace& trace, const MscChart& chart) : trace_(trace), chart_(chart) {
    place_columns();
    bottom_ = row_y(chart.rows) + 4;
  }

  std::string run() {
    for (const MscColumn& c : chart_.columns) life_line(c);
    if (chart_.cycle_row != kNowhere) cycle();
    for (const MscEvent& e : chart_.events) arrow(e);
    // Arrows go behind the boxes of those who are born later, not through them.
    for (const MscColumn& c : chart_.columns) heads(c);
    for (const MscEvent& e : chart_.events) label(e);
    int y = bottom_ + kHead + 24;
    if (chart_.events.empty()) y = text_line(y, "", "no messages");
    for (const MscColumn& c : chart_.columns) {
      if (!c.waits.empty()) y = broken_line(y, "", c.name + " " + c.waits);
    }
    if (chart_.pruned > 0) y = text_line(y, "", fmt::format("... {} more events are left out", chart_.pruned));
    if (trace_.failure.kind != ErrorKind::none) y = broken_line(y, "bad", failure_text());
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<style>{2}</style>\n"
        "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
        "orient=\"auto\"><path d=\"M0,1 L10,5 L0,9 z\" fill=\"#2b5c9e\"/></marker>"
        "<marker id=\"tip-rv\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
        "orient=\"auto\"><path d=\"M0,1 L10,5 L0,9 z\" fill=\"#7a3e9d\"/></marker></defs>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{3}</svg>\n",
        width_, y, kStyle, out_);
  }

 private:
  static int row_y(size_t row) { return kTop + kHead + 22 + narrow<int>(row) * kRow; }

  // Neighbours are so far apart that labels between them fit.
  void place_columns() {
    const size_t n = chart_.columns.size();
    std::vector<int> gap(n + 1, 110);
    gap[0] = 60;
    for (size_t i = 0; i < n; ++i) gap[i] = std::max(gap[i], text_width(chart_.columns[i].name) + (i > 0 ? 36 : 0));
    for (const MscEvent& e : chart_.events) {
      if (second_half(e)) continue;
      const size_t between = label_on_left(e) ? e.column : e.column + 1;  // gap[i]: left of column i
      const double character = is_matched_receive(e) ? kSmallCharacter : kCharacter;
      gap[between] = std::max(gap[between], text_width(e.text, character) + 34);
    }
    int x = kLeft;
    for (size_t i = 0; i < n; ++i) x_.push_back(x += gap[i]);
    width_ = std::max(x + gap[n] + 20, 420);
  }

  // The arrow's other end is to the left.
  bool points_left(const MscEvent& e) const {
    return e.partner != kNowhere && chart_.events[e.partner].column < e.column;
  }
  static bool is_matched_receive(const MscEvent& e) {
    return e.kind == MscEvent::Kind::receive && e.partner != kNowhere;
  }
  static bool second_half(const MscEvent& e) { return e.rendezvous && is_matched_receive(e); }
  // A send's label stands above the arrow's tail, a receive's (small, grey) on the other side of the life line.
  bool label_on_left(const MscEvent& e) const { return is_matched_receive(e) ? !points_left(e) : points_left(e); }

  int top_of(const MscColumn& c) const { return c.born_late ? row_y(c.first_row) - kHead / 2 - 8 : kTop; }
  int end_of(const MscColumn& c) const { return c.last_row == kNowhere ? bottom_ : row_y(c.last_row) - kRow / 2; }
  int x_of(const MscColumn& c) const { return nth(x_, &c - chart_.columns.data()); }

  void life_line(const MscColumn& c) {
    const int x = x_of(c);
    out_ +=
        fmt::format("<line class=\"life\" x1=\"{0}\" y1=\"{1}\" x2=\"{0}\" y2=\"{2}\"/>\n", x, top_of(c), end_of(c));
  }

  void heads(const MscColumn& c) {
    const int x = x_of(c);
    const int end = end_of(c);
    head(x, top_of(c), c, false);
    if (c.last_row == kNowhere)
      head(x, bottom_, c, true);
    else
      out_ += fmt::format("<line class=\"end\" x1=\"{0}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\"/>\n", x - 10, x + 10, end);
  }

  void head(int x, int y, const MscColumn& c, bool at_end) {
    const int w = text_width(c.name) + 18;
    const bool blocked = at_end && !c.waits.empty();
    const std::string title = blocked                    ? fmt::format("{} {}", c.name, c.waits)
                              : c.name.size() > kLongest ? c.name
                                                         : std::string();
    out_ += title.empty() ? "<g>" : fmt::format("<g><title>{}</title>", escape(title));
    out_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/>",
                        blocked ? "head blocked" : "head", x - w / 2, y, w, kHead);
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>\n", x, y + 17,
                        escape(cut(c.name, kLongest)));
  }

  // From here on everything happens again and again.
  void cycle() {
    const int y = row_y(chart_.cycle_row) - kRow / 2;
    const bool moves = *trace_.cycle_start < trace_.steps.size();
    out_ += fmt::format("<line class=\"cycle\" x1=\"8\" y1=\"{0}\" x2=\"{1}\" y2=\"{0}\"/>", y, width_ - 8);
    out_ += fmt::format("<text class=\"again label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", width_ - 10,
                        y + 12, moves ? "the cycle starts here" : "nothing moves any more");
  }

  // A message that is read and left where it is: from its send to the receive.
  void copy(const MscEvent& e) {
    const MscEvent& from = chart_.events[e.partner];
    const int stop = x_[e.column] + (x_[e.column] > x_[from.column] ? -2 : 2);
    out_ += fmt::format(
        "<path class=\"copy\" d=\"M{},{} L{},{}\" marker-end=\"url(#tip)\"><title>step {}: {} is read, and stays in "
        "the "
        "channel</title></path>\n",
        x_[from.column], row_y(from.row), stop, row_y(e.row), e.step, escape(e.text));
  }

  // From a send to its receive.
  void arrow(const MscEvent& e) {
    if (e.peek && e.partner != kNowhere) copy(e);
    if (e.kind != MscEvent::Kind::send) return;
    const int x = x_[e.column];
    const int y = row_y(e.row);
    const std::string title = fmt::format("<title>step {}: {}</title>", e.step, escape(e.text));
    if (e.partner == kNowhere) {
      if (e.copied) return;
      out_ += fmt::format("<path class=\"msg\" d=\"M{0},{1} h26\">{2}</path>", x, y, title);
      if (e.lost)
        out_ += fmt::format("<path class=\"msg\" d=\"M{},{} l10,10 m0,-10 l-10,10\"/>\n", x + 26, y - 5);
      else
        out_ += fmt::format("<circle class=\"open\" cx=\"{}\" cy=\"{}\" r=\"4\"/>\n", x + 30, y);
      return;
    }
    const MscEvent& to = chart_.events[e.partner];
    const int to_x = x_[to.column];
    const int to_y = row_y(to.row);
    const char* style = e.rendezvous ? "rv" : "msg";
    const char* tip = e.rendezvous ? "tip-rv" : "tip";
    if (to.column == e.column) {
      const int reach = 46;
      out_ += fmt::format("<path class=\"{}\" d=\"M{},{} C{},{} {},{} {},{}\" marker-end=\"url(#{})\">{}</path>\n",
                          style, x, y, x + reach, y, x + reach, to_y, x + 2, to_y, tip, title);
    } else {
      const int stop = to_x + (to_x > x ? -2 : 2);
      out_ += fmt::format("<path class=\"{}\" d=\"M{},{} L{},{}\" marker-end=\"url(#{})\">{}</path>\n", style, x, y,
                          stop, to_y, tip, title);
    }
    out_ += fmt::format("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>\n", x, y);
  }

  void label(const MscEvent& e) {
    const int x = x_[e.column];
    const int y = row_y(e.row);
    if (second_half(e)) return;
    out_ +=
        fmt::format("<text class=\"num\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", kLeft - 12, y + 3, e.step);
    const std::string text = escape(cut(e.text, kLongest));
    const std::string title = e.text.size() > kLongest ? fmt::format("<title>{}</title>", escape(e.text)) : "";
    if (e.kind == MscEvent::Kind::output) {
      out_ += "<g>" + title;
      out_ += fmt::format("<rect class=\"note\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"2\"/>", x + 8, y - 9,
                          text_width(e.text) + 10);
      out_ += fmt::format("<text x=\"{}\" y=\"{}\">{}</text></g>\n", x + 13, y + 4, text);
      return;
    }
    const bool left = label_on_left(e);
    const bool alone = e.partner == kNowhere && !e.copied;
    const int offset = alone && e.kind == MscEvent::Kind::send ? 40 : 8;
    const int down = alone || is_matched_receive(e) ? 4 : -5;
    out_ += fmt::format("<text class=\"label{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}{}</text>\n",
                        is_matched_receive(e) ? " got" : "", left ? x - offset : x + offset, y + down,
                        left ? "end" : "start", text, title);
  }

  int text_line(int y, const char* style, const std::string& text) {
    out_ += fmt::format("<text class=\"{}\" x=\"16\" y=\"{}\">{}</text>\n", style, y, escape(text));
    return y + 18;
  }

  // A text, broken into lines that fit.
  int broken_line(int y, const char* style, const std::string& text) {
    const auto per_line = static_cast<size_t>(std::max(width_ - 40, 200) / kCharacter);
    for (const std::string& line : broken(text, per_line, per_line)) y = text_line(y, style, line);
    return y;
  }
  // Who is blocked is told process by process.
  const std::string& failure_text() const {
    return trace_.failure.is_list() ? trace_.failure.headline : trace_.failure.message;
  }

  const Trace& trace_;
  const MscChart& chart_;
  std::vector<int> x_;
  int width_ = 0;
  int bottom_ = 0;
  std::string out_;
};

}  // namespace

std::string msc_svg(const Trace& trace, const MscOptions& options) {
  const MscChart chart = make_chart(trace, options, options.max_events);
  return Drawing(trace, chart).run();
}

}  // namespace gyre::trace
