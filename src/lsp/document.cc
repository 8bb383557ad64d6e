#include "lsp/document.h"

#include <algorithm>
#include <utility>

#include "lsp/uri.h"

namespace gyre::lsp {

namespace {

bool ends_with_one_of(const std::string& name, std::initializer_list<const char*> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](const char* e) { return name.ends_with(e); });
}

}  // namespace

Document::Document(std::string uri, const std::string& language, int64_t version, Text text)
    : uri_(std::move(uri)), name_(path_of(uri_)), version_(version), text_(std::move(text)) {
  esml_ = name_.ends_with(".esml") || (language == "esml" && !ends_with_one_of(name_, {".pml", ".prom", ".promela"}));
  // A text that is in no file yet has no folder either.
  if (name_ == uri_) name_ = esml_ ? "untitled.esml" : "untitled.pml";
  const bool known = ends_with_one_of(name_, {".pml", ".prom", ".promela", ".spin", ".esml"});
  model_ = known || !ends_with_one_of(name_, {".h", ".inc"});
}

void Document::change(int64_t version, Text text) {
  version_ = version;
  text_ = std::move(text);
  forget();
}

void Document::forget() {
  compiled_.reset();
  symbols_.reset();
}

const Model& Document::model(const Settings& settings) const {
  if (!compiled_) {
    Settings own = settings;
    own.set("lang", esml_ ? "esml" : "promela");
    compiled_.emplace(Model::from_text(name_, too_large() ? "" : text_.all(), own));
  }
  return *compiled_;
}

const Symbols& Document::symbols(const Settings& settings) const {
  if (!symbols_) {
    Settings own = settings;
    own.set("lang", esml_ ? "esml" : "promela");
    symbols_.emplace(symbols_of(name_, too_large() ? "" : text_.all(), own));
  }
  return *symbols_;
}

}  // namespace gyre::lsp
