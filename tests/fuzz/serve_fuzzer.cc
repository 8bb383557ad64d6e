// libFuzzer entry point: any bytes as requests for the server of `gyre explore`. Each line is one: "GET /api/model" or
// "POST /api/try {...}". No request may make it throw, and every answer is a file of the page or JSON; a refusal has a
// sentence. One session answers all of them, as it does for a page; nothing is written.
// link: serve
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "serve/server.h"

namespace {

using namespace gyre::serve;

constexpr const char* kModel = "serve_fuzzer.pml";
constexpr const char* kText =
    "mtype = { a, b };\nchan c = [1] of { mtype, byte };\nchan r = [0] of { byte };\nbyte n;\n"
    "active proctype P() {\n  byte i;\n  do\n  :: i < 3 -> c!a,i; atomic { n++; i++ }\n  :: r!i\n  od\n}\n"
    "active proctype Q() {\n  byte j;\n  do\n  :: c?a,j\n  :: r?j -> assert(j < 3)\n  od\n}\n";

void require(bool condition) {
  if (!condition) std::abort();
}

// A session is used for many inputs: what one leaves behind is there for the next, as between tabs.
struct World {
  World() {
    std::ofstream(kModel) << kText;
    gyre::Settings settings;
    settings.set("includes", "inside");
    Budget budget;
    budget.seconds = 0.05;
    session =
        std::make_unique<Session>(Page(), kModel, settings, budget, [](const std::string&, const std::string&) {});
    server = std::make_unique<Server>(*session, "token");
    server->listens_at(1);
  }
  std::unique_ptr<Session> session;
  std::unique_ptr<Server> server;
};

// "from=0&to=3"
void read_query(const std::string& text, Request& request) {
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, '&');) {
    const size_t equals = part.find('=');
    if (equals != std::string::npos) request.query.emplace(part.substr(0, equals), part.substr(equals + 1));
  }
}

void send(Server& server, const std::string& line) {
  Request request;
  request.host = "127.0.0.1:1";
  request.token = "token";
  std::istringstream words(line);
  words >> request.method >> request.path;
  std::getline(words >> std::ws, request.body);
  if (const size_t query = request.path.find('?'); query != std::string::npos) {
    read_query(request.path.substr(query + 1), request);
    request.path.resize(query);
  }
  const Response response = server.handle(request);
  require(response.status >= 200 && response.status < 600 && response.status != 500);
  if (response.file.empty()) {
    const Json answer = Json::parse(response.body, nullptr, false);
    require(!answer.is_discarded());
    if (response.status != 200) require(answer.is_object() && answer.contains("error") && answer["error"] != "");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static World* world = new World;
  static int uses = 0;
  // A fresh one now and then, so that memory stays small.
  if (++uses % 2000 == 0) {
    delete world;
    world = new World;
  }
  std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
  int sent = 0;
  for (std::string line; std::getline(lines, line) && sent < 20; ++sent) send(*world->server, line);
  return 0;
}
