#include "serve/listener.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "serve/access.h"

namespace gyre::serve {

namespace {

constexpr const char* kName = "libgyre_http.so";

// Beside the program (where it is built), where it is installed, above the tests.
std::vector<std::filesystem::path> places() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  return {folder / kName, folder / GYRE_HTTP_FOLDER / kName, folder / ".." / kName};
}

std::unique_ptr<Carrier> open_carrier() {
  std::string why =
      "this gyre was built without cpp-httplib, and cannot serve a page: install libcpp-httplib-dev and build it again";
  for (const std::filesystem::path& path : places()) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    // It stays open: threads of it may still be on their way out when the program ends.
    void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
      why = fmt::format("{} cannot be opened: {}", kName, ::dlerror());
      continue;
    }
    auto* version = reinterpret_cast<decltype(&gyre_http_version)>(::dlsym(handle, "gyre_http_version"));
    auto* make = reinterpret_cast<decltype(&gyre_http_carrier)>(::dlsym(handle, "gyre_http_carrier"));
    if (version == nullptr || make == nullptr || std::string(version()) != GYRE_VERSION) {
      why = fmt::format("{} is of another version", kName);
      continue;
    }
    return std::unique_ptr<Carrier>(make());
  }
  throw Error(why);
}

}  // namespace

Listener::Listener(Server& server, int port) : carrier_(open_carrier()) {
  CarrierOptions options;
  options.port = port;
  options.max_body = Server::kMaxBody;
  options.headers = security_headers();
  options.handle = [&server](const Request& request) { return server.handle(request); };
  if (const std::string why = carrier_->bind(options); !why.empty()) {
    throw Error(port == 0 ? fmt::format("no port of 127.0.0.1 is free: {}", why)
                          : fmt::format("cannot listen at port {} of 127.0.0.1: {}", port, why));
  }
  server.listens_at(carrier_->port());
}

}  // namespace gyre::serve
