// Messages over two byte streams, as the Language Server Protocol and the Debug Adapter Protocol frame them: header
// lines that end with CRLF, of which Content-Length is needed and the others are read and forgotten; an empty line; and
// as many bytes (of JSON, which is not looked at here) as Content-Length says.
//
// What the other side sends is foreign input. A header or a body that is too long, a length that is missing, given
// twice or no number, and a stream that ends inside a message are Errors. After an Error nobody knows where the next
// message begins: there is nothing to be done but to end the conversation. A header line that ends with LF alone is
// accepted, since people who try a server by hand write it.
//
// One thread reads at a time; any number of threads write.
#pragma once

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace gyre::wire {

class Messages {
 public:
  static constexpr size_t kMaxHeader = 4096;    // bytes of all header lines of a message
  static constexpr size_t kMaxBody = 64 << 20;  // bytes

  // The streams stay open, and belong to the caller.
  Messages(std::FILE* in, std::FILE* out) : in_(in), out_(out) {}
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  // The body of the next message; none: the stream has ended between two messages. Throws Error.
  std::optional<std::string> read();

  // Sends a message and flushes. Throws Error if it cannot be sent: the other side is gone.
  void write(std::string_view body);

 private:
  std::optional<size_t> read_length();

  std::FILE* in_;
  std::FILE* out_;
  std::mutex writing_;
};

}  // namespace gyre::wire
