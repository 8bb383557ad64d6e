#include "cli/arguments.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/version.h"

namespace gyre::cli {

using engine::OptionInfo;

const std::vector<CommandInfo>& command_table() {
  static const std::vector<CommandInfo> table = {
      {"check", 'c', "MODEL", "verify everything the model states, or what the options select"},
      {"simulate", 's', "MODEL", "random, seeded, interactive or guided execution"},
      {"replay", 'r', "MODEL TRAIL", "show a counterexample step by step (JSON or SPIN .trail)"},
      {"graph", 'g', "MODEL", "the state space or the process automata as dot, aut or json"},
      {"ltl", 'l', "FORMULA", "a formula of linear temporal logic as a Büchi automaton"},
      {"compile", 'm', "MODEL", "print what a model is compiled to"},
      {"spin", 0, "ARGS...", "SPIN's own command line, as far as it has a meaning here"},
  };
  return table;
}

namespace {

// Options of parts that are not there yet: named here so that the answer says so.
const char* const kPlanned[] = {"sarif"};

const OptionInfo* find(const std::string& name) {
  for (const OptionInfo& o : engine::option_table()) {
    if (name == o.name) return &o;
  }
  return nullptr;
}

// The option whose name is nearest, for "did you mean".
std::string nearest(const std::string& name, char letter) {
  size_t best = 3;
  std::string out;
  for (const OptionInfo& o : engine::option_table()) {
    if (!std::strchr(o.commands, letter)) continue;
    const std::string other = o.name;
    std::vector<size_t> row(other.size() + 1);
    for (size_t j = 0; j <= other.size(); ++j) row[j] = j;
    for (size_t i = 1; i <= name.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i;
      for (size_t j = 1; j <= other.size(); ++j) {
        const size_t above = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (name[i - 1] != other[j - 1])});
        diagonal = above;
      }
    }
    if (row[other.size()] < best) {
      best = row[other.size()];
      out = other;
    }
  }
  return out;
}

std::string dashed(const OptionInfo& o) { return std::string(std::strlen(o.name) == 1 ? "-" : "--") + o.name; }

}  // namespace

engine::Options parse(const CommandInfo& command, const std::vector<std::string>& arguments) {
  engine::Options options;
  std::vector<std::string> positional;
  bool only_positional = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (only_positional || a.size() < 2 || a[0] != '-') {
      positional.push_back(a);
      continue;
    }
    if (a == "--") {
      only_positional = true;
      continue;
    }
    std::string name, value;
    bool has_value = false;
    if (a[1] == '-') {
      const size_t eq = a.find('=');
      name = a.substr(2, eq == std::string::npos ? eq : eq - 2);
      if (eq != std::string::npos) {
        value = a.substr(eq + 1);
        has_value = true;
      }
    } else {  // -DNAME, -I DIR
      name = a.substr(1, 1);
      value = a.substr(2);
      has_value = !value.empty();
    }
    const OptionInfo* o = find(name);
    if (!o || !std::strchr(o->commands, command.letter) || (std::strlen(o->name) == 1) != (a[1] != '-')) {
      for (const char* planned : kPlanned) {
        if (name == planned) throw Error(fmt::format("--{} belongs to a part of gyre that is not there yet", name));
      }
      if (o && std::strchr(o->commands, command.letter) == nullptr) {
        throw Error(fmt::format("{} is no option of 'gyre {}'", dashed(*o), command.name));
      }
      const std::string near = nearest(name, command.letter);
      throw Error(fmt::format("unknown option {}{}; see 'gyre {} --help'", a,
                              near.empty() ? "" : fmt::format(" (did you mean --{}?)", near), command.name));
    }
    if (o->kind == OptionInfo::Kind::flag) {
      if (has_value) throw Error(fmt::format("{} takes no value", dashed(*o)));
    } else if (!has_value) {
      if (i + 1 >= arguments.size()) throw Error(fmt::format("{} needs a value: {}", dashed(*o), o->argument));
      value = arguments[++i];
    }
    engine::set_option(options, name, value);
  }
  if (positional.empty() && command.letter == 'l' && !options.hoa.empty()) return options;
  if (positional.empty()) {
    throw Error(fmt::format("which {}? usage: gyre {} {} [options]", command.letter == 'l' ? "formula" : "model",
                            command.name, command.arguments));
  }
  options.model = positional[0];
  options.arguments.assign(positional.begin() + 1, positional.end());
  const size_t most = std::strcmp(command.name, "replay") == 0 ? 1 : 0;
  if (options.arguments.size() > most) throw Error(fmt::format("unexpected argument '{}'", options.arguments[most]));
  return options;
}

std::string usage() {
  std::string out = fmt::format("gyre {}: an explicit-state model checker\n\nusage:\n", engine::kVersion);
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
  out += "\noptions:\n";
  for (const OptionInfo& o : engine::option_table()) {
    if (!std::strchr(o.commands, command.letter)) continue;
    const std::string left = fmt::format("{} {}", dashed(o), o.argument);
    const std::string initial =
        o.initial[0] != '\0' && std::strcmp(o.initial, "0") != 0 ? fmt::format(" (default {})", o.initial) : "";
    if (left.size() <= 26)
      out += fmt::format("  {:<26}  {}{}\n", left, o.help, initial);
    else
      out += fmt::format("  {}\n  {:<26}  {}{}\n", left, "", o.help, initial);
  }
  return out;
}

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
      engine::kVersion);
  for (const CommandInfo& c : command_table()) out += fmt::format(".B gyre {}\n{}\n.br\n", c.name, c.arguments);
  out +=
      ".SH DESCRIPTION\nChecks whether a model in Promela can deadlock, break an assertion or run into a run\\-time "
      "error, and shows how.\n";
  for (const CommandInfo& c : command_table()) {
    out += fmt::format(".SH GYRE {}\n{}.\n", c.name, man_text(c.help));
    for (const OptionInfo& o : engine::option_table()) {
      if (c.letter == 0 || !std::strchr(o.commands, c.letter)) continue;
      out += fmt::format(".TP\n.B {} {}\n{}.\n", man_text(dashed(o)), man_text(o.argument), man_text(o.help));
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

std::string option_words(char letter) {
  std::string out;
  for (const OptionInfo& o : engine::option_table()) {
    if (std::strchr(o.commands, letter)) out += (out.empty() ? "" : " ") + dashed(o);
  }
  return out;
}

std::string bash_completion() {
  std::string commands, cases;
  for (const CommandInfo& c : command_table()) {
    commands += (commands.empty() ? "" : " ") + std::string(c.name);
    if (c.letter) cases += fmt::format("    {}) words=\"{}\" ;;\n", c.name, option_words(c.letter));
  }
  std::string values;
  for (const OptionInfo& o : engine::option_table()) {
    if (o.kind != OptionInfo::Kind::choice) continue;
    std::string list = o.argument;
    std::replace(list.begin(), list.end(), '|', ' ');
    values += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n", dashed(o), list);
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
    out += fmt::format("  {}) compadd -- {} ;;\n", c.name, option_words(c.letter));
  }
  return out + "esac\n_files\n";
}

std::string fish_completion() {
  std::string out;
  for (const CommandInfo& c : command_table()) {
    out += fmt::format("complete -c gyre -n __fish_use_subcommand -a {} -d \"{}\"\n", c.name, c.help);
    for (const OptionInfo& o : engine::option_table()) {
      if (!c.letter || !std::strchr(o.commands, c.letter)) continue;
      std::string values;
      if (o.kind == OptionInfo::Kind::choice) {
        values = o.argument;
        std::replace(values.begin(), values.end(), '|', ' ');
        values = fmt::format(" -x -a \"{}\"", values);
      }
      out += fmt::format("complete -c gyre -n \"__fish_seen_subcommand_from {}\" {} {}{}\n", c.name,
                         std::strlen(o.name) == 1 ? "-s" : "-l", o.name, values);
    }
  }
  return out;
}

}  // namespace

std::string generate(const std::string& what) {
  if (what == "man") return man_page();
  if (what == "bash") return bash_completion();
  if (what == "zsh") return zsh_completion();
  if (what == "fish") return fish_completion();
  throw Error(fmt::format("--generate: '{}' is not one of man, bash, zsh, fish", what));
}

}  // namespace gyre::cli
