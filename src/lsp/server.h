// The language server: takes the messages of an editor one after the other, and answers them. It knows nothing of
// streams and has no thread but those of the checks that it starts, so that tests and fuzzers can talk to it.
//
// Foreign input: whatever is sent, there is an answer (for a request) or nothing (for a notification), never an
// exception. A request with a wrong shape is refused with JSON-RPC's codes and a sentence.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "lsp/lenses.h"
#include "lsp/workspace.h"

namespace gyre::lsp {

class Server {
 public:
  struct Outside {
    std::function<void(const nlohmann::json& message)> send;
    // Called by any thread: lets the one that calls receive() do something soon.
    std::function<void(std::function<void()>)> post;
  };
  explicit Server(Outside outside);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // A message, parsed or not. `cancelled`: the editor has taken a request back that was not begun.
  void receive(const std::string& body, bool cancelled = false);
  void receive(const nlohmann::json& message, bool cancelled = false);
  // To be called when no message waits: diagnostics of what has changed are sent.
  void idle();

  bool ended() const { return ended_; }
  // The exit status: an editor that leaves without saying so has had an accident.
  int status() const { return shut_down_ ? 0 : 1; }

 private:
  using json = nlohmann::json;

  void answer(const json& id, const json& result);
  void refuse(const json& id, int code, const std::string& message);
  void notify(const char* method, const json& params);
  void request(const char* method, const json& params);
  void show(int type, const std::string& message);
  json result_of(const std::string& method, const json& params);
  bool notification(const std::string& method, const json& params);
  Document& document(const json& params);

  json initialise(const json& params);
  void configure(const json& options);
  void did_open(const json& params);
  void did_change(const json& params);
  void did_save(const json& params);
  void did_close(const json& params);
  void publish(Document& document);
  void forget_others();

  // commands (server_commands.cc)
  json command(const json& params);
  json check(const Checks::Key& key, bool shortest);
  json simulate(const Checks::Key& key);
  json trace(const Checks::Key& key);
  Document& checked(const Checks::Key& key);
  void found(const Checks::Key& key, const Finding& finding);
  void progress(const Checks::Key& key, const json& value);
  void refresh_lenses();

  Outside outside_;
  Workspace workspace_;
  Findings findings_;
  std::set<std::string> changed_;                      // documents whose diagnostics are to be sent
  std::map<std::string, std::set<std::string>> told_;  // by document: the addresses with diagnostics
  std::map<Checks::Key, std::string> tokens_;          // of progress
  bool initialised_ = false, shut_down_ = false, ended_ = false;
  bool snippets_ = false, lens_refresh_ = false, work_progress_ = false;
  int64_t next_request_ = 0, next_token_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // what was posted may come after the end
  Checks checks_;
};

}  // namespace gyre::lsp
