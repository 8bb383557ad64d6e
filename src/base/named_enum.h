// Enumerations whose values have names: written once, as a list, from which come the type, the name of a value, and the
// value of a name. A name that is not in the list has no value: there is no fall-back.
//
//   #define GYRE_COLOURS(X) X(red, "red") X(dark_blue, "dark-blue")
//   GYRE_NAMED_ENUM(Colour, GYRE_COLOURS);              or GYRE_NAMED_ENUM_OF(Colour, uint8_t, GYRE_COLOURS);
//
//   name_of(Colour::dark_blue)         "dark-blue"
//   value_of<Colour>("blue")           nothing
//   names_of(Colour{})                 all of them, in order
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace gyre {

template <class Enum>
struct NamedValue {
  Enum value;
  const char* name;
};

#define GYRE_NAMED_ENUM_VALUE(id, ...) id,
#define GYRE_NAMED_ENUM_ENTRY(id, text, ...) ::gyre::NamedValue<Self>{Self::id, text},
#define GYRE_NAMED_ENUM(Type, LIST) GYRE_NAMED_ENUM_OF(Type, int, LIST)
#define GYRE_NAMED_ENUM_OF(Type, Underlying, LIST)                                 \
  enum class Type : Underlying { LIST(GYRE_NAMED_ENUM_VALUE) };                    \
  [[maybe_unused]] constexpr auto names_of(Type) {                                 \
    using Self = Type;                                                             \
    return std::to_array<::gyre::NamedValue<Self>>({LIST(GYRE_NAMED_ENUM_ENTRY)}); \
  }                                                                                \
  [[maybe_unused]] inline const char* name_of(Type value) {                        \
    constexpr auto names = names_of(Type{});                                       \
    return names.at(static_cast<size_t>(value)).name;                              \
  }                                                                                \
  static_assert(names_of(Type{}).size() > 0)

template <class Enum>
std::optional<Enum> value_of(std::string_view name) {
  for (const auto& entry : names_of(Enum{})) {
    if (name == entry.name) return entry.value;
  }
  return {};
}

// a|b|c
template <class Enum>
std::string joined_names() {
  std::string out;
  for (const auto& entry : names_of(Enum{})) out += (out.empty() ? "" : "|") + std::string(entry.name);
  return out;
}

}  // namespace gyre
