#include "promela/extent.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace gyre::promela {

namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Reads a text from a place on, comments as blanks.
class Scanner {
 public:
  Scanner(std::string_view text, size_t at) : text_(text), at_(at) {}

  size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }
  // Whether a line of the preprocessor was passed.
  bool met_directive() const { return met_directive_; }

  // The next piece: a string or a character constant as a whole, one character, or " " for all that is blank.
  std::string_view next() {
    if (const size_t blank = blank_length(); blank > 0) {
      at_ += blank;
      while (const size_t more = blank_length()) at_ += more;
      return " ";
    }
    const size_t begin = at_++;
    const char quote = text_[begin];
    if (quote != '"' && quote != '\'') return text_.substr(begin, 1);
    while (!done() && text_[at_] != quote && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(begin, at_ - begin);
  }

 private:
  // The length of a blank, an escaped end of line or a comment here; 0: none of them is here.
  size_t blank_length() {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    if (rest.empty()) return 0;
    if (rest.starts_with("\\\n")) return 2;
    if (rest.starts_with("/*")) return std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    if (rest.starts_with("//")) return std::min(rest.find('\n'), rest.size());
    if (!is_blank(rest[0])) return 0;
    if (rest[0] == '\n') {
      const size_t first = rest.find_first_not_of(" \t", 1);
      met_directive_ = met_directive_ || (first != std::string_view::npos && rest[first] == '#');
    }
    return 1;
  }

  std::string_view text_;
  size_t at_;
  bool met_directive_ = false;
};

int depth_change(std::string_view piece) {
  if (piece == "(" || piece == "[") return 1;
  return piece == ")" || piece == "]" ? -1 : 0;
}

size_t offset(const SourceMap& sources, uint32_t file, uint32_t line, uint32_t column) {
  const std::string_view text = sources.text(file);
  const std::string_view in_line = sources.line_text(file, line);
  if (in_line.empty()) return text.size();
  return std::min<size_t>(in_line.data() - text.data() + column - 1, text.size());
}

}  // namespace

void Extent::add(const Span& place) {
  if (!place.known()) return;
  const Point from{place.line, place.column}, to{place.line, place.column + place.length};
  if (empty()) {
    file_ = place.file;
    call_ = place.call;
    first_ = from;
    last_ = to;
    return;
  }
  scattered_ = scattered_ || file_ != place.file || call_ != place.call;
  first_ = std::min(first_, from);
  last_ = std::max(last_, to);
}

bool Extent::overlaps(const Extent& other) const {
  if (empty() || other.empty() || file_ != other.file_ || call_ != other.call_) return false;
  return first_ < other.last_ && other.first_ < last_;
}

std::string Extent::text(const SourceMap& sources) const {
  if (empty() || scattered_) return "";
  const size_t end = offset(sources, file_, last_.line, last_.column);
  Scanner scanner(sources.text(file_), offset(sources, file_, first_.line, first_.column));
  std::string out;
  int depth = 0;
  const auto take = [&] {
    const std::string_view piece = scanner.next();
    depth += depth_change(piece);
    out += piece;
  };
  while (!scanner.done() && scanner.at() < end) take();
  if (scanner.at() > end) return "";  // a token ends inside of another: these are not the places of the statement
  // The call of a macro reaches to its parenthesis, of which no token is left.
  for (Scanner ahead = scanner; depth == 0 && !ahead.done();) {
    const std::string_view piece = ahead.next();
    if (piece == " ") continue;
    if (piece == "(") {
      take();
      while (depth == 0 && !scanner.done()) take();
    }
    break;
  }
  while (depth > 0 && !scanner.done()) take();
  if (depth != 0 || scanner.met_directive()) return "";
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace gyre::promela
