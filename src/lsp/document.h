// A document that an editor has opened, and what is known about it: diagnostics and names. It is found out when it is
// asked for, once for each version.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gyre/model.h>
#include <gyre/symbols.h>

#include "lsp/text.h"

namespace gyre::lsp {

class Document {
 public:
  Document(std::string uri, const std::string& language, int64_t version, Text text);

  const std::string& uri() const { return uri_; }
  // What gyre calls it: the path of the file, or a name that tells the language.
  const std::string& name() const { return name_; }
  bool is_esml() const { return esml_; }
  // Whether it is a model, and no part of one that others include.
  bool is_model() const { return model_; }
  int64_t version() const { return version_; }
  const Text& text() const { return text_; }

  void change(int64_t version, Text text);
  // Also after a change of settings or of an included file.
  void forget();

  // Throw Error if there is something wrong with the settings.
  const Model& model(const Settings& settings) const;
  const Symbols& symbols(const Settings& settings) const;

  // Larger ones are not looked at.
  static constexpr size_t kMaxBytes = size_t{4} << 20;
  bool too_large() const { return text_.all().size() > kMaxBytes; }

 private:
  std::string uri_, name_;
  bool esml_ = false, model_ = true;
  int64_t version_ = 0;
  Text text_;
  mutable std::optional<Model> compiled_;
  mutable std::optional<Symbols> symbols_;
};

}  // namespace gyre::lsp
