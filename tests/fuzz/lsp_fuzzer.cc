// The language server with whatever is sent. The input is a list of messages, one per line; a line that begins with {
// is one message, other lines are the text of a document that is opened, changed and asked about. Nothing may crash, and
// every request must be answered.
// link: lsp wire
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "lsp/server.h"
#include "wire/messages.h"

namespace {

using nlohmann::json;

// The reader of messages, with the bytes as they are.
void read_messages(const uint8_t* data, size_t size) {
  if (size == 0) return;
  std::FILE* in = fmemopen(const_cast<uint8_t*>(data), size, "r");
  if (in == nullptr) return;
  gyre::wire::Messages messages(in, nullptr);
  try {
    while (messages.read()) {
    }
  } catch (const gyre::Error&) {
  }
  std::fclose(in);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  read_messages(data, size);
  const std::string input(reinterpret_cast<const char*>(data), size);
  // An absolute path could name a device that blocks.
  if (input.find("/dev") != std::string::npos) return 0;
  size_t answers = 0, requests = 0;
  gyre::lsp::Server server({[&](const json& message) {
                              if (message.contains("result") || message.contains("error")) ++answers;
                              (void)message.dump(-1, ' ', false, json::error_handler_t::replace);
                            },
                            [](std::function<void()>) {}});
  const auto ask = [&](const char* method, json params) {
    ++requests;
    server.receive({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}});
  };
  ask("initialize", json::object());
  std::string text;
  const std::string uri = "untitled:a.pml";
  const json document = {
      {"uri", uri}, {"languageId", size % 2 == 0 ? "promela" : "esml"}, {"version", 1}, {"text", ""}};
  server.receive({{"jsonrpc", "2.0"}, {"method", "textDocument/didOpen"}, {"params", {{"textDocument", document}}}});
  for (size_t at = 0; at < input.size();) {
    size_t end = input.find('\n', at);
    if (end == std::string::npos) end = input.size();
    const std::string line = input.substr(at, end - at);
    at = end + 1;
    // A check would run for seconds.
    if (!line.empty() && line[0] == '{' && line.find("gyre.") == std::string::npos)
      server.receive(line);
    else
      text += line + "\n";
  }
  if (server.ended()) return 0;
  server.receive(
      {{"jsonrpc", "2.0"},
       {"method", "textDocument/didChange"},
       {"params", {{"textDocument", {{"uri", uri}, {"version", 2}}}, {"contentChanges", {{{"text", text}}}}}}});
  answers = requests = 0;
  const json id = {{"uri", uri}};
  const json position = {{"line", size % 7}, {"character", size % 13}};
  for (const char* method :
       {"hover", "definition", "references", "documentHighlight", "prepareRename", "rename", "documentSymbol",
        "foldingRange", "semanticTokens/full", "completion", "signatureHelp", "codeLens", "codeAction"}) {
    ask((std::string("textDocument/") + method).c_str(), {{"textDocument", id},
                                                          {"position", position},
                                                          {"newName", "other"},
                                                          {"range", {{"start", position}, {"end", position}}}});
  }
  server.idle();
  if (answers != requests) std::abort();
  return 0;
}
