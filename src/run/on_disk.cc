// --when-full disk: a search whose states are on disk, but for those that memory has room for.
#include "search/on_disk.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "run/safety.h"
#include "store/disk_queue.h"
#include "store/disk_set.h"

namespace gyre::run {

namespace {

constexpr uint64_t kMostBlock = uint64_t{4} << 20;  // of the queue's ends, in bytes

double megabytes(uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

}  // namespace

SafetyResult run_on_disk(const SafetyTask& t) {
  const uint64_t memory = t.task.memory_limit;
  const uint64_t block = std::min(memory / 64, kMostBlock);
  // The vectors of the queue's ends may be twice as large as what is in them.
  const uint64_t beside = 4 * block + (uint64_t{3} << 20);
  try {
    store::DiskSet set(t.disk, memory - std::min(memory, beside));
    store::DiskQueue queue(t.disk, block);
    store::DiskLinks links(t.disk);
    search::OnDisk run(t.model, set, queue, links, t.task, t.progress);
    SafetyResult result;
    result.outcome = run.run();
    const uint64_t written = set.written() + queue.written() + links.written();
    if (set.spilled_at() > 0) {
      result.note = fmt::format(
          "from {} states on they went to disk: {:.0f} MB were written, {:.0f} MB are states; {} "
          "passes over them",
          set.spilled_at(), megabytes(written), megabytes(set.on_disk()), set.passes());
    }
    if (!run.disk_error().empty()) result.note += (result.note.empty() ? "" : "; ") + run.disk_error();
    return result;
  } catch (const DiskError& error) {
    throw Error(fmt::format("--disk: {}", error.what()));
  }
}

}  // namespace gyre::run
