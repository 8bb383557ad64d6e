#include "dap/request.h"

#include <fmt/format.h>
#include <gyre/error.h>

namespace gyre::dap {

namespace {

[[noreturn]] void wrong(const char* name, const char* wanted) {
  throw Error(fmt::format("`{}` of the request must be {}", name, wanted));
}

}  // namespace

const Json* member(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string text_or(const Json& object, const char* name, const std::string& otherwise) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  if (!m->is_string()) wrong(name, "a text");
  return m->get<std::string>();
}

int64_t number_or(const Json& object, const char* name, int64_t otherwise) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  if (!m->is_number_integer()) wrong(name, "a whole number");
  return m->get<int64_t>();
}

bool flag_or(const Json& object, const char* name, bool otherwise) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  if (!m->is_boolean()) wrong(name, "true or false");
  return m->get<bool>();
}

std::vector<Json> list_of(const Json& object, const char* name) {
  const Json* m = member(object, name);
  if (m == nullptr) return {};
  if (!m->is_array()) wrong(name, "a list");
  return m->get<std::vector<Json>>();
}

std::string text_of(const Json& object, const char* name) {
  if (member(object, name) == nullptr) throw Error(fmt::format("`{}` is missing in the request", name));
  return text_or(object, name, "");
}

int64_t number_of(const Json& object, const char* name) {
  if (member(object, name) == nullptr) throw Error(fmt::format("`{}` is missing in the request", name));
  return number_or(object, name, 0);
}

}  // namespace gyre::dap
