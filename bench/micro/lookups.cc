// The memory system's limit: random lookups that miss the caches, in a table of so many megabytes.
//
//   g++ -std=c++20 -O3 -I src bench/micro/lookups.cc src/store/pages.cc -o lookups && ./lookups 1024
//
// Prints nanoseconds per lookup: one after the other, where each waits for the last (what a search in strict order pays,
// once or twice per transition); in batches of 16, each of which waits for the one before (what a search pays that looks
// up the successors of a few states at once); and many at once, fetched ahead by 32 (what no search with a table can do
// better than).
// A lookup reads one line of 64 bytes and writes to it, as an insertion does; pages are huge where the system has them.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "base/hash.h"
#include "store/pages.h"

namespace {

constexpr uint64_t kLine = 64;
constexpr uint64_t kAhead = 32;
constexpr uint64_t kBatch = 16;

double nanoseconds(std::chrono::steady_clock::time_point start, uint64_t lookups) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
         static_cast<double>(lookups);
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t megabytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1024;
  const gyre::store::Pages pages(megabytes << 20, true);
  if (pages.data() == nullptr || megabytes == 0) {
    std::fprintf(stderr, "lookups: there is no memory for %llu MB\n", static_cast<unsigned long long>(megabytes));
    return 1;
  }
  const uint64_t lines = (megabytes << 20) / kLine;
  const auto line = [&](uint64_t number) -> uint64_t& {
    const uint64_t hash = gyre::mum(number + 1, 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL;
    const auto at = static_cast<uint64_t>((static_cast<unsigned __int128>(hash) * lines) >> 64);
    return *reinterpret_cast<uint64_t*>(pages.data() + at * kLine);
  };
  for (uint64_t i = 0; i < lines; ++i) *reinterpret_cast<uint64_t*>(pages.data() + i * kLine) = 1;

  const uint64_t lookups = uint64_t{20} << 20;
  uint64_t sum = 0;
  auto start = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < lookups / 4; ++i) {
    uint64_t& word = line(i + (sum & 1));  // the next place depends on what was read
    sum += word;
    word += 2;
  }
  const double waiting = nanoseconds(start, lookups / 4);
  start = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < lookups; i += kBatch) {
    const uint64_t first = i + (sum & 1);
    for (uint64_t k = 0; k < kBatch; ++k) __builtin_prefetch(&line(first + k), 1);
    for (uint64_t k = 0; k < kBatch; ++k) {
      uint64_t& word = line(first + k);
      sum += word;
      word += 2;
    }
  }
  const double in_batches = nanoseconds(start, lookups);
  start = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < lookups; ++i) {
    __builtin_prefetch(&line(i + kAhead), 1);
    uint64_t& word = line(i);
    sum += word;
    word += 2;
  }
  std::printf("%.1f %.1f %.1f\n", waiting, in_batches, nanoseconds(start, lookups));
  return sum == 0;  // the compiler must not leave the reading out
}
