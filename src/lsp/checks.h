// Checks in the background: of one property of one version of a document each, with a budget, and an end on demand.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <gyre/check.h>

namespace gyre::lsp {

// What a check has found.
struct Finding {
  int64_t version = 0;  // of the document
  std::optional<Property> property;
  std::string error;  // not empty: it could not be checked, for this reason
};

class Checks {
 public:
  // Address of the document, name of the property.
  using Key = std::pair<std::string, std::string>;
  using Done = std::function<void(const Key& key, const Finding& finding)>;

  ~Checks() { stop_all(); }

  // Begins a check; one of the same property that still runs is ended. `done` and `listener` are called by the thread
  // that searches.
  void start(const Key& key, int64_t version, const Model& model, const Settings& settings, Run::Listener listener,
             Done done);
  bool running(const Key& key) const { return runs_.count(key) != 0; }
  // Ends a check: what it knows by then is its finding.
  void stop(const Key& key);
  void stop_all();
  // To be called after `done` was, by the thread that owns this.
  void finished(const Key& key);

 private:
  struct Job {
    std::unique_ptr<Run> run;
    std::thread thread;
  };
  std::map<Key, std::shared_ptr<Job>> runs_;
  std::list<std::shared_ptr<Job>> ended_;  // on demand: their threads are still to be joined
};

}  // namespace gyre::lsp
