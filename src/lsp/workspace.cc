#include "lsp/workspace.h"

#include <fstream>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "lsp/uri.h"

namespace gyre::lsp {

using nlohmann::json;

Document& Workspace::open(const std::string& uri, const std::string& language, int64_t version, std::string text) {
  files_.erase(uri);
  auto& slot = documents_[uri];
  slot = std::make_unique<Document>(uri, language, version, Text(std::move(text), encoding));
  return *slot;
}

void Workspace::close(const std::string& uri) { documents_.erase(uri); }

Document* Workspace::find(const std::string& uri) {
  const auto it = documents_.find(uri);
  return it == documents_.end() ? nullptr : it->second.get();
}

std::string Workspace::uri(const std::string& file, const Document& from) const {
  return file == from.name() || file.empty() ? from.uri() : uri_of(file);
}

const Text& Workspace::text(const std::string& uri) {
  if (const Document* open = find(uri)) return open->text();
  const auto known = files_.find(uri);
  if (known != files_.end()) return known->second;
  std::ifstream in(path_of(uri), std::ios::binary);
  std::string all;
  if (in) {
    std::ostringstream content;
    content << in.rdbuf();
    all = content.str();
  }
  return files_.emplace(uri, Text(std::move(all), encoding)).first->second;
}

json to_json(const Position& p) { return {{"line", p.line}, {"character", p.character}}; }

Position position_of(const json& j) { return {j.at("line").get<uint32_t>(), j.at("character").get<uint32_t>()}; }

json Workspace::range(const Location& location, const std::string& uri) {
  const Text& in = text(uri);
  Location seen = location;
  if (seen.length == 0) seen.length = 1;
  return {{"start", to_json(in.begin(seen))}, {"end", to_json(in.end(seen))}};
}

json Workspace::place(const Location& location, const Document& from) {
  const std::string address = uri(location.file, from);
  return {{"uri", address}, {"range", range(location, address)}};
}

}  // namespace gyre::lsp
