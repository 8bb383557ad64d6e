#include "store/pages.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/narrow.h"

namespace gyre::store {

namespace {

// What sysconf() says about a name that the system knows.
size_t system_value(int name) { return narrow<size_t>(sysconf(name)); }

size_t addresses_used() {
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long pages = 0;
  const int read = std::fscanf(file, "%llu", &pages);
  std::fclose(file);
  return read == 1 ? pages * system_value(_SC_PAGESIZE) : 0;
}

// A range of at least `bytes`, aligned to a huge page; the surplus at both ends is given back.
uint8_t* map_aligned(size_t bytes, int protection) {
  const size_t padded = bytes + kHugePage;
  void* raw = mmap(nullptr, padded, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  const auto start = reinterpret_cast<uintptr_t>(raw);
  const uintptr_t aligned = round_up(start, kHugePage);
  if (aligned > start) munmap(raw, aligned - start);
  if (const size_t tail = start + padded - (aligned + bytes)) munmap(reinterpret_cast<void*>(aligned + bytes), tail);
  return reinterpret_cast<uint8_t*>(aligned);
}

}  // namespace

size_t physical_memory() { return system_value(_SC_PHYS_PAGES) * system_value(_SC_PAGE_SIZE); }

Pages::Pages(size_t bytes, bool huge) {
  bytes = round_up(bytes, kPage);
  huge = huge && bytes >= 2 * kHugePage;
  if (huge) {
    data_ = map_aligned(bytes, PROT_READ | PROT_WRITE);
    if (data_ != nullptr && madvise(data_, bytes, MADV_HUGEPAGE) == 0) grain_ = kHugePage;
  } else {
    void* raw = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (raw != MAP_FAILED) data_ = static_cast<uint8_t*>(raw);
  }
  if (data_ != nullptr) size_ = bytes;
}

Pages::~Pages() {
  if (data_ != nullptr) munmap(data_, size_);
}

// Addresses cost nothing, so the range is as large as the machine's memory: a table cannot use more. Where addresses
// are limited (ulimit -v) a quarter of those that are left is taken: a store has several tables, and the heap and
// native code need some too.
bool Reservation::reserve() {
  size_t bytes = physical_memory();
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    bytes = std::min<size_t>(bytes, (limit.rlim_cur - std::min<size_t>(limit.rlim_cur, addresses_used())) / 4);
  }
  for (bytes = round_up(bytes, kHugePage); bytes >= kHugePage; bytes = round_up(bytes / 2, kHugePage)) {
    data_ = map_aligned(bytes, PROT_NONE);
    if (data_ != nullptr) {
      reserved_ = bytes;
      if (huge_) huge_ = madvise(data_, bytes, MADV_HUGEPAGE) == 0;
      return true;
    }
    if (bytes == kHugePage) break;
  }
  return false;
}

size_t Reservation::rounded(size_t bytes) const {
  return round_up(bytes, huge_ && bytes > kWorthHugePages ? kHugePage : kPage);
}

bool Reservation::commit(size_t bytes) {
  if (data_ == nullptr && !reserve()) return false;
  bytes = rounded(bytes);
  if (bytes <= committed_) return true;
  if (bytes > reserved_) return false;
  if (mprotect(data_ + committed_, bytes - committed_, PROT_READ | PROT_WRITE) != 0) return false;
  committed_ = bytes;
  return true;
}

Reservation::~Reservation() {
  if (data_ != nullptr) munmap(data_, reserved_);
}

}  // namespace gyre::store
