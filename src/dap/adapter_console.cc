// The commands of the debug console, for what clients have no buttons for. They begin with a colon, so that no
// expression is one.
#include <charconv>
#include <fstream>

#include <fmt/format.h>

#include "dap/adapter.h"

namespace gyre::dap {

namespace {

constexpr const char* kHelp =
    ":moves        what can be done here, and why the others cannot move\n"
    ":take N       do the move of this number\n"
    ":until E      go on until the expression E is true\n"
    ":goto N       to the state after N steps of the trail, or of what was done\n"
    ":where        how far the run has come\n"
    ":save FILE    write the run as a trail, for `gyre replay`\n"
    "anything else is an expression: x, a[i], len(q), P(1):y == 2";

size_t number_in(const std::string& text) {
  size_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) throw Error(fmt::format("`{}` is no number", text));
  return out;
}

void save(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(fmt::format("cannot write '{}'", path));
}

}  // namespace

Json Adapter::command(const std::string& text) {
  const size_t space = text.find(' ');
  const std::string name = text.substr(0, space);
  const size_t second = space == std::string::npos ? space : text.find_first_not_of(' ', space);
  const std::string argument = second == std::string::npos ? "" : text.substr(second);
  const auto told = [](const std::string& result) { return Json{{"result", result}, {"variablesReference", 0}}; };
  if (name == ":help") return told(kHelp);
  Runner& run = standing();
  if (name == ":moves") {
    std::string out;
    for (const ValueTree& m : moves_here()) out += fmt::format("{}  {}\n", m.label, m.value);
    return told(out);
  }
  if (name == ":where") {
    return told(fmt::format("after {} steps, {}", run.walk().position(),
                            !run.walk().has_guide() ? "by choices"
                            : run.walk().on_guide() ? "on the trail"
                                                    : "off the trail"));
  }
  if (name == ":take") {
    const size_t move = number_in(argument);
    if (move < 1) throw Error("moves are numbered from 1 on");
    stop_after(run.take(move - 1));
    return told("");
  }
  if (name == ":goto") {
    stop_after(run.go_to(number_in(argument)));
    return told("");
  }
  if (name == ":until") {
    run.begin_forward(Expression(model(), argument));
    event_after("continued", {{"threadId", thread_of(std::max(0, run.focus()))}, {"allThreadsContinued", true}});
    return told("");
  }
  if (name == ":save") {
    if (argument.empty()) throw Error("the name of the file is missing: `:save run.trail.json`");
    const std::string trail = run.walk().trace().json(model().name());
    try {
      follow_trail(model(), trail, argument);
    } catch (const Error&) {
      throw Error("the run ends inside an atomic sequence, and a trail cannot: step out of it first");
    }
    save(argument, trail);
    return told(fmt::format("{} steps are in {}; see them with: gyre replay {} {}", run.walk().position(), argument,
                            model().name(), argument));
  }
  throw Error(fmt::format("there is no command `{}`; `:help` tells which there are", name));
}

}  // namespace gyre::dap
