#include "cli/help.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include <gyre/model.h>

namespace gyre::cli {

namespace {

constexpr size_t kColumns = 100;
constexpr size_t kIndent = 24;  // of the text beside an option

// Words in lines of at most kColumns; the first line begins after `used` columns.
std::string wrapped(const std::string& text, size_t used) {
  std::string out;
  size_t at = used;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (at > kIndent && at + 1 + word.size() > kColumns) {
      out += "\n" + std::string(kIndent, ' ');
      at = kIndent;
    } else if (at > kIndent) {
      out += " ";
      ++at;
    }
    out += word;
    at += word.size();
  }
  return out + "\n";
}

// a|b|c with places where a line may end.
std::string choice_text(const Option& o) {
  std::string out;
  for (const std::string& value : o.values) out += (out.empty() ? "" : " | ") + value;
  return out;
}

std::string option_text(const Option& o) {
  const std::string left = fmt::format("  {}{}{}", dashed(o), o.takes_value ? " " : "",
                                       o.values.empty() ? o.argument : std::string("WHICH"));
  std::string text = o.help;
  if (!o.values.empty()) text = choice_text(o) + ": " + text;
  if (!o.initial.empty()) text += fmt::format(" (default {})", o.initial);
  if (left.size() + 1 < kIndent) return fmt::format("{:<{}}", left, kIndent) + wrapped(text, kIndent);
  return left + "\n" + std::string(kIndent, ' ') + wrapped(text, kIndent);
}

}  // namespace

std::string usage() {
  std::string out = fmt::format("gyre {}: an explicit-state model checker\n\nusage:\n", version());
  for (const CommandInfo& c : command_table())
    out += fmt::format("  gyre {:<22} {}\n", fmt::format("{} {}", c.name, c.arguments), c.help);
  out +=
      "\n'gyre COMMAND --help' lists the options of a command.\n"
      "\nexit status of check:\n"
      "  0  everything asked for was checked completely, and holds\n"
      "  1  at least one property is violated\n"
      "  2  wrong usage, or an error in the model\n"
      "  3  nothing violated, but at least one property is inconclusive or was not checked\n"
      "  4  an error of gyre\n";
  return out;
}

std::string help(const CommandInfo& command) {
  std::string out = fmt::format("gyre {} {} [options]\n  {}\n", command.name, command.arguments, command.help);
  if (command.letter == 0) return out + "  see the manual for the list\n";
  std::set<std::string> told;
  for (const Option& first : options()) {
    if (!belongs(first, command) || !told.insert(first.group).second) continue;
    out += fmt::format("\n{}:\n", first.group);
    for (const Option& o : options()) {
      if (belongs(o, command) && first.group == o.group) out += option_text(o);
    }
  }
  return out;
}

}  // namespace gyre::cli
