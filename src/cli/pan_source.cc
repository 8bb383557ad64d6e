// The program that `gyre spin -a` writes: a page of C that hands what it is given to gyre.
//
// It knows the macros it was compiled with and its command line, and nothing else. It looks for gyre where the variable
// GYRE says, where the program was that wrote it, and on the path. The model is not part of it: gyre compares the
// fingerprint of what pan.c was made from with that of the model.
#include <unistd.h>

#include <climits>
#include <filesystem>

#include <fmt/format.h>

#include <gyre/spin.h>

#include "cli/files.h"
#include "cli/pan_options.h"
#include "cli/pan_search.h"

namespace gyre::cli {

namespace {

// A text as a string of C.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '?')
      out += "\\?";  // no trigraphs
    else if (static_cast<unsigned char>(c) < 32)
      out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string this_program() {
  char path[PATH_MAX];
  const ssize_t n = ::readlink("/proc/self/exe", path, sizeof path);
  return n > 0 && n < static_cast<ssize_t>(sizeof path) ? std::string(path, static_cast<size_t>(n)) : "gyre";
}

constexpr const char* kProgram =
    R"(/* Made by `gyre spin -a`: a verifier that is gyre. Compile it as SPIN's pan.c is compiled, with the same
 * macros, and call it with the same options. The variable GYRE of the environment says which gyre. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
@INCLUDE@

#define TEXT(x) #x
#define VALUE(x) TEXT(x)

static char *compiled[] = {
@MACROS@  0
};

static char *made_with[] = { @ARGUMENTS@ 0 };

int main(int argc, char **argv)
{
  char *given = getenv("GYRE");
  size_t most = sizeof compiled / sizeof compiled[0] + sizeof made_with / sizeof made_with[0] + argc + 8;
  char **call = (char **) calloc(most, sizeof(char *));
  int n = 0, i;
  if (!call)
  {
    fprintf(stderr, "pan: out of memory\n");
    return 1;
  }
  call[n++] = "gyre"; call[n++] = "spin"; call[n++] = "--pan"; call[n++] = PAN_FINGERPRINT;
  for (i = 0; made_with[i]; i++) call[n++] = made_with[i];
  call[n++] = "--compiled";
  for (i = 0; compiled[i]; i++) call[n++] = compiled[i];
  call[n++] = "--run";
  for (i = 1; i < argc; i++) call[n++] = argv[i];
  if (given && *given)
    execvp(given, call);
  else
  {
    execv(PAN_GYRE, call);
    execvp("gyre", call);
  }
  fprintf(stderr, "pan: cannot run %s: %s\n", given && *given ? given : "gyre", strerror(errno));
  fprintf(stderr, "pan: this verifier needs gyre: put it on the PATH, or say where it is in the variable GYRE\n");
  return 1;
}
)";

void replace(std::string& text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  text.replace(at, what.size(), by);
}

}  // namespace

void write_pan(const Model& model, const std::vector<std::string>& made_with) {
  std::string macros;
  for (const std::string& name : pan_macros())
    macros += fmt::format("#ifdef {0}\n\t\"{0}=\" VALUE({0}),\n#endif\n", name);
  std::string arguments;
  for (const std::string& a : made_with) arguments += quoted(a) + ", ";
  arguments += "\"--folder\", " + quoted(std::filesystem::current_path().string()) + ",";
  std::string program = kProgram;
  replace(program, "@INCLUDE@", "#include \"pan.h\"");
  replace(program, "@MACROS@", macros);
  replace(program, "@ARGUMENTS@", arguments);
  write_file_atomically("pan.h", fmt::format("#define PAN_FINGERPRINT {}\n#define PAN_GYRE {}\n",
                                             quoted(fingerprint(model)), quoted(this_program())));
  write_file_atomically("pan.c", program);
}

}  // namespace gyre::cli
