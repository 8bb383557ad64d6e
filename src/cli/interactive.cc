#include "cli/interactive.h"

#include <algorithm>
#include <charconv>
#include <iostream>

#include <fmt/format.h>

#include "cli/files.h"
#include "cli/output.h"

namespace gyre::cli {

namespace {

// Random steps without a number end at an end; a model need not have one.
constexpr uint64_t kManySteps = 1'000'000;

constexpr const char* kHelp =
    "  1, 2, ...  do this; nothing at all: do what there is, if there is one thing\n"
    "  b [N]      back, N times\n"
    "  r [N]      N steps at random; without N to an end\n"
    "  u E        at random until the expression E is true: u len(q) == 2 && P(0):x > 1\n"
    "  g N        to the state after N steps: back, or along the trail of --guided\n"
    "  p E        the value of an expression\n"
    "  s          the state\n"
    "  w          who can move, and why the others cannot\n"
    "  save FILE  the run as a trail, for gyre replay\n"
    "  h          this\n"
    "  q          quit\n";

uint64_t number_in(const std::string& text) {
  uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) throw Error(fmt::format("'{}' is no number", text));
  return out;
}

uint64_t number_or(const std::string& text, uint64_t otherwise) { return text.empty() ? otherwise : number_in(text); }

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

void Interactive::run() {
  put(stepper_.state_text());
  for (bool more = true; more;) {
    list();
    flush();
    std::string line;
    if (!std::getline(std::cin, line)) return;
    try {
      more = obey(trimmed(line));
    } catch (const OutputLost&) {
      throw;
    } catch (const Error& e) {
      put(fmt::format("{}\n", e.what()));
    }
  }
}

void Interactive::list() {
  const size_t count = stepper_.move_count();
  if (count == 0) put(stepper_.end_text() + "\n");
  for (size_t i = 0; i < count; ++i) put(fmt::format("  {:>3}  {}\n", i + 1, stepper_.move_text(i)));
  put(count == 0 ? "b back, h help, q quit: " : fmt::format("choose 1-{}, b back, r random, h help, q quit: ", count));
}

bool Interactive::obey(const std::string& line) {
  const size_t space = line.find(' ');
  const std::string word = line.substr(0, space);
  const std::string argument = space == std::string::npos ? "" : trimmed(line.substr(space));
  const size_t count = stepper_.move_count();
  const bool is_number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  if ((is_number && argument.empty()) || (line.empty() && count == 1)) {
    const uint64_t choice = line.empty() ? 1 : number_in(word);
    if (choice < 1 || choice > count) throw Error(fmt::format("'{}' is none of these", line));
    stepper_.take(choice - 1);
  } else if (word == "b") {
    back(number_or(argument, 1));
  } else if (word == "r") {
    random_steps(number_or(argument, kManySteps), {});
  } else if (word == "u") {
    random_steps(kManySteps, Expression(model_, argument));
  } else if (word == "g") {
    go_to(number_in(argument));
  } else if (word == "p") {
    put(fmt::format("{} = {}\n", argument, stepper_.value(Expression(model_, argument)).text));
  } else if (word == "save") {
    if (argument.empty()) throw Error("save to which file? save run.trail.json");
    save(argument);
  } else if (line == "s") {
    put(stepper_.state_text());
  } else if (line == "w") {
    show_processes();
  } else if (line == "h" || line == "?" || line == "help") {
    put(kHelp);
  } else if (line == "q") {
    return false;
  } else {
    throw Error(fmt::format("'{}' is none of these; h lists what there is", line));
  }
  return true;
}

void Interactive::save(const std::string& path) {
  const std::string trail = stepper_.trace().json(model_.name());
  try {
    follow_trail(model_, trail, path);
  } catch (const Error&) {
    throw Error("the run ends inside an atomic sequence, and a trail cannot: take the next steps first");
  }
  write_file_atomically(path, trail);
  put(fmt::format("{} steps; see them with: gyre replay {} {}\n", stepper_.steps(), model_.name(), path));
}

void Interactive::random_steps(uint64_t steps, const std::optional<Expression>& until) {
  for (uint64_t i = 0; i < steps && stepper_.move_count() > 0; ++i) {
    stepper_.take(random_() % stepper_.move_count());
    if (until && stepper_.value(*until).number != 0) {
      put(fmt::format("{} is true after {} steps\n", until->text(), stepper_.steps()));
      put(stepper_.state_text());
      return;
    }
  }
  put(stepper_.state_text());
  if (until) put(fmt::format("{} was not true after any of these steps\n", until->text()));
}

void Interactive::back(uint64_t moves) {
  for (uint64_t i = 0; i < moves; ++i) {
    if (stepper_.back()) continue;
    if (i == 0) throw Error("this is the initial state");
    break;
  }
  put(stepper_.state_text());
}

// The steps of a rendezvous are not torn apart: it may be one less.
void Interactive::go_to(uint64_t step) {
  if (step > stepper_.steps()) {
    if (!guide_ || step > guide_->size()) {
      throw Error(fmt::format("there are {} steps{}", guide_ ? guide_->size() : stepper_.steps(),
                              guide_ ? " in the trail" : " behind us; g goes back to one of them"));
    }
    while (stepper_.back()) {
    }
    stepper_.follow(*guide_, step);
  }
  while (stepper_.steps() > step && stepper_.back()) {
  }
  put(fmt::format("after {} steps\n", stepper_.steps()));
  put(stepper_.state_text());
}

void Interactive::show_processes() const {
  for (const ProcessState& p : stepper_.processes())
    put(fmt::format("  {}({})  {}\n", p.process, p.pid, p.can_move ? "can move" : p.why_not));
}

}  // namespace gyre::cli
