// `gyre test`: models whose first comments say what must come out of a check: a regression suite in one command.
#include <atomic>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/expectations.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/several.h"

namespace gyre::cli {

namespace {

struct Test {
  std::string model, name;
  Case expected;
  std::string broken;                 // why it cannot be run
  std::vector<std::string> problems;  // none: it has passed
};

const CommandInfo& check_command() {
  for (const CommandInfo& c : command_table()) {
    if (c.run == &check) return c;
  }
  throw InternalError("there is no command check");
}

void run(Test& test) {
  if (!test.broken.empty()) {
    test.problems = {test.broken};
    return;
  }
  try {
    const std::vector<std::string>& given = test.expected.arguments;
    if (given[0] != "check") throw Error(fmt::format("'gyre: {}' is no check", given[0]));
    std::vector<std::string> arguments = {test.model};
    arguments.insert(arguments.end(), given.begin() + 1, given.end());
    Arguments parsed = parse(check_command(), arguments);
    if (!parsed.others.empty()) throw Error("a test is about its own model alone");
    parsed.settings.keep("trail", "none");
    test.problems = differences(test.expected, check_one(parsed, [] { return false; }));
  } catch (const OutOfMemory&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const Error& e) {  // of the command line in the header
    test.problems = {e.what()};
  }
}

}  // namespace

int test(const Arguments& arguments) {
  std::vector<std::string> paths = {arguments.model};
  paths.insert(paths.end(), arguments.others.begin(), arguments.others.end());
  const bool quiet = arguments.has("quiet");
  std::vector<Test> tests;
  size_t skipped = 0;
  for (const std::string& model : models_of(paths)) {
    Test one;
    one.model = one.name = model;
    std::vector<Case> cases;
    try {
      cases = cases_of(model, read_file(model));
    } catch (const Error& e) {
      one.broken = e.what();
      tests.push_back(one);
      continue;
    }
    if (cases.empty()) {
      ++skipped;
      if (!quiet) put(fmt::format("skipped  {}: no 'gyre:' line in the first comment\n", model));
    }
    for (size_t i = 0; i < cases.size(); ++i) {
      one.expected = cases[i];
      one.name = i == 0 ? model : fmt::format("{}#{}", model, i + 1);
      tests.push_back(one);
    }
  }
  size_t failed = 0;
  in_parallel(
      tests.size(), arguments.number("jobs"), [&](size_t i) { run(tests[i]); },
      [&](size_t i) {
        const Test& t = tests[i];
        failed += t.problems.empty() ? 0 : 1;
        if (quiet) return;
        put(fmt::format("{}  {}\n", t.problems.empty() ? "ok     " : "FAILED ", t.name));
        for (const std::string& p : t.problems) put(fmt::format("         {}\n", p));
        flush();
      });
  if (!quiet) put(fmt::format("\n{} passed, {} failed, {} skipped\n", tests.size() - failed, failed, skipped));
  return failed > 0 ? 1 : 0;
}

}  // namespace gyre::cli
