#include "wire/messages.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <gyre/error.h>

namespace gyre::wire {

namespace {

constexpr std::string_view kLength = "content-length";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// What an error message shows of a foreign text.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > 40 ? out + "..." : out;
}

size_t number_in(std::string_view text) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range || (error == std::errc() && value > Messages::kMaxBody)) {
    throw Error(fmt::format("a message of {} bytes is too long: the limit is {}", shown(text), Messages::kMaxBody));
  }
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Error(fmt::format("the Content-Length of a message is no number: `{}`", shown(text)));
  }
  return value;
}

// Takes the length out of a header line; `length` is the one that was found before.
void take_line(std::string_view line, std::optional<size_t>& length) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    throw Error(fmt::format("no header line of a message: `{}`; expected Content-Length: N", shown(line)));
  }
  std::string name(trimmed(line.substr(0, colon)));
  std::ranges::transform(name, name.begin(), lower);
  if (name != kLength) return;
  if (length) throw Error("a message has two Content-Length lines");
  length = number_in(trimmed(line.substr(colon + 1)));
}

}  // namespace

// A thread that waits for input must not hold the stream's lock: a program that ends flushes all streams, and would
// wait for it.
std::optional<size_t> Messages::read_length() {
  std::optional<size_t> length;
  std::string line;
  size_t header = 0;
  for (int c = getc_unlocked(in_); c != EOF; c = getc_unlocked(in_)) {
    if (++header > kMaxHeader) throw Error(fmt::format("the header of a message is longer than {} bytes", kMaxHeader));
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) {
      if (!length) throw Error("a message without a Content-Length line");
      return length;
    }
    take_line(line, length);
    line.clear();
  }
  if (header > 0) throw Error("the input ended inside the header of a message");
  return std::nullopt;
}

std::optional<std::string> Messages::read() {
  const std::optional<size_t> length = read_length();
  if (!length) return std::nullopt;
  // Piece by piece: a length that is only claimed takes no memory.
  constexpr size_t kPiece = 1 << 16;
  std::string body;
  while (body.size() < *length) {
    const size_t had = body.size();
    const size_t wanted = std::min(kPiece, *length - had);
    body.resize(had + wanted);
    if (fread_unlocked(body.data() + had, 1, wanted, in_) != wanted) {
      throw Error(fmt::format("the input ended inside a message of {} bytes", *length));
    }
  }
  return body;
}

void Messages::write(std::string_view body) {
  const std::string header = fmt::format("Content-Length: {}\r\n\r\n", body.size());
  const std::scoped_lock lock(writing_);
  if (std::fwrite(header.data(), 1, header.size(), out_) != header.size() ||
      std::fwrite(body.data(), 1, body.size(), out_) != body.size() || std::fflush(out_) != 0) {
    throw Error("a message could not be sent: the other side does not listen any more");
  }
}

}  // namespace gyre::wire
