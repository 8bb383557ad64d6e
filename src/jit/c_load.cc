#include "jit/c_load.h"

#include <dlfcn.h>

#include "base/error.h"
#include "jit/find_module.h"

namespace gyre::jit {

namespace {

struct Compiler {
  decltype(&gyre_c_compile) compile = nullptr;
  std::string error;

  Compiler() {
    const OpenedModule module =
        open_module("libgyre_c.so", "gyre_c_fingerprint", "the C compiler",
                    "embedded C needs clang as a library, and this gyre was built without it: install libclang-19-dev "
                    "and llvm-19-dev (Debian's names) and build it again");
    error = module.error;
    if (module.handle)
      compile = reinterpret_cast<decltype(&gyre_c_compile)>(dlsym(module.handle, "gyre_c_compile"));
  }
};

}  // namespace

std::shared_ptr<const ir::CUnit> compile_c(const CRequest& request, std::vector<CMessage>& messages) {
  static const Compiler compiler;
  if (!compiler.compile) throw Error(compiler.error);
  std::string error;
  std::shared_ptr<const ir::CUnit> unit(compiler.compile(&request, &messages, &error));
  if (!unit && !error.empty()) throw Error("embedded C: " + error);
  return unit;
}

}  // namespace gyre::jit
