// What comes in and what goes out, without the library that carries it: tests and fuzzers speak to a Server directly.
#pragma once

#include <map>
#include <string>

namespace gyre::serve {

struct Request {
  std::string method;  // "GET", "POST"
  std::string path;    // decoded, without the query: "/api/model"
  std::map<std::string, std::string> query;
  std::string host;   // the Host header
  std::string token;  // the header X-Gyre-Token
  std::string body;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string file;  // not empty: a browser is to save it under this name
};

}  // namespace gyre::serve
