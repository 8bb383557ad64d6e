// `gyre dap`: an editor starts it and talks to it through standard input and output.
#include <csignal>
#include <cstdio>

#include <gyre/error.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "dap/server.h"

namespace gyre::cli {

namespace {

constexpr const char* kHelp =
    "gyre dap\n"
    "  the debugger behind an editor: the Debug Adapter Protocol on standard input and output\n"
    "\n"
    "An editor starts it; it has no options. What the editor says in its launch request:\n"
    "  program               the file of the model\n"
    "  trail                 walk along this trail, gyre's or SPIN's\n"
    "  property              check this property first ('*': all), and walk along its counterexample\n"
    "  settings              options of 'gyre check' by their names: {\"D\": [\"N=3\"], \"fairness\": \"weak\"}\n"
    "  stopOnEntry           stop in the initial state (default true)\n"
    "  seed                  of the choices that 'continue' makes (default 1)\n"
    "  maxSteps              after which 'continue' stops (default 100000)\n"
    "docs/debugging.md tells how to set up VS Code, Neovim and Emacs.\n";

}  // namespace

int dap(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments[0] == "--help") {
    put(kHelp);
    return 0;
  }
  if (!arguments.empty()) throw Error("'gyre dap' takes no arguments: an editor starts it, see 'gyre dap --help'");
  // An editor that goes away is an error that can be told, no reason to vanish.
  std::signal(SIGPIPE, SIG_IGN);
  gyre::dap::serve(stdin, stdout);
  return 0;
}

}  // namespace gyre::cli
