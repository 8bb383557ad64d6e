// The library as a program that is asked again and again: a check of a small model takes a millisecond or two, and
// starting `gyre` for each several times as long.
//
//   {"text": "byte x; ...", "options": ["--property", "f", "--store", "tree"]}      a line of standard input
//   {"properties": [ ... ], ... } or {"refused": "why"}                             the line that answers it
//
// Options are those of `gyre check`, the answer is the report of --json. A model is read once, as long as the next line has
// the same, and the same options that belong to the model. asker.py speaks to it.
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <gyre/gyre.h>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

gyre::Settings settings_of(const std::vector<std::string>& options) {
  gyre::Settings settings;
  for (size_t i = 0; i < options.size(); ++i) {
    const std::string name = options[i].substr(std::min<size_t>(2, options[i].size()));
    const auto option = std::find_if(gyre::options().begin(), gyre::options().end(),
                                     [&](const gyre::Option& known) { return known.name == name; });
    if (option == gyre::options().end()) throw gyre::Error("unknown option " + options[i]);
    if (option->takes_value && i + 1 == options.size()) throw gyre::Error(options[i] + " needs a value");
    settings.set(name, option->takes_value ? options[++i] : "");
  }
  return settings;
}

// What Model::from_text reads of the settings.
const std::vector<std::string> of_the_model = {"lang", "D", "U", "I", "ltl", "ctl", "hoa", "max-processes", "message-loss",
                                               "unless-order", "old-semicolons", "warn"};

// The last model that was read.
struct Read {
  std::vector<std::string> from;
  std::optional<gyre::Model> model;
};

Json answer(const Json& question, Read& last) {
  try {
    const gyre::Settings settings = settings_of(question.at("options").get<std::vector<std::string>>());
    const std::string text = question.at("text");
    std::vector<std::string> from = {text};
    for (const std::string& name : of_the_model) {
      const std::vector<std::string> values = settings.values(name);
      from.push_back(std::to_string(values.size()));
      from.insert(from.end(), values.begin(), values.end());
    }
    if (!last.model || last.from != from) last = {from, gyre::Model::from_text("random.pml", text, settings)};
    if (!last.model->ok()) return {{"refused", last.model->diagnostics_text()}};
    return Json::parse(gyre::check(*last.model, settings).json());
  } catch (const gyre::InternalError&) {
    throw;
  } catch (const gyre::Error& error) {
    return {{"refused", error.what()}};
  }
}

}  // namespace

int main() {
  Read last;
  for (std::string line; std::getline(std::cin, line);) std::cout << answer(Json::parse(line), last) << std::endl;
  return 0;
}
