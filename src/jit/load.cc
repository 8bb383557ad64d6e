#include "jit/load.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gyre_fingerprint.h>

#include "base/error.h"
#include "base/narrow.h"
#include "jit/code_cache.h"
#include "jit/module.h"

namespace gyre::jit {

namespace {

constexpr const char* kName = "libgyre_jit.so";

// Beside the program (where it is built), where it is installed, above the tests. Other programs that use the library
// are anywhere: for them the place where it was to be installed.
std::vector<std::filesystem::path> places() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const std::filesystem::path folder = program.parent_path();
  return {folder / kName, folder / GYRE_JIT_FOLDER / kName, folder / ".." / kName,
          std::filesystem::path(GYRE_JIT_INSTALLED) / kName};
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

// Compiling has read 50 MB of LLVM's own code and tables, which nobody needs any more. What is never written is read
// again from the file, should it be needed.
void give_back_pages_of_llvm() {
  dl_iterate_phdr(
      [](dl_phdr_info* library, size_t, void*) {
        if (std::string_view(library->dlpi_name).find("libLLVM") == std::string_view::npos) return 0;
        const auto page = narrow<uintptr_t>(sysconf(_SC_PAGE_SIZE));
        for (unsigned i = 0; i < library->dlpi_phnum; ++i) {
          const auto& segment = library->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) != 0) continue;
          const uintptr_t start = (library->dlpi_addr + segment.p_vaddr + page - 1) / page * page;
          const uintptr_t end = (library->dlpi_addr + segment.p_vaddr + segment.p_memsz) / page * page;
          if (start < end) madvise(reinterpret_cast<void*>(start), end - start, MADV_DONTNEED);
        }
        return 0;
      },
      nullptr);
}

}  // namespace

namespace {

std::unique_ptr<model::NativeCode> compile(const Request& request) {
  static const Module module;
  if (!module.compile) throw Error(module.error);
  std::string error;
  std::unique_ptr<model::NativeCode> code(module.compile(&request, &error));
  give_back_pages_of_llvm();
  const bool stopped = request.stop && request.stop->load();
  if (!code && !stopped && !request.how.from_cache_only)
    throw Error("the native engine cannot compile this model: " + error);
  return code;
}

}  // namespace

std::unique_ptr<model::NativeCode> compile(const ir::Program& program, const model::CommonShape& common,
                                           const std::atomic<bool>* stop, const How& how) {
  const std::string folder = how.effort == Effort::quick ? "" : CodeCache::usual_folder();
  if (how.from_cache_only && folder.empty()) return nullptr;
  return compile(Request{program, stop, how, common, nullptr, folder});
}

std::string list(const ir::Program& program, const model::CommonShape& common) {
  std::string listing;
  compile(Request{program, nullptr, {}, common, &listing});
  return listing;
}

}  // namespace gyre::jit
