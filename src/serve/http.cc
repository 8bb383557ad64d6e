#include "serve/http.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <httplib.h>

#include "serve/access.h"

namespace gyre::serve {

namespace {

// A browser keeps several connections open for each tab, and each occupies a thread until it is closed or has been idle
// for a second. That second is also how long the end may take.
constexpr size_t kThreads = 48;
constexpr time_t kIdleSeconds = 1;
constexpr time_t kSlowSeconds = 5;  // that a part of a request may take

// Two headers of one name leave open which one counts: then none does.
std::string only_value(const httplib::Request& from, const char* name) {
  return from.get_header_value_count(name) == 1 ? from.get_header_value(name) : "";
}

Request request_of(const httplib::Request& from) {
  Request out;
  out.method = from.method;
  out.path = from.path;
  for (const auto& [name, value] : from.params) out.query.emplace(name, value);
  out.host = only_value(from, "Host");
  out.token = only_value(from, "X-Gyre-Token");
  out.body = from.body;
  return out;
}

// A name in quotation marks, of characters that need no rules there.
std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') ? c : '_';
  return out + "\"";
}

void put(const Response& from, httplib::Response& to) {
  to.status = from.status;
  to.set_content(from.body, from.type);
  if (!from.file.empty()) to.set_header("Content-Disposition", "attachment; filename=" + quoted(from.file));
}

}  // namespace

struct Listener::Impl {
  explicit Impl(Server& s) : server(s) {}
  Server& server;
  httplib::Server http;
  int port = 0;
};

Listener::Listener(Server& server, int port) : impl_(std::make_unique<Impl>(server)) {
  httplib::Server& http = impl_->http;
  httplib::Headers headers;
  for (const auto& [name, value] : security_headers()) headers.emplace(name, value);
  http.set_default_headers(headers);
  http.set_payload_max_length(Server::kMaxBody);
  http.set_keep_alive_timeout(kIdleSeconds);
  http.set_keep_alive_max_count(1000);
  http.set_read_timeout(kSlowSeconds);
  http.set_write_timeout(kSlowSeconds);
  http.set_tcp_nodelay(true);
  http.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  // Without this a second server could take the same port (SO_REUSEPORT), and would get a part of the requests.
  http.set_socket_options([](socket_t sock) {
    const int yes = 1;
    ::setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  const auto handler = [&server](const httplib::Request& from, httplib::Response& to) {
    put(server.handle(request_of(from)), to);
  };
  http.Get(".*", handler);
  http.Post(".*", handler);
  // What the library itself refuses: too long, no HTTP, another method.
  http.set_error_handler([](const httplib::Request&, httplib::Response& to) {
    if (!to.body.empty()) return;
    const std::string why = to.status == 413 ? "a request has at most 4 MB" : "this is no request for gyre explore";
    to.set_content(dumped({{"error", why}}), "application/json");
  });
  errno = 0;
  if (port == 0)
    impl_->port = http.bind_to_any_port("127.0.0.1");
  else
    impl_->port = http.bind_to_port("127.0.0.1", port) ? port : -1;
  if (impl_->port <= 0) {
    const std::string why = errno != 0 ? std::strerror(errno) : "it is not to be had";
    throw Error(port == 0 ? fmt::format("no port of 127.0.0.1 is free: {}", why)
                          : fmt::format("cannot listen at port {} of 127.0.0.1: {}", port, why));
  }
  server.listens_at(impl_->port);
}

Listener::~Listener() = default;

int Listener::port() const { return impl_->port; }
void Listener::run() { impl_->http.listen_after_bind(); }
void Listener::stop() { impl_->http.stop(); }

}  // namespace gyre::serve
