// What carries requests: HTTP on the loopback interface, by cpp-httplib, in a module of its own (libgyre_http.so) that
// is opened when a page is served. Linked into the program it would bring OpenSSL along, which takes 4 ms at every
// start of every command.
//
// This header is all that both sides know of each other.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "serve/message.h"

namespace gyre::serve {

struct CarrierOptions {
  int port = 0;  // of 127.0.0.1; 0: any that is free
  size_t max_body = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // of every answer
  // Called by any number of threads at once; throws nothing.
  std::function<Response(const Request&)> handle;
};

class Carrier {
 public:
  virtual ~Carrier() = default;
  // Takes the port. Returns why that is not possible, otherwise nothing.
  virtual std::string bind(const CarrierOptions& options) = 0;
  virtual int port() const = 0;
  // Answers requests until stop() is called, by any thread.
  virtual void run() = 0;
  virtual void stop() = 0;
};

}  // namespace gyre::serve

// Belongs to the caller.
extern "C" gyre::serve::Carrier* gyre_http_carrier();
// Of gyre; another one may know these classes otherwise.
extern "C" const char* gyre_http_version();
