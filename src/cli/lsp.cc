#include "lsp/serve.h"

#include "cli/commands.h"
#include "cli/output.h"

namespace gyre::cli {

int lsp(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1 && arguments[0] == "--help") {
    put("gyre lsp\n"
        "  a language server for Promela and ESML: an editor starts it, and talks to it through standard input and\n"
        "  output. It takes no options; docs/editors.md says how to set up editors.\n");
    return 0;
  }
  // Some editors say --stdio to every language server.
  if (arguments.size() > 1 || (arguments.size() == 1 && arguments[0] != "--stdio"))
    throw Error("gyre lsp takes no option but --stdio, which is what it does anyway");
  return lsp::serve(stdin, stdout);
}

}  // namespace gyre::cli
