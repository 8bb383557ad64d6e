// The open documents, the settings they are read with, and the texts of other files, for places in them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lsp/document.h"

namespace gyre::lsp {

class Workspace {
 public:
  Encoding encoding = Encoding::utf16;
  Settings settings;                 // that belong to models
  std::vector<std::string> folders;  // paths

  Document& open(const std::string& uri, const std::string& language, int64_t version, std::string text);
  void close(const std::string& uri);
  // Null: it is not open.
  Document* find(const std::string& uri);
  const std::map<std::string, std::unique_ptr<Document>>& all() const { return documents_; }

  const Symbols& symbols(const Document& document) const { return document.symbols(settings); }
  const Model& model(const Document& document) const { return document.model(settings); }

  // The address of a file that gyre names, seen from a document.
  std::string uri(const std::string& file, const Document& from) const;
  // Its text: of an open document, or of the file; empty if it cannot be read.
  const Text& text(const std::string& uri);
  // Places as the protocol has them. A place of no length is one character long, so that it can be seen.
  nlohmann::json range(const Location& location, const std::string& uri);
  nlohmann::json place(const Location& location, const Document& from);  // with its address
  // What files have changed, maybe.
  void forget_files() { files_.clear(); }

 private:
  std::map<std::string, std::unique_ptr<Document>> documents_;
  std::map<std::string, Text> files_;  // by address: those that are not open
};

nlohmann::json to_json(const Position& position);
// Throws an exception of nlohmann::json if it is none.
Position position_of(const nlohmann::json& json);

}  // namespace gyre::lsp
