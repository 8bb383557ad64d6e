// Instead of http.cc where cpp-httplib is missing.
#include "serve/http.h"

namespace gyre::serve {

struct Listener::Impl {};

Listener::Listener(Server&, int) {
  throw Error("this gyre was built without cpp-httplib, and cannot serve a page: install libcpp-httplib-dev and build it again");
}
Listener::~Listener() = default;
int Listener::port() const { return 0; }
void Listener::run() {}
void Listener::stop() {}

}  // namespace gyre::serve
