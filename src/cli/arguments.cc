#include "cli/arguments.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/commands.h"

namespace gyre::cli {

const std::vector<CommandInfo>& command_table() {
  static const std::vector<CommandInfo> table = {
      {"check", 'c', "MODEL...", ~size_t{0}, "verify everything the model states, or what the options select", check},
      {"test", 't', "MODEL|DIR...", ~size_t{0}, "check models against what their first comments expect", test},
      {"simulate", 's', "MODEL", 0, "random, seeded, interactive or guided execution", simulate},
      {"replay", 'r', "MODEL TRAIL", 1, "show a counterexample step by step (JSON or SPIN .trail)",
       [](const Arguments& arguments) { return replay(arguments); }},
      {"graph", 'g', "MODEL", 0, "the state space or the process automata as dot, aut or json", graph},
      {"ltl", 'l', "FORMULA", 0, "a formula of linear temporal logic as a Büchi automaton", ltl},
      {"compile", 'm', "MODEL", 0, "print what a model is compiled to", compile},
      {"spin", 0, "ARGS...", 0, "SPIN's own command line, as far as it has a meaning here", nullptr, spin},
      {"explore", 'e', "MODEL [TRAIL]", 1, "the same in the browser: edit, check, step, fork, graph, coverage",
       explore},
      {"lsp", 0, "", 0, "the language server behind an editor, on standard input and output", nullptr, lsp},
      {"dap", 0, "", 0, "the debugger behind an editor: the Debug Adapter Protocol on standard input and output",
       nullptr, dap},
  };
  return table;
}

bool belongs(const Option& option, const CommandInfo& command) {
  return command.letter != 0 && option.commands.find(command.letter) != std::string::npos;
}

std::string dashed(const Option& o) { return (o.name.size() == 1 ? "-" : "--") + o.name; }

namespace {

const Option* find(const std::string& name) {
  for (const Option& o : options()) {
    if (name == o.name) return &o;
  }
  return nullptr;
}

// Levenshtein's distance.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// The option whose name is nearest, for "did you mean". Short names are near to everything.
std::string nearest(const std::string& name, const CommandInfo& command) {
  size_t best = 3;
  std::string out;
  for (const Option& o : options()) {
    if (!belongs(o, command) || o.name.size() < 3) continue;
    if (const size_t d = distance(name, o.name); d < best && d < name.size()) {
      best = d;
      out = dashed(o);
    }
  }
  return out;
}

[[noreturn]] void refuse(const std::string& written, const std::string& name, const Option* o,
                         const CommandInfo& command) {
  if (o != nullptr && !belongs(*o, command))
    throw Error(fmt::format("{} is no option of 'gyre {}'", dashed(*o), command.name));
  const std::string near = nearest(name, command);
  throw Error(fmt::format("unknown option {}{}; see 'gyre {} --help'", written,
                          near.empty() ? "" : fmt::format(" (did you mean {}?)", near), command.name));
}

}  // namespace

Arguments parse(const CommandInfo& command, const std::vector<std::string>& arguments) {
  Arguments out;
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
    } else if (a == "-v") {
      name = "verbose";
    } else {  // -DNAME, -I DIR
      name = a.substr(1, 1);
      value = a.substr(2);
      has_value = !value.empty();
    }
    const Option* o = find(name);
    if (!o || !belongs(*o, command) || (o->name.size() == 1) != (a[1] != '-' && a != "-v")) refuse(a, name, o, command);
    if (!o->takes_value) {
      if (has_value) throw Error(fmt::format("{} takes no value", dashed(*o)));
    } else if (!has_value) {
      if (i + 1 >= arguments.size()) throw Error(fmt::format("{} needs a value: {}", dashed(*o), o->argument));
      value = arguments[++i];
    }
    out.settings.keep(name, value);
  }
  if (positional.empty() && command.letter == 'l' && out.has("hoa")) return out;
  if (positional.empty()) {
    throw Error(fmt::format("which {}? usage: gyre {} {} [options]", command.letter == 'l' ? "formula" : "model",
                            command.name, command.arguments));
  }
  out.model = positional[0];
  out.others.assign(positional.begin() + 1, positional.end());
  if (out.others.size() > command.most_arguments)
    throw Error(fmt::format("unexpected argument '{}'", out.others[command.most_arguments]));
  return out;
}

}  // namespace gyre::cli
