#include "lsp/server.h"

#include <fmt/format.h>

#include "lsp/features.h"
#include "lsp/uri.h"

namespace gyre::lsp {

using nlohmann::json;

Server::Server(Outside outside) : outside_(std::move(outside)) {
  // A check from an editor is no proof of a large system.
  workspace_.settings.set("time", "10s").set("memory", "1G");
}

Server::~Server() {
  *alive_ = false;
  checks_.stop_all();
}

void Server::answer(const json& id, const json& result) {
  outside_.send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

void Server::refuse(const json& id, int code, const std::string& message) {
  outside_.send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Server::notify(const char* method, const json& params) {
  outside_.send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Server::request(const char* method, const json& params) {
  json message = {{"jsonrpc", "2.0"}, {"id", fmt::format("gyre-{}", ++next_request_)}, {"method", method}};
  if (!params.is_null()) message["params"] = params;
  outside_.send(message);
}

// `type`: 1 error, 2 warning, 3 information.
void Server::show(int type, const std::string& message) {
  notify("window/showMessage", {{"type", type}, {"message", "gyre: " + message}});
}

void Server::receive(const std::string& body, bool cancelled) {
  json message = json::parse(body, nullptr, false);
  if (message.is_discarded())
    refuse(nullptr, static_cast<int>(Code::parse_error), "this message is no JSON");
  else
    receive(message, cancelled);
}

void Server::receive(const json& message, bool cancelled) {
  if (message.is_array()) {
    refuse(nullptr, static_cast<int>(Code::invalid_request), "batches of messages are no part of this protocol");
    return;
  }
  if (!message.is_object()) {
    refuse(nullptr, static_cast<int>(Code::invalid_request), "a message is an object");
    return;
  }
  const auto method = message.find("method");
  const auto id_member = message.find("id");
  const bool is_request = id_member != message.end();
  const json id = is_request ? *id_member : json();
  if (method == message.end()) {
    // The editor answers one of our requests; there is nothing to do about it.
    if (!message.contains("result") && !message.contains("error"))
      refuse(id, static_cast<int>(Code::invalid_request), "a message has a method, or is an answer");
    return;
  }
  if (!method->is_string() || (is_request && !id.is_string() && !id.is_number_integer())) {
    refuse(nullptr, static_cast<int>(Code::invalid_request),
           "a method is a string, the id of a request a string or an integer");
    return;
  }
  const std::string name = method->get<std::string>();
  const auto params_member = message.find("params");
  const json params = params_member == message.end() ? json::object() : *params_member;
  try {
    if (!is_request) {
      notification(name, params);
    } else if (cancelled) {
      refuse(id, static_cast<int>(Code::request_cancelled), "cancelled");
    } else {
      answer(id, result_of(name, params));
    }
  } catch (const Refusal& e) {
    if (is_request) refuse(id, static_cast<int>(e.code), e.what());
  } catch (const json::exception& e) {
    if (is_request)
      refuse(id, static_cast<int>(Code::invalid_params), fmt::format("parameters of {}: {}", name, e.what()));
  } catch (const Error& e) {
    if (is_request) refuse(id, static_cast<int>(Code::request_failed), e.what());
  }
}

json Server::result_of(const std::string& method, const json& params) {
  if (shut_down_) throw Refusal(Code::invalid_request, "the server was shut down");
  if (method == "initialize") return initialise(params);
  if (!initialised_) throw Refusal(Code::not_initialised, "the first request is initialize");
  if (method == "shutdown") {
    shut_down_ = true;
    checks_.stop_all();
    return nullptr;
  }
  if (method == "workspace/symbol") return workspace_symbols(workspace_, params.at("query").get<std::string>());
  if (method == "workspace/executeCommand") return command(params);
  if (method.rfind("textDocument/", 0) != 0)
    throw Refusal(Code::method_not_found, fmt::format("there is no method '{}'", method));
  const auto here = [&] { return position_of(params.at("position")); };
  if (method == "textDocument/hover") return hover(workspace_, document(params), here());
  if (method == "textDocument/definition") return definition(workspace_, document(params), here());
  if (method == "textDocument/references") {
    const bool with = params.contains("context") && params.at("context").value("includeDeclaration", true);
    return references(workspace_, document(params), here(), with);
  }
  if (method == "textDocument/documentHighlight") return highlights(workspace_, document(params), here());
  if (method == "textDocument/prepareRename") return prepare_rename(workspace_, document(params), here());
  if (method == "textDocument/rename")
    return rename(workspace_, document(params), here(), params.at("newName").get<std::string>());
  if (method == "textDocument/documentSymbol") return document_symbols(workspace_, document(params));
  if (method == "textDocument/foldingRange") return folding(workspace_, document(params));
  if (method == "textDocument/semanticTokens/full") return semantic_tokens(workspace_, document(params));
  if (method == "textDocument/completion") return completion(workspace_, document(params), here(), snippets_);
  if (method == "textDocument/signatureHelp") return signature(workspace_, document(params), here());
  if (method == "textDocument/codeLens") return lenses(workspace_, document(params), findings_, checks_);
  if (method == "textDocument/codeAction") return code_actions(workspace_, document(params), params.at("range"));
  throw Refusal(Code::method_not_found, fmt::format("there is no method '{}'", method));
}

// Returns whether the method is known. Those that begin with $/ may be anything.
bool Server::notification(const std::string& method, const json& params) {
  if (method == "exit") {
    ended_ = true;
    return true;
  }
  if (!initialised_ || shut_down_) return false;
  if (method == "textDocument/didOpen") {
    did_open(params);
  } else if (method == "textDocument/didChange") {
    did_change(params);
  } else if (method == "textDocument/didSave" || method == "workspace/didChangeWatchedFiles") {
    forget_others();
  } else if (method == "textDocument/didClose") {
    did_close(params);
  } else if (method == "workspace/didChangeConfiguration") {
    const json& all = params.at("settings");
    configure(all.contains("gyre") ? all.at("gyre") : all);
  } else if (method == "window/workDoneProgress/cancel") {
    for (const auto& [key, token] : tokens_) {
      if (params.at("token") != token) continue;
      checks_.stop(key);
      break;
    }
  } else {
    return false;
  }
  return true;
}

Document& Server::document(const json& params) {
  const std::string uri = params.at("textDocument").at("uri").get<std::string>();
  Document* const found = workspace_.find(uri);
  if (found == nullptr) throw Refusal(Code::invalid_params, fmt::format("the document {} is not open", uri));
  return *found;
}

json Server::initialise(const json& params) {
  if (initialised_) throw Refusal(Code::invalid_request, "initialize comes once");
  initialised_ = true;
  const auto capability = [&](const char* path) {
    const json::json_pointer p(path);
    return params.contains(p) && params.at(p).is_boolean() && params.at(p).get<bool>();
  };
  snippets_ = capability("/capabilities/textDocument/completion/completionItem/snippetSupport");
  lens_refresh_ = capability("/capabilities/workspace/codeLens/refreshSupport");
  work_progress_ = capability("/capabilities/window/workDoneProgress");
  const json::json_pointer encodings("/capabilities/general/positionEncodings");
  if (params.contains(encodings) && params.at(encodings).is_array()) {
    for (const json& e : params.at(encodings)) {
      if (e == "utf-8") workspace_.encoding = Encoding::utf8;
    }
  }
  if (params.contains("workspaceFolders") && params.at("workspaceFolders").is_array()) {
    for (const json& f : params.at("workspaceFolders")) workspace_.folders.push_back(path_of(f.at("uri")));
  } else if (params.contains("rootUri") && params.at("rootUri").is_string()) {
    workspace_.folders.push_back(path_of(params.at("rootUri")));
  }
  if (params.contains("initializationOptions")) configure(params.at("initializationOptions"));
  json capabilities = {
      {"positionEncoding", workspace_.encoding == Encoding::utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", ":", "@", "#", "!", "?"}}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
      {"semanticTokensProvider", {{"legend", token_legend()}, {"full", true}}},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}},
      {"executeCommandProvider",
       {{"commands", {"gyre.check", "gyre.shortest", "gyre.simulate", "gyre.trace", "gyre.stop"}}}},
  };
  return {{"capabilities", capabilities}, {"serverInfo", {{"name", "gyre"}, {"version", version()}}}};
}

// {"settings": {"D": ["N=3"], "fairness": "weak", "time": "30s"}}: names and values of the command line.
void Server::configure(const json& options) {
  if (!options.is_object() || !options.contains("settings") || !options.at("settings").is_object()) return;
  Settings settings;
  settings.set("time", "10s").set("memory", "1G");
  for (const auto& [name, value] : options.at("settings").items()) {
    const auto set = [&](const json& one) {
      if (name.rfind("embedded-c", 0) == 0 || name.rfind("c-", 0) == 0) {
        show(2, "embedded C is not run by the language server: say gyre check --embedded-c");
        return;
      }
      try {
        settings.set(name, one.is_string() ? one.get<std::string>() : one.is_boolean() ? "" : one.dump());
      } catch (const Error& e) {
        show(2, e.what());
      }
    };
    if (value.is_array()) {
      for (const json& one : value) set(one);
    } else if (!(value.is_boolean() && !value.get<bool>())) {
      set(value);
    }
  }
  workspace_.settings = settings;
  forget_others();
}

void Server::did_open(const json& params) {
  const json& d = params.at("textDocument");
  const std::string uri = d.at("uri").get<std::string>();
  workspace_.open(uri, d.value("languageId", ""), d.value("version", int64_t{0}), d.at("text").get<std::string>());
  changed_.insert(uri);
}

void Server::did_change(const json& params) {
  Document& changed = document(params);
  Text text = changed.text();
  for (const json& change : params.at("contentChanges")) {
    if (change.contains("range")) {
      const json& range = change.at("range");
      text.replace(position_of(range.at("start")), position_of(range.at("end")), change.at("text").get<std::string>());
    } else {
      text = Text(change.at("text").get<std::string>(), workspace_.encoding);
    }
  }
  const int64_t version = params.at("textDocument").value("version", changed.version() + 1);
  changed.change(version, std::move(text));
  changed_.insert(changed.uri());
}

// A file that was written may be one that others include.
void Server::forget_others() {
  workspace_.forget_files();
  for (const auto& [uri, open] : workspace_.all()) {
    open->forget();
    changed_.insert(uri);
  }
}

void Server::did_close(const json& params) {
  const std::string uri = document(params).uri();
  for (auto it = findings_.begin(); it != findings_.end();) it = it->first.first == uri ? findings_.erase(it) : ++it;
  for (const std::string& other : told_[uri])
    notify("textDocument/publishDiagnostics", {{"uri", other}, {"diagnostics", json::array()}});
  told_.erase(uri);
  changed_.erase(uri);
  workspace_.close(uri);
}

void Server::publish(Document& document) {
  std::map<std::string, json> by_address = diagnostics(workspace_, document);
  for (auto& [uri, list] : finding_diagnostics(workspace_, document, findings_)) {
    json& all = by_address[uri];
    if (all.is_null()) all = json::array();
    for (json& d : list) all.push_back(std::move(d));
  }
  // What is not wrong any more must be said, too.
  for (const std::string& uri : told_[document.uri()]) {
    if (!by_address.count(uri)) by_address[uri] = json::array();
  }
  std::set<std::string>& told = told_[document.uri()];
  told.clear();
  for (const auto& [uri, list] : by_address) {
    // An open document speaks for itself.
    if (uri != document.uri() && workspace_.find(uri) != nullptr) continue;
    json params = {{"uri", uri}, {"diagnostics", list}};
    if (uri == document.uri()) params["version"] = document.version();
    notify("textDocument/publishDiagnostics", params);
    told.insert(uri);
  }
}

void Server::idle() {
  if (!initialised_ || shut_down_) return;
  for (const std::string& uri : std::exchange(changed_, {})) {
    if (Document* const open = workspace_.find(uri)) publish(*open);
  }
}

}  // namespace gyre::lsp
