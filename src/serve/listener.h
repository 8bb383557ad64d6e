// Serves a page on the loopback interface.
#pragma once

#include <memory>

#include "serve/carrier.h"
#include "serve/server.h"

namespace gyre::serve {

class Listener {
 public:
  // Takes a port of 127.0.0.1; 0: any that is free. Throws Error, with the reason, if that is not possible, or if gyre
  // was built without cpp-httplib. The server must outlive it.
  Listener(Server& server, int port);

  int port() const { return carrier_->port(); }
  // Answers requests until stop() is called, by any thread.
  void run() { carrier_->run(); }
  void stop() { carrier_->stop(); }

 private:
  std::unique_ptr<Carrier> carrier_;
};

}  // namespace gyre::serve
