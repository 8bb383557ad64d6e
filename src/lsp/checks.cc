#include "lsp/checks.h"

namespace gyre::lsp {

namespace {

Finding find(Run& run, const std::string& name, int64_t version) {
  Finding out;
  out.version = version;
  try {
    const Report report = run.wait();
    for (const Property& p : report.properties) {
      if (p.name == name) out.property = p;
    }
    if (!out.property) out.error = "there is no property '" + name + "'";
  } catch (const Error& e) {
    out.error = e.what();
  }
  return out;
}

}  // namespace

void Checks::start(const Key& key, int64_t version, const Model& model, const Settings& settings,
                   Run::Listener listener, Done done) {
  stop(key);
  auto job = std::make_shared<Job>();
  job->run = std::make_unique<Run>(model, settings, std::move(listener));
  // The thread belongs to the job, and is joined before the job goes.
  Run* const run = job->run.get();
  job->thread =
      std::thread([run, key, version, done = std::move(done)] { done(key, find(*run, key.second, version)); });
  runs_[key] = std::move(job);
}

void Checks::stop(const Key& key) {
  const auto it = runs_.find(key);
  if (it == runs_.end()) return;
  it->second->run->stop();
  ended_.push_back(std::move(it->second));
  runs_.erase(it);
}

void Checks::finished(const Key& key) {
  const auto it = runs_.find(key);
  if (it != runs_.end() && it->second->run->done()) {
    it->second->thread.join();
    runs_.erase(it);
  }
  for (auto job = ended_.begin(); job != ended_.end();) {
    if (!(*job)->run->done()) {
      ++job;
      continue;
    }
    (*job)->thread.join();
    job = ended_.erase(job);
  }
}

void Checks::stop_all() {
  for (auto& [key, job] : runs_) job->run->stop();
  for (auto& [key, job] : runs_) job->thread.join();
  runs_.clear();
  for (const auto& job : ended_) job->thread.join();
  ended_.clear();
}

}  // namespace gyre::lsp
