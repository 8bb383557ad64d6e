#include "dap/server.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <gyre/error.h>

#include "dap/adapter.h"
#include "wire/messages.h"

namespace gyre::dap {

namespace {

constexpr std::chrono::milliseconds kWait(5);
constexpr size_t kMostWaiting = 1000;  // messages; a client that does not wait for answers has to

// What a client has sent. A thread of its own reads, so that a run that goes on can be paused.
class Inbox {
 public:
  void put(std::string message) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return messages_.size() < kMostWaiting; });
    messages_.push_back(std::move(message));
    changed_.notify_all();
  }
  void close(const std::string& error) {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    error_ = error;
    changed_.notify_all();
  }
  // The next message. With `wait` there is one, or there will be none any more.
  std::optional<std::string> take(bool wait) {
    std::unique_lock lock(mutex_);
    if (wait) changed_.wait(lock, [&] { return closed_ || !messages_.empty(); });
    if (messages_.empty()) return {};
    std::string out = std::move(messages_.front());
    messages_.pop_front();
    changed_.notify_all();
    return out;
  }
  bool finished() {
    const std::scoped_lock lock(mutex_);
    return closed_ && messages_.empty();
  }
  std::string error() {
    const std::scoped_lock lock(mutex_);
    return error_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  bool closed_ = false;
  std::string error_;
};

}  // namespace

void serve(std::FILE* in, std::FILE* out) {
  // The reader may sit in a read that never ends: it shares what it needs, and is left behind when the session is over.
  const auto wire = std::make_shared<wire::Messages>(in, out);
  const auto inbox = std::make_shared<Inbox>();
  std::thread([wire, inbox] {
    try {
      while (std::optional<std::string> message = wire->read()) inbox->put(std::move(*message));
      inbox->close("");
    } catch (const Error& e) {
      inbox->close(e.what());
    }
  }).detach();

  Adapter adapter(
      [&](const Json& message) { wire->write(message.dump(-1, ' ', false, Json::error_handler_t::replace)); });
  while (!adapter.done()) {
    const std::optional<std::string> message = inbox->take(!adapter.busy());
    if (message) {
      adapter.handle(*message);
    } else if (inbox->finished()) {
      break;
    } else {
      adapter.work();
      if (adapter.waits()) std::this_thread::sleep_for(kWait);
    }
  }
  if (!adapter.done() && !inbox->error().empty()) throw Error(inbox->error());
}

}  // namespace gyre::dap
