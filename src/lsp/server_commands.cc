// The commands of the lenses.
#include <chrono>

#include <fmt/format.h>

#include <gyre/stepper.h>

#include "lsp/features.h"
#include "lsp/server.h"

namespace gyre::lsp {

using nlohmann::json;

namespace {

constexpr uint64_t kSimulatedSteps = 200;

}  // namespace

json Server::command(const json& params) {
  const std::string name = params.at("command").get<std::string>();
  const json arguments = params.value("arguments", json::array());
  if (!arguments.is_array() || arguments.empty() || !arguments[0].is_string())
    throw Refusal(Code::invalid_params, fmt::format("{} needs the address of a document", name));
  const Checks::Key key{arguments[0].get<std::string>(),
                        arguments.size() > 1 && arguments[1].is_string() ? arguments[1].get<std::string>() : "safety"};
  if (name == "gyre.check") return check(key, false);
  if (name == "gyre.shortest") return check(key, true);
  if (name == "gyre.simulate") return simulate(key);
  if (name == "gyre.trace") return trace(key);
  if (name == "gyre.stop") {
    checks_.stop(key);
    refresh_lenses();
    return nullptr;
  }
  throw Refusal(Code::invalid_params, fmt::format("there is no command '{}'", name));
}

// The document of a command; it has no errors.
Document& Server::checked(const Checks::Key& key) {
  Document* const open = workspace_.find(key.first);
  if (open == nullptr) throw Refusal(Code::invalid_params, fmt::format("the document {} is not open", key.first));
  if (open->too_large() || !workspace_.model(*open).ok())
    throw Refusal(Code::request_failed, "the model has errors, and cannot be run");
  return *open;
}

json Server::check(const Checks::Key& key, bool shortest) {
  Document& model = checked(key);
  Settings settings = workspace_.settings;
  settings.set("lang", model.is_esml() ? "esml" : "promela");
  if (key.second == "safety")
    settings.set("safety");
  else
    settings.set("property", key.second);
  if (shortest) settings.set("shortest");
  const std::weak_ptr<bool> alive = alive_;
  auto posted = [this, alive, post = outside_.post](std::function<void()> what) {
    post([alive, what = std::move(what)] {
      const std::shared_ptr<bool> still = alive.lock();
      if (still && *still) what();
    });
  };
  auto last = std::make_shared<std::chrono::steady_clock::time_point>(std::chrono::steady_clock::now());
  const auto listener = [this, key, posted, last](const Progress& p) {
    const auto now = std::chrono::steady_clock::now();
    if (now - *last < std::chrono::seconds(1)) return;
    *last = now;
    posted([this, key, text = fmt::format("{} states", p.states)] {
      progress(key, {{"kind", "report"}, {"message", text}});
    });
  };
  checks_.start(key, model.version(), workspace_.model(model), settings, listener,
                [this, posted](const Checks::Key& done, const Finding& finding) {
                  posted([this, done, finding] { found(done, finding); });
                });
  if (work_progress_) {
    tokens_[key] = fmt::format("gyre-{}", ++next_token_);
    request("window/workDoneProgress/create", {{"token", tokens_[key]}});
    progress(key, {{"kind", "begin"}, {"title", "checking " + key.second}, {"cancellable", true}});
  }
  refresh_lenses();
  return {{"started", key.second}};
}

void Server::progress(const Checks::Key& key, const json& value) {
  const auto token = tokens_.find(key);
  if (token != tokens_.end()) notify("$/progress", {{"token", token->second}, {"value", value}});
}

void Server::found(const Checks::Key& key, const Finding& finding) {
  checks_.finished(key);
  progress(key, {{"kind", "end"}, {"message", verdict_text(finding)}});
  tokens_.erase(key);
  if (shut_down_ || workspace_.find(key.first) == nullptr) return;
  findings_[key] = finding;
  changed_.insert(key.first);
  if (!finding.error.empty()) show(2, fmt::format("{}: {}", key.second, finding.error));
  notify("gyre/verdict", {{"uri", key.first},
                          {"property", key.second},
                          {"verdict", finding.property ? verdict_name(finding.property->verdict) : "not-checked"},
                          {"text", verdict_text(finding)}});
  refresh_lenses();
}

void Server::refresh_lenses() {
  if (lens_refresh_) request("workspace/codeLens/refresh", nullptr);
}

// A random execution, as text.
json Server::simulate(const Checks::Key& key) {
  Document& model = checked(key);
  std::string text;
  StepperOptions options;
  options.history = false;
  options.max_steps = kSimulatedSteps;
  options.listener = [&](const Step&, const std::string& line) { text += line; };
  Stepper stepper(workspace_.model(model), options);
  stepper.run(static_cast<uint64_t>(++next_token_));
  text += stepper.end_text() + "\n" + stepper.state_text();
  notify("window/logMessage", {{"type", 3}, {"message", text}});
  return {{"text", text}, {"end", stepper.end_text()}};
}

// The counterexample that was found last, as `gyre replay` shows it.
json Server::trace(const Checks::Key& key) {
  const auto found = findings_.find(key);
  if (found == findings_.end()) throw Refusal(Code::request_failed, fmt::format("'{}' was not checked", key.second));
  std::string text = verdict_text(found->second) + "\n";
  if (found->second.property) {
    for (const Violation& v : found->second.property->violations) {
      if (v.trace) text += v.trace->text();
    }
  }
  return {{"text", text}};
}

}  // namespace gyre::lsp
