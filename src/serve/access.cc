#include "serve/access.h"

#include <sys/random.h>

#include <array>
#include <cerrno>

#include <fmt/format.h>

#include <gyre/error.h>

namespace gyre::serve {

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  ssize_t got = -1;
  do {
    got = ::getrandom(bytes.data(), bytes.size(), 0);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(bytes.size())) throw Error("the system has no random numbers for a token");
  std::string out;
  for (const unsigned char b : bytes) out += fmt::format("{:02x}", b);
  return out;
}

bool same_token(std::string_view given, std::string_view token) {
  if (given.size() != token.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(token[i]);
  return difference == 0;
}

bool is_own_host(std::string_view host, int port) {
  return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

const std::vector<std::pair<std::string, std::string>>& security_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
       "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
      {"Cache-Control", "no-store"},
  };
  return headers;
}

}  // namespace gyre::serve
