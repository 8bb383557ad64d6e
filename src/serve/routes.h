// What the page can ask for. Each file of routes has some of it.
#pragma once

#include <string>
#include <vector>

#include "serve/json.h"
#include "serve/message.h"
#include "serve/session.h"

namespace gyre::serve {

// A request whose address and body were understood.
struct Call {
  const Request& request;
  std::vector<std::string> parts;  // of the address that stand where the route has a *
  Json body;                       // of a POST; otherwise an empty object

  int64_t id(const char* what) const { return number_in(parts.at(0), what, 0, INT64_MAX); }
  // A number of the query.
  int64_t number(const char* name, int64_t otherwise, int64_t low, int64_t high) const;
  std::string text(const char* name) const;
};

using Handler = Response (*)(Session& session, const Call& call);

struct Route {
  const char* method;
  const char* path;  // "/api/traces/*/steps"
  Handler handler;
};

Response json_response(const Json& json);

// GET /api/model
Json model_json(Session& session);

std::vector<Route> model_routes();
std::vector<Route> run_routes();
std::vector<Route> trace_routes();
std::vector<Route> try_routes();
std::vector<Route> graph_routes();

}  // namespace gyre::serve
