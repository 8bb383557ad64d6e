// JSON, and reading what a page has sent. That is foreign: everything may be missing, of another type or too large,
// which is refused with a sentence.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include <gyre/error.h>

namespace gyre::serve {

// Members stay in their order: variables are shown as they are declared.
using Json = nlohmann::ordered_json;

// A request that is not granted: the status of HTTP, a sentence, and what else the answer has.
class Refusal : public Error {
 public:
  Refusal(int status, const std::string& sentence, Json more = Json::object())
      : Error(sentence), status(status), more(std::move(more)) {}
  int status;
  Json more;
};

// The body of a request, which is an object. Throws Refusal.
Json parsed(const std::string& body);
// As text; bytes that are no UTF-8 are replaced.
std::string dumped(const Json& json);

// A member of that type, or what is said instead if it is missing or null. Throw Refusal.
std::string text_or(const Json& object, const char* name, const std::string& otherwise);
bool flag_or(const Json& object, const char* name, bool otherwise);
// A whole number, not smaller than `low` and not greater than `high`.
int64_t number_or(const Json& object, const char* name, int64_t otherwise, int64_t low, int64_t high);

// A member that must be there.
std::string text_of(const Json& object, const char* name);
int64_t number_of(const Json& object, const char* name, int64_t low, int64_t high);
bool has(const Json& object, const char* name);

// A whole number as text, as it stands in addresses. Throws Refusal; `what` is what it is.
int64_t number_in(const std::string& text, const std::string& what, int64_t low, int64_t high);

}  // namespace gyre::serve
