// Choices that the program itself obeys, and not the library: how something is shown. An option's text becomes a value
// here, once; that the lists are those of the table of options is a test's (tests/unit/cli_options_test.cc).
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "cli/arguments.h"

namespace gyre::cli {

// `option` is the name of the option, `names` its values in the order of the enumerators.
template <class Enum>
struct Choice;

enum class Shown { changes, all, globals, locals, none };
template <>
struct Choice<Shown> {
  static constexpr const char* option = "show";
  static constexpr std::array<std::string_view, 5> names = {"changes", "all", "globals", "locals", "none"};
};

enum class Only { all, sends, receives, messages, prints };
template <>
struct Choice<Only> {
  static constexpr const char* option = "only";
  static constexpr std::array<std::string_view, 5> names = {"all", "sends", "receives", "messages", "prints"};
};

enum class Messages { none, columns, svg };
template <>
struct Choice<Messages> {
  static constexpr const char* option = "messages";
  static constexpr std::array<std::string_view, 3> names = {"none", "columns", "svg"};
};

enum class Reported { automatic, off, json };
template <>
struct Choice<Reported> {
  static constexpr const char* option = "progress";
  static constexpr std::array<std::string_view, 3> names = {"auto", "off", "json"};
};

enum class Format { automatic, dot, aut, json, never, hoa, text, itf, svg, html };
template <>
struct Choice<Format> {
  static constexpr const char* option = "format";
  static constexpr std::array<std::string_view, 10> names = {"auto", "dot",  "aut", "json", "never",
                                                             "hoa",  "text", "itf", "svg",  "html"};
};

enum class GraphOf { states, processes };
template <>
struct Choice<GraphOf> {
  static constexpr const char* option = "what";
  static constexpr std::array<std::string_view, 2> names = {"states", "processes"};
};

// What an option that is a choice was set to.
template <class Enum>
Enum chosen(const Arguments& arguments) {
  const std::string text = arguments.text(Choice<Enum>::option);
  for (size_t i = 0; i < Choice<Enum>::names.size(); ++i) {
    if (Choice<Enum>::names[i] == text) return static_cast<Enum>(i);
  }
  throw std::logic_error("a value of --" + std::string(Choice<Enum>::option) + " that nobody knows: " + text);
}

template <class Enum>
std::string name_of(Enum value) {
  return std::string(Choice<Enum>::names[static_cast<size_t>(value)]);
}

}  // namespace gyre::cli
