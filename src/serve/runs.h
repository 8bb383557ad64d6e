// Checks in the background, and the history of them.
//
// Any number of threads may use Runs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <gyre/gyre.h>

#include "serve/json.h"
#include "serve/model_file.h"
#include "serve/traces.h"

namespace gyre::serve {

// What a check may use if the page does not say otherwise.
struct Budget {
  double seconds = 10;
  uint64_t memory = uint64_t{1} << 30;
};

class Runs {
 public:
  static constexpr size_t kMost = 16;       // in the history
  static constexpr size_t kMostAtOnce = 4;  // that run

  Runs(ModelFile& file, Traces& traces, Budget budget) : file_(file), traces_(traces), budget_(budget) {}
  // Ends those that run.
  ~Runs();
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  // Begins a check of the file as it is now. Throws Refusal.
  int64_t start(const Json& options);
  // The same, of how often each statement is executed.
  int64_t start_coverage(const Json& options);
  // Newest first.
  Json history() const;
  Json get(int64_t id) const;
  void stop(int64_t id);

 private:
  struct Entry;

  int64_t begin(const Json& options, bool coverage);
  void make_room();
  std::shared_ptr<Entry> find(int64_t id) const;
  static void finish(Traces& traces, Entry& entry);

  ModelFile& file_;
  Traces& traces_;
  const Budget budget_;
  mutable std::mutex mutex_;
  std::map<int64_t, std::shared_ptr<Entry>> entries_;
  int64_t next_ = 1;
};

}  // namespace gyre::serve
