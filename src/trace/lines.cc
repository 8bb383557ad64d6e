#include "trace/lines.h"

#include <algorithm>
#include <cassert>

namespace gyre::trace {

namespace {

constexpr size_t kNarrow = 20;  // a text is not broken into pieces that are smaller

// Whether the character of UTF-8 to which this byte belongs has begun before it.
bool goes_on(std::string_view text, size_t i) {
  return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
}

bool ends_a_word(char c) { return c == ' ' || c == ',' || c == ']' || c == ')' || c == ';'; }

// Where to break a text that is longer than `room`.
size_t break_at(std::string_view text, size_t room) {
  assert(text.size() > room && room > 0);
  for (size_t at = room; at > room / 2; --at) {
    if (ends_a_word(text[at - 1])) return at;
  }
  size_t at = room;
  while (at > 1 && goes_on(text, at)) --at;
  return at;
}

}  // namespace

std::vector<std::string> broken(std::string_view text, size_t first, size_t room) {
  std::vector<std::string> out;
  size_t here = std::max(first, kNarrow);
  while (text.size() > here) {
    const size_t at = break_at(text, here);
    out.push_back(trimmed(std::string(text.substr(0, at))));
    text.remove_prefix(at);
    while (text.starts_with(' ')) text.remove_prefix(1);
    here = std::max(room, kNarrow);
  }
  if (!text.empty() || out.empty()) out.emplace_back(text);
  return out;
}

std::vector<std::string> filled(const std::vector<std::string>& items, size_t first, size_t room) {
  room = std::max(room, kNarrow);
  std::vector<std::string> out;
  std::string line;
  size_t here = std::max(first, kNarrow);
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    if (!line.empty() && line.size() + 1 + item.size() > here) {
      out.push_back(std::move(line));
      line.clear();
      here = room;
    }
    line += (line.empty() ? "" : " ") + item;
    if (line.size() <= here) continue;
    std::vector<std::string> pieces = broken(line, here, room);
    line = std::move(pieces.back());
    pieces.pop_back();
    out.insert(out.end(), pieces.begin(), pieces.end());
    here = room;
  }
  if (!line.empty()) out.push_back(std::move(line));
  return out;
}

std::string titled(const std::string& title, const std::vector<std::string>& items, size_t width) {
  const size_t indent = title.size() + 1;
  const size_t room = width > indent ? width - indent : 0;
  std::string out;
  for (const std::string& line : filled(items, room, room))
    out += (out.empty() ? title : std::string(title.size(), ' ')) + " " + line + "\n";
  return out;
}

std::string cut(const std::string& text, size_t most) {
  assert(most > 0);
  if (characters(text) <= most) return text;
  size_t end = 0;
  for (size_t count = 0; end < text.size(); ++end) {
    if (goes_on(text, end)) continue;
    if (count++ == most - 1) break;
  }
  return text.substr(0, end) + "…";
}

size_t characters(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) count += goes_on(text, i) ? 0 : 1;
  return count;
}

std::string padded(std::string text, size_t width) {
  const size_t used = characters(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace gyre::trace
