#include "serve/json.h"

#include <charconv>

#include <fmt/format.h>

namespace gyre::serve {

namespace {

const Json* member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

[[noreturn]] void wrong(const std::string& name, const std::string& wanted) {
  throw Refusal(400, fmt::format("`{}` must be {}", name, wanted));
}

[[noreturn]] void wrong_number(const std::string& name, int64_t low, int64_t high) {
  wrong(name, fmt::format("a whole number from {} to {}", low, high));
}

const Json& needed(const Json& object, const char* name) {
  const Json* m = member(object, name);
  if (m == nullptr) throw Refusal(400, fmt::format("`{}` is missing in the request", name));
  return *m;
}

}  // namespace

Json parsed(const std::string& body) {
  Json out = Json::parse(body, nullptr, false);
  if (out.is_discarded()) throw Refusal(400, "the body of the request is no JSON");
  if (!out.is_object()) throw Refusal(400, "the body of the request must be an object");
  return out;
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

bool has(const Json& object, const char* name) { return member(object, name) != nullptr; }

std::string text_or(const Json& object, const char* name, const std::string& otherwise) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  if (!m->is_string()) wrong(name, "a text");
  return m->get<std::string>();
}

bool flag_or(const Json& object, const char* name, bool otherwise) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  if (!m->is_boolean()) wrong(name, "true or false");
  return m->get<bool>();
}

int64_t number_or(const Json& object, const char* name, int64_t otherwise, int64_t low, int64_t high) {
  const Json* m = member(object, name);
  if (m == nullptr) return otherwise;
  // What is above the range of signed numbers would become negative.
  if (!m->is_number_integer() || (m->is_number_unsigned() && m->get<uint64_t>() > INT64_MAX))
    wrong_number(name, low, high);
  const int64_t number = m->get<int64_t>();
  if (number < low || number > high) wrong_number(name, low, high);
  return number;
}

std::string text_of(const Json& object, const char* name) {
  needed(object, name);
  return text_or(object, name, "");
}

int64_t number_of(const Json& object, const char* name, int64_t low, int64_t high) {
  needed(object, name);
  return number_or(object, name, low, low, high);
}

int64_t number_in(const std::string& text, const std::string& what, int64_t low, int64_t high) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    wrong_number(what, low, high);
  return number;
}

}  // namespace gyre::serve
