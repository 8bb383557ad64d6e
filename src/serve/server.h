// The server behind the page: requests in, answers out. What carries them is carrier.h's.
//
// Any number of threads may call handle(). No request makes it throw.
#pragma once

#include <string>
#include <vector>

#include "serve/message.h"
#include "serve/routes.h"
#include "serve/session.h"

namespace gyre::serve {

class Server {
 public:
  static constexpr size_t kMaxBody = 4 << 20;  // bytes

  // What carries requests checks nothing: the token and the name of the host are checked here.
  Server(Session& session, std::string token);

  // The port that it can be asked at; to be called before the first request comes.
  void listens_at(int port) { port_ = port; }
  const std::string& token() const { return token_; }

  Response handle(const Request& request);

 private:
  Response answer(const Request& request);
  Response page(const Request& request) const;
  Response call(const Request& request);

  Session& session_;
  const std::string token_;
  int port_ = 0;
  std::vector<Route> routes_;
};

}  // namespace gyre::serve
