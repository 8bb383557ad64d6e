// The man page, the completions for three shells, the table of options and the words of the languages for programs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <gyre/model.h>
#include <gyre/symbols.h>

#include "cli/help.h"

namespace gyre::cli {

namespace {

std::string man_text(std::string text) {
  std::string out;
  for (char c : text) {
    if (c == '-')
      out += "\\-";
    else if (c == '\\')
      out += "\\e";
    else
      out += c;
  }
  return out;
}

std::string man_page() {
  std::string out = fmt::format(
      ".TH GYRE 1 \"\" \"gyre {}\" \"User Commands\"\n.SH NAME\ngyre \\- explicit\\-state model checker\n.SH "
      "SYNOPSIS\n",
      version());
  for (const CommandInfo& c : command_table()) out += fmt::format(".B gyre {}\n{}\n.br\n", c.name, c.arguments);
  out +=
      ".SH DESCRIPTION\nChecks whether a model in Promela or ESML can deadlock, break an assertion or run into a "
      "run\\-time "
      "error, and shows how.\n";
  for (const CommandInfo& c : command_table()) {
    out += fmt::format(".SH \"gyre {}\"\n{}.\n", c.name, man_text(c.help));
    for (const Option& o : options()) {
      if (!belongs(o, c)) continue;
      const std::string initial = o.initial.empty() ? "" : fmt::format(" (default {})", o.initial);
      out += fmt::format(".TP\n.B {} {}\n{}.\n", man_text(dashed(o)), man_text(o.argument), man_text(o.help + initial));
    }
  }
  out +=
      ".SH EXIT STATUS\n.TP\n.B 0\neverything asked for was checked completely, and holds\n.TP\n.B 1\nat least one "
      "property is violated\n"
      ".TP\n.B 2\nwrong usage, or an error in the model\n.TP\n.B 3\nnothing violated, but something is inconclusive or "
      "was not checked\n"
      ".TP\n.B 4\nan error of gyre\n";
  return out;
}

std::string option_words(const CommandInfo& command) {
  std::string out;
  for (const Option& o : options()) {
    if (belongs(o, command)) out += (out.empty() ? "" : " ") + dashed(o);
  }
  return out;
}

std::string bash_completion() {
  std::string commands, cases;
  for (const CommandInfo& c : command_table()) {
    commands += (commands.empty() ? "" : " ") + std::string(c.name);
    if (c.letter) cases += fmt::format("    {}) words=\"{}\" ;;\n", c.name, option_words(c));
  }
  std::string values;
  for (const Option& o : options()) {
    if (o.values.empty()) continue;
    values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", dashed(o),
                          fmt::join(o.values, " "));
  }
  return "_gyre() {\n  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\"\"\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"" +
         commands +
         "\" -- \"$word\"))\n    return\n  fi\n"
         "  case \"$before\" in\n" +
         values + "  esac\n  case \"${COMP_WORDS[1]}\" in\n" + cases +
         "  esac\n"
         "  case \"$word\" in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n    *) "
         "COMPREPLY=($(compgen -f -- \"$word\")) ;;\n  esac\n}\n"
         "complete -o filenames -F _gyre gyre\n";
}

std::string zsh_completion() {
  std::string out = "#compdef gyre\nlocal -a commands\ncommands=(\n";
  auto quoted = [](std::string text) {
    std::string q;
    for (char c : text) q += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return q;
  };
  for (const CommandInfo& c : command_table()) out += fmt::format("  '{}:{}'\n", c.name, quoted(c.help));
  out += ")\nif (( CURRENT == 2 )); then\n  _describe command commands\n  return\nfi\ncase $words[2] in\n";
  for (const CommandInfo& c : command_table()) {
    if (!c.letter) continue;
    out += fmt::format("  {}) compadd -- {} ;;\n", c.name, option_words(c));
  }
  return out + "esac\n_files\n";
}

std::string fish_completion() {
  std::string out;
  for (const CommandInfo& c : command_table()) {
    out += fmt::format("complete -c gyre -n __fish_use_subcommand -a {} -d \"{}\"\n", c.name, c.help);
    for (const Option& o : options()) {
      if (!belongs(o, c)) continue;
      std::string values;
      if (!o.values.empty()) {
        values = fmt::format(" -x -a \"{}\"", fmt::join(o.values, " "));
      }
      out += fmt::format("complete -c gyre -n \"__fish_seen_subcommand_from {}\" {} {}{}\n", c.name,
                         o.name.size() == 1 ? "-s" : "-l", o.name, values);
    }
  }
  return out;
}

// The table for a program that makes command lines. Their ranges are numbers.
std::string option_json() {
  using nlohmann::ordered_json;
  ordered_json out = ordered_json::array();
  for (const Option& o : options()) {
    ordered_json j;
    j["name"] = dashed(o);
    j["type"] = o.type;
    j["takes_value"] = o.takes_value;
    if (o.takes_value) j["argument"] = o.argument;
    if (!o.values.empty()) j["values"] = o.values;
    if (!o.low.empty()) j["low"] = ordered_json::parse(o.low);
    if (!o.high.empty()) j["high"] = ordered_json::parse(o.high);
    if (!o.initial.empty()) j["default"] = o.initial;
    j["commands"] = ordered_json::array();
    for (const CommandInfo& c : command_table()) {
      if (belongs(o, c)) j["commands"].push_back(c.name);
    }
    j["help"] = o.help;
    out.push_back(std::move(j));
  }
  return out.dump(2) + "\n";
}

// The words of the languages, of which the files of editors/ are made.
std::string keyword_json() {
  using nlohmann::ordered_json;
  ordered_json out;
  for (const char* language : {"promela", "esml"}) {
    for (const Keyword& k : keywords(language)) out[language][k.kind].push_back(k.word);
  }
  return out.dump(2) + "\n";
}

}  // namespace

std::string generate(const std::string& what) {
  if (what == "man") return man_page();
  if (what == "bash") return bash_completion();
  if (what == "zsh") return zsh_completion();
  if (what == "fish") return fish_completion();
  if (what == "options") return option_json();
  if (what == "keywords") return keyword_json();
  throw Error(fmt::format("--generate: '{}' is not one of man, bash, zsh, fish, options, keywords", what));
}

}  // namespace gyre::cli
