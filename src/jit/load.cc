#include "jit/load.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "base/error.h"
#include "base/narrow.h"
#include "jit/code_cache.h"
#include "jit/find_module.h"
#include "jit/module.h"

namespace gyre::jit {

namespace {

struct Module {
  decltype(&gyre_jit_compile) compile = nullptr;
  std::string error;

  Module() {
    const OpenedModule module =
        open_module("libgyre_jit.so", "gyre_jit_fingerprint", "the native engine",
                    "the native engine is not there (libgyre_jit.so): this gyre was built without LLVM");
    error = module.error;
    if (module.handle)
      compile = reinterpret_cast<decltype(&gyre_jit_compile)>(dlsym(module.handle, "gyre_jit_compile"));
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
