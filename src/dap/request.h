// Reading what a client has sent. It is foreign: everything may be missing or of another type, which is an Error with a
// sentence for the client's user.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace gyre::dap {

using Json = nlohmann::json;

// A member of an object; null: it is not there, is null, or `object` is none.
const Json* member(const Json& object, const char* name);

// A member of that type, or what is said instead. Throws Error if it has another type.
std::string text_or(const Json& object, const char* name, const std::string& otherwise);
int64_t number_or(const Json& object, const char* name, int64_t otherwise);
bool flag_or(const Json& object, const char* name, bool otherwise);
// Empty: it is not there.
std::vector<Json> list_of(const Json& object, const char* name);

// A member that must be there.
std::string text_of(const Json& object, const char* name);
int64_t number_of(const Json& object, const char* name);

}  // namespace gyre::dap
