#include "jit/load.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <vector>

#include <gyre_fingerprint.h>

#include "base/error.h"
#include "jit/module.h"

namespace gyre::jit {

namespace {

constexpr const char* kName = "libgyre_jit.so";

// Beside the program (where it is built), where it is installed, above the tests.
std::vector<std::filesystem::path> places() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const std::filesystem::path folder = program.parent_path();
  return {folder / kName, folder / GYRE_JIT_FOLDER / kName, folder / ".." / kName};
}

struct Module {
  decltype(&gyre_jit_compile) compile = nullptr;
  std::string error = "the native engine is not there (libgyre_jit.so): this gyre was built without LLVM";

  Module() {
    for (const std::filesystem::path& path : places()) {
      std::error_code ignored;
      if (!std::filesystem::exists(path, ignored)) continue;
      void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (!handle) {
        error = std::string("the native engine cannot be opened: ") + dlerror();
        continue;
      }
      auto* made_of = reinterpret_cast<decltype(&gyre_jit_fingerprint)>(dlsym(handle, "gyre_jit_fingerprint"));
      auto* function = reinterpret_cast<decltype(&gyre_jit_compile)>(dlsym(handle, "gyre_jit_compile"));
      if (!made_of || !function || std::string(made_of()) != GYRE_FINGERPRINT) {
        error = "the native engine (libgyre_jit.so) is of another version";
        dlclose(handle);
        continue;
      }
      compile = function;
      return;
    }
  }
};

}  // namespace

std::unique_ptr<model::NativeCode> compile(const ir::Program& program, const std::atomic<bool>* stop) {
  static const Module module;
  if (!module.compile) throw Error(module.error);
  std::string error;
  std::unique_ptr<model::NativeCode> code(module.compile(&program, stop, &error));
  if (!code && !(stop && stop->load())) throw Error("the native engine cannot compile this model: " + error);
  return code;
}

}  // namespace gyre::jit
