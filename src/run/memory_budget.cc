#include "run/memory_budget.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace gyre::run {

namespace {
constexpr uint64_t kNative = uint64_t{80} << 20;
constexpr uint64_t kLater = uint64_t{2} << 20;   // of the program itself, first touched by the search
constexpr uint64_t kThread = uint64_t{3} << 20;  // the heap of another thread, with what is free in it
constexpr uint64_t kEnoughForNative = 8 * kNative;
}  // namespace

uint64_t resident_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long total = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &total, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE)) : 0;
}

void give_back_freed() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

void keep_no_holes() {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 1 << 17);
#endif
}

plan::Engine engine_within(plan::Engine engine, uint64_t budget) {
  return engine == plan::Engine::automatic && budget != 0 && budget < kEnoughForNative ? plan::Engine::vm : engine;
}

uint64_t left_for_search(uint64_t budget, plan::Engine engine, uint64_t threads) {
  // Native code that was asked for is there by now; that of `auto` comes later.
  const uint64_t others =
      resident_bytes() + kLater + (threads - 1) * kThread + (engine == plan::Engine::automatic ? kNative : 0);
  // A budget that is used up before the search begins still gives an answer about some states.
  return std::max(budget - std::min(budget, others), budget / 8);
}

}  // namespace gyre::run
