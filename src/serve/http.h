// Carries requests: HTTP on the loopback interface, by cpp-httplib, which only http.cc knows. Without that library the
// program has no_http.cc instead, and says so.
#pragma once

#include <memory>

#include "serve/server.h"

namespace gyre::serve {

class Listener {
 public:
  // Takes a port of 127.0.0.1; 0: any that is free. Throws Error, with the reason, if that is not possible.
  Listener(Server& server, int port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const;
  // Answers requests until stop() is called.
  void run();
  // From any thread.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gyre::serve
