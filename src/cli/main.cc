#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <gyre/model.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/output.h"

namespace {

int show_help(const gyre::cli::CommandInfo& command) {
  using namespace gyre;
  if (command.own != nullptr) return command.own({"--help"});
  cli::put(cli::help(command));
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  using namespace gyre;
  const std::string first = arguments.empty() ? "--help" : arguments[0];
  if (first == "--help" || first == "-h" || first == "help") {
    if (arguments.empty()) {
      std::fputs(cli::usage().c_str(), stderr);
      return 2;
    }
    if (arguments.size() == 1 || first != "help") {
      cli::put(cli::usage());
      return 0;
    }
    for (const cli::CommandInfo& c : cli::command_table()) {
      if (arguments[1] == c.name) return show_help(c);
    }
    throw Error("unknown command '" + arguments[1] + "'; see 'gyre --help'");
  }
  if (first == "--version" || first == "-V") {
    cli::put(std::string("gyre ") + version() + "\n");
    return 0;
  }
  if (first == "--generate" && arguments.size() == 2) {
    cli::put(cli::generate(arguments[1]));
    return 0;
  }
  for (const cli::CommandInfo& c : cli::command_table()) {
    if (first != c.name) continue;
    const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
    for (const std::string& a : rest) {
      if (a == "--help") return show_help(c);
    }
    if (c.own != nullptr) return c.own(rest);
    return c.run(cli::parse(c, rest));
  }
  throw Error("unknown command '" + first + "'; see 'gyre --help'");
}

// Everything is written. What is left is not worth waiting for: a thread that makes native code which came too late,
// and memory. Who looks for leaks and races wants to see the end.
int leave(int status) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return status;
#else
  std::fflush(nullptr);
  _exit(status);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // whoever reads no further has seen enough, even if our parent ignores the signal
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string called = argc > 0 ? argv[0] : "";
    // By a link of that name it is SPIN for those who call it.
    const bool spin = called.substr(called.rfind('/') + 1) == "spin";
    const int status = spin ? gyre::cli::spin_by_name(arguments) : run(arguments);
    gyre::cli::flush();
    return leave(status);
  } catch (const gyre::cli::OutputLost& e) {
    std::fprintf(stderr, "gyre: %s\n", e.what());
    return 4;
  } catch (const gyre::OutOfMemory&) {
    std::fputs("gyre: out of memory; --memory sets a budget at which a search ends in order\n", stderr);
    return 4;
  } catch (const gyre::InternalError& e) {
    std::fprintf(stderr, "gyre: %s\nThis is a bug in gyre; please report it with the model.\n", e.what());
    return 4;
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
