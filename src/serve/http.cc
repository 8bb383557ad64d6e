// The carrier: the only file that knows cpp-httplib, and all of libgyre_http.so.
#include <httplib.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

#include "serve/carrier.h"

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
std::string in_quotes(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') ? c : '_';
  return out + "\"";
}

// What has a provider is not compressed: Debian's library takes brotli at its highest level for everything that a
// browser would take compressed, ten seconds for the scripts of the page. Refusals are short, and what has no body
// would be taken for one of the library itself.
void put(Response from, httplib::Response& to) {
  to.status = from.status;
  if (from.status != 200 || from.body.empty()) {
    to.set_content(from.body, from.type);
  } else {
    const auto body = std::make_shared<const std::string>(std::move(from.body));
    to.set_content_provider(body->size(), from.type, [body](size_t offset, size_t length, httplib::DataSink& sink) {
      return sink.write(body->data() + offset, length);
    });
  }
  if (!from.file.empty()) to.set_header("Content-Disposition", "attachment; filename=" + in_quotes(from.file));
}

class HttpCarrier : public Carrier {
 public:
  std::string bind(const CarrierOptions& options) override {
    httplib::Headers headers;
    for (const auto& [name, value] : options.headers) headers.emplace(name, value);
    http_.set_default_headers(headers);
    http_.set_payload_max_length(options.max_body);
    http_.set_keep_alive_timeout(kIdleSeconds);
    http_.set_keep_alive_max_count(1000);
    http_.set_read_timeout(kSlowSeconds);
    http_.set_write_timeout(kSlowSeconds);
    http_.set_tcp_nodelay(true);
    http_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    // Without this a second server could take the same port (SO_REUSEPORT), and would get a part of the requests.
    http_.set_socket_options([](socket_t sock) {
      const int yes = 1;
      ::setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    const auto handler = [handle = options.handle](const httplib::Request& from, httplib::Response& to) {
      put(handle(request_of(from)), to);
    };
    http_.Get(".*", handler);
    http_.Post(".*", handler);
    // What the library itself refuses: too long, no HTTP, another method.
    http_.set_error_handler([](const httplib::Request&, httplib::Response& to) {
      if (!to.body.empty()) return;
      to.set_content(to.status == 413 ? R"({"error": "a request has at most 4 MB"})"
                                      : R"({"error": "this is no request for gyre explore"})",
                     "application/json");
    });
    errno = 0;
    if (options.port == 0)
      port_ = http_.bind_to_any_port("127.0.0.1");
    else
      port_ = http_.bind_to_port("127.0.0.1", options.port) ? options.port : -1;
    if (port_ > 0) return "";
    return errno != 0 ? std::strerror(errno) : "it is not to be had";
  }
  int port() const override { return port_; }
  void run() override {
    http_.listen_after_bind();
    ended_ = true;
  }
  // The library forgets a stop that comes before it listens, as Ctrl-C just after the start does.
  void stop() override {
    while (!http_.is_running() && !ended_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    http_.stop();
  }

 private:
  httplib::Server http_;
  std::atomic<bool> ended_{false};
  int port_ = 0;
};

}  // namespace

}  // namespace gyre::serve

gyre::serve::Carrier* gyre_http_carrier() { return new gyre::serve::HttpCarrier; }
const char* gyre_http_version() { return GYRE_VERSION; }
