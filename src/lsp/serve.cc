// One thread reads, so that a request that was taken back need not be answered, and that diagnostics are sent when
// nobody waits for anything else. All the rest is done by the thread that calls serve().
#include "lsp/serve.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include <gyre/error.h>

#include "lsp/server.h"
#include "wire/messages.h"

namespace gyre::lsp {

namespace {

using nlohmann::json;

class Queue {
 public:
  struct Item {
    std::optional<json> message;  // discarded: it was no JSON
    std::function<void()> what;   // of our own
    bool cancelled = false;
  };

  void push(Item item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    some_.notify_one();
  }
  void cancel(const json& id) {
    const std::lock_guard lock(mutex_);
    for (Item& item : items_) {
      if (item.message && item.message->is_object() && item.message->contains("id") && item.message->at("id") == id)
        item.cancelled = true;
    }
  }
  // The other side is gone.
  void close(std::string why) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    why_ = std::move(why);
    some_.notify_one();
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return items_.empty();
  }
  // Waits; none: nothing will come.
  std::optional<Item> pop() {
    std::unique_lock lock(mutex_);
    some_.wait(lock, [&] { return closed_ || !items_.empty(); });
    if (items_.empty()) return std::nullopt;
    Item item = std::move(items_.front());
    items_.pop_front();
    return item;
  }
  std::string why() {
    const std::lock_guard lock(mutex_);
    return why_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Item> items_;
  bool closed_ = false;
  std::string why_;
};

void read_all(wire::Messages& messages, Queue& queue) {
  try {
    while (const std::optional<std::string> body = messages.read()) {
      json message = json::parse(*body, nullptr, false);
      const bool is_object = message.is_object();
      const std::string method = is_object && message.contains("method") && message["method"].is_string()
                                     ? message["method"].get<std::string>()
                                     : "";
      if (method == "$/cancelRequest") {
        if (message.contains("params") && message["params"].is_object() && message["params"].contains("id"))
          queue.cancel(message["params"]["id"]);
        continue;
      }
      queue.push({std::move(message), {}, false});
      if (method == "exit") return;
    }
    queue.close("");
  } catch (const std::exception& e) {
    queue.close(e.what());
  }
}

}  // namespace

int serve(std::FILE* in, std::FILE* out) {
  // Shared with the thread that reads, which may outlive this function.
  const auto shared_messages = std::make_shared<wire::Messages>(in, out);
  const auto shared_queue = std::make_shared<Queue>();
  wire::Messages& messages = *shared_messages;
  Queue& queue = *shared_queue;
  Server server(
      {[&](const json& message) { messages.write(message.dump(-1, ' ', false, json::error_handler_t::replace)); },
       [&](std::function<void()> what) {
         queue.push({std::nullopt, std::move(what), false});
       }});
  std::thread reader([shared_messages, shared_queue] { read_all(*shared_messages, *shared_queue); });
  try {
    while (!server.ended()) {
      std::optional<Queue::Item> item = queue.pop();
      if (!item) break;
      if (item->what) item->what();
      if (item->message && item->message->is_discarded())
        server.receive(std::string());
      else if (item->message)
        server.receive(*item->message, item->cancelled);
      if (queue.empty()) server.idle();
    }
  } catch (...) {
    // The other side does not listen any more; it may still speak.
    reader.detach();
    throw;
  }
  reader.join();
  if (const std::string why = queue.why(); !why.empty()) throw Error("the editor's messages: " + why);
  return server.status();
}

}  // namespace gyre::lsp
