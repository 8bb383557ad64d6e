#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "engine/version.h"

namespace {

int run(const std::vector<std::string>& arguments) {
  using namespace gyre;
  const std::string first = arguments.empty() ? "--help" : arguments[0];
  if (first == "--help" || first == "-h" || first == "help") {
    std::fputs(cli::usage().c_str(), arguments.empty() ? stderr : stdout);
    return arguments.empty() ? 2 : 0;
  }
  if (first == "--version" || first == "-V") {
    std::printf("gyre %s\n", engine::kVersion);
    return 0;
  }
  if (first == "--generate" && arguments.size() == 2) {
    std::fputs(cli::generate(arguments[1]).c_str(), stdout);
    return 0;
  }
  for (const cli::CommandInfo& c : cli::command_table()) {
    if (first != c.name) continue;
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    for (const std::string& a : rest) {
      if (a == "--help" && c.letter != 0) {
        std::fputs(cli::help(c).c_str(), stdout);
        return 0;
      }
    }
    if (c.letter == 0) return cli::spin(rest);
    return c.run(cli::parse(c, rest));
  }
  throw Error("unknown command '" + first + "'; see 'gyre --help'");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = run(std::vector<std::string>(argv + 1, argv + argc));
    if (std::fflush(stdout) != 0) {
      std::perror("gyre: cannot write to standard output");
      return 4;
    }
    return status;
  } catch (const gyre::Error& e) {
    std::string text = e.what();
    if (text.empty() || text.back() != '\n') text = "gyre: " + text + "\n";
    std::fputs(text.c_str(), stderr);
    return 2;
  } catch (const std::bad_alloc&) {
    std::fputs("gyre: out of memory; --memory sets a budget at which a search ends in order\n", stderr);
    return 4;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "gyre: internal error: %s\nThis is a bug in gyre; please report it with the model.\n",
                 e.what());
    return 4;
  }
}
