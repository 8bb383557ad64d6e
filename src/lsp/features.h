// What an editor asks about a document. Each function answers one request of the protocol with its result; a request
// that cannot be answered is a Refusal with a sentence.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "lsp/workspace.h"

namespace gyre::lsp {

// JSON-RPC's codes.
enum class Code : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  not_initialised = -32002,
  request_cancelled = -32800,
  request_failed = -32803,
};

class Refusal : public std::runtime_error {
 public:
  Refusal(Code code_in, const std::string& message) : std::runtime_error(message), code(code_in) {}
  Code code;
};

// The use of a name at a place; null: there is none.
const SymbolUse* use_at(const Symbols& symbols, const Document& document, const Position& position);

// navigation.cc
nlohmann::json hover(Workspace& workspace, const Document& document, const Position& position);
nlohmann::json definition(Workspace& workspace, const Document& document, const Position& position);
nlohmann::json references(Workspace& workspace, const Document& document, const Position& position,
                          bool with_declaration);
nlohmann::json highlights(Workspace& workspace, const Document& document, const Position& position);

// rename.cc
nlohmann::json prepare_rename(Workspace& workspace, const Document& document, const Position& position);
nlohmann::json rename(Workspace& workspace, const Document& document, const Position& position,
                      const std::string& name);

// outline.cc
nlohmann::json document_symbols(Workspace& workspace, const Document& document);
nlohmann::json workspace_symbols(Workspace& workspace, const std::string& query);
nlohmann::json folding(Workspace& workspace, const Document& document);

// tokens.cc
nlohmann::json token_legend();
nlohmann::json semantic_tokens(Workspace& workspace, const Document& document);

// completion.cc
nlohmann::json completion(Workspace& workspace, const Document& document, const Position& position, bool snippets);
nlohmann::json signature(Workspace& workspace, const Document& document, const Position& position);

// diagnostics.cc: by address, since a message may be about an included file. What checks have found is added by
// whoever calls it.
std::map<std::string, nlohmann::json> diagnostics(Workspace& workspace, const Document& document);
nlohmann::json diagnostic(Workspace& workspace, const Document& document, const Diagnostic& d);
nlohmann::json code_actions(Workspace& workspace, const Document& document, const nlohmann::json& range);

}  // namespace gyre::lsp
