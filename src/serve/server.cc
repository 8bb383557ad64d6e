#include "serve/server.h"

#include <new>

#include <fmt/format.h>

#include "serve/access.h"
#include "serve/page.h"

namespace gyre::serve {

namespace {

// The parts of a path between slashes.
std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> out;
  size_t at = 1;
  while (at <= path.size()) {
    const size_t end = std::min(path.find('/', at), path.size());
    out.push_back(path.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

// Whether a path fits a route; `stars` are the parts that stand for a *.
bool fits(const std::vector<std::string>& path, const char* route, std::vector<std::string>& stars) {
  const std::vector<std::string> pattern = parts_of(route);
  if (path.size() != pattern.size()) return false;
  stars.clear();
  for (size_t i = 0; i < path.size(); ++i) {
    if (pattern[i] == "*")
      stars.push_back(path[i]);
    else if (pattern[i] != path[i])
      return false;
  }
  return true;
}

Response refusal(int status, const std::string& sentence, Json more = Json::object()) {
  Json body{{"error", sentence}};
  body.update(more);
  Response out = json_response(body);
  out.status = status;
  return out;
}

}  // namespace

Server::Server(Session& session, std::string token) : session_(session), token_(std::move(token)) {
  for (auto* list : {model_routes, run_routes, trace_routes, try_routes, graph_routes}) {
    const std::vector<Route> more = list();
    routes_.insert(routes_.end(), more.begin(), more.end());
  }
}

Response Server::handle(const Request& request) {
  try {
    return answer(request);
  } catch (const Refusal& e) {
    return refusal(e.status, e.what(), e.more);
  } catch (const OutOfMemory& e) {
    return refusal(503, e.what());
  } catch (const InternalError& e) {
    return refusal(500, e.what());
  } catch (const Error& e) {
    return refusal(400, e.what());
  } catch (const std::bad_alloc&) {
    return refusal(503, "out of memory");
  } catch (const std::exception& e) {
    return refusal(500, fmt::format("internal error: {}", e.what()));
  }
}

Response Server::answer(const Request& request) {
  if (!is_own_host(request.host, port_))
    return refusal(403, fmt::format("this server is http://127.0.0.1:{}/, under no other name", port_));
  if (request.body.size() > kMaxBody) return refusal(413, "a request has at most 4 MB");
  if (!request.path.starts_with("/api/")) return page(request);
  if (!same_token(request.token, token_))
    return refusal(403, "the token is missing or wrong: use the address that gyre explore has printed");
  return call(request);
}

Response Server::page(const Request& request) const {
  if (request.method != "GET") return refusal(405, "this can only be read");
  std::string name = request.path.substr(std::min<size_t>(1, request.path.size()));
  if (name.empty() || name == "index.html") {
    const auto given = request.query.find("token");
    if (given == request.query.end() || !same_token(given->second, token_))
      return refusal(403, "the token is missing or wrong: use the address that gyre explore has printed");
    name = "index.html";
  } else if (!name.starts_with("assets/") && name != "favicon.svg" && name != "favicon.ico") {
    return refusal(404, "there is nothing here");
  }
  const std::string* file = session_.page.find(name);
  if (file == nullptr) return refusal(404, "there is nothing here");
  return {200, content_type(name), *file, ""};
}

Response Server::call(const Request& request) {
  const std::vector<std::string> path = parts_of(request.path);
  std::vector<std::string> stars;
  bool known = false;
  for (const Route& route : routes_) {
    if (!fits(path, route.path, stars)) continue;
    known = true;
    if (request.method != route.method) continue;
    const bool post = request.method == "POST";
    return route.handler(session_, {request, stars, post ? parsed(request.body) : Json::object()});
  }
  if (known) return refusal(405, fmt::format("{} is not what can be done with {}", request.method, request.path));
  return refusal(404, fmt::format("there is no {}", request.path));
}

}  // namespace gyre::serve
