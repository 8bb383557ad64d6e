#include "jit/find_module.h"

#include <dlfcn.h>

#include <filesystem>
#include <vector>

#include <gyre_fingerprint.h>

namespace gyre::jit {

namespace {

// Beside the program (where it is built), where it is installed, above the tests. Other programs that use the library
// are anywhere: for them the place where it was to be installed.
std::vector<std::filesystem::path> places(const char* file) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const std::filesystem::path folder = program.parent_path();
  return {folder / file, folder / GYRE_JIT_FOLDER / file, folder / ".." / file,
          std::filesystem::path(GYRE_JIT_INSTALLED) / file};
}

}  // namespace

OpenedModule open_module(const char* file, const char* fingerprint, const std::string& what,
                         const std::string& missing) {
  OpenedModule out;
  out.error = missing;
  for (const std::filesystem::path& path : places(file)) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) continue;
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      out.error = what + " cannot be opened: " + dlerror();
      continue;
    }
    auto* made_of = reinterpret_cast<const char* (*)()>(dlsym(handle, fingerprint));
    if (!made_of || std::string(made_of()) != GYRE_FINGERPRINT) {
      out.error = what + " (" + file + ") is of another version";
      dlclose(handle);
      continue;
    }
    out.handle = handle;
    return out;
  }
  return out;
}

}  // namespace gyre::jit
