// The model, and checks of it.
#include "serve/routes.h"

#include "serve/encode.h"

namespace gyre::serve {

int64_t Call::number(const char* name, int64_t otherwise, int64_t low, int64_t high) const {
  const auto found = request.query.find(name);
  return found == request.query.end() ? otherwise : number_in(found->second, name, low, high);
}

std::string Call::text(const char* name) const {
  const auto found = request.query.find(name);
  return found == request.query.end() ? "" : found->second;
}

Response json_response(const Json& json) {
  Response out;
  out.body = dumped(json);
  return out;
}

namespace {

std::string language_of(const ModelFile& file) {
  const std::string asked = file.settings().value("lang");
  if (asked != "auto") return asked;
  return file.path().ends_with(".esml") ? "esml" : "promela";
}

Response get_model(Session& s, const Call&) { return json_response(model_json(s)); }

Response diagnose(Session& s, const Call& call) { return json_response(diagnosed(s.file, text_of(call.body, "text"))); }

Response save(Session& s, const Call& call) {
  const std::string text = text_of(call.body, "text");
  return json_response({{"version", s.file.save(text, text_of(call.body, "version"))}});
}

Response get_runs(Session& s, const Call&) { return json_response(s.runs.history()); }
Response start_run(Session& s, const Call& call) { return json_response({{"run", s.runs.start(call.body)}}); }
Response start_coverage(Session& s, const Call& call) {
  return json_response({{"run", s.runs.start_coverage(call.body)}});
}
Response get_run(Session& s, const Call& call) { return json_response(s.runs.get(call.id("run"))); }
Response stop_run(Session& s, const Call& call) {
  s.runs.stop(call.id("run"));
  return json_response(Json::object());
}

}  // namespace

Json model_json(Session& s) {
  const Snapshot now = s.file.now();
  const std::string language = language_of(s.file);
  Json out{{"name", s.file.name()},  {"language", language},          {"text", now.text},
           {"version", now.version}, {"saved", !now.version.empty()}, {"files", included(s.file, now.text)}};
  out.update(diagnosed(s.file, now.text));
  out["limits"] = {{"time", s.budget.seconds}, {"memory", s.budget.memory}};
  out["trail"] = s.trail ? Json(*s.trail) : Json(nullptr);
  out["keywords"] = keywords_json(language);
  out["embeddedC"] = false;
  return out;
}

std::vector<Route> model_routes() {
  return {{"GET", "/api/model", get_model}, {"POST", "/api/diagnose", diagnose}, {"POST", "/api/save", save}};
}

std::vector<Route> run_routes() {
  return {{"GET", "/api/runs", get_runs},
          {"POST", "/api/runs", start_run},
          {"GET", "/api/runs/*", get_run},
          {"POST", "/api/runs/*/stop", stop_run},
          {"POST", "/api/coverage", start_coverage}};
}

}  // namespace gyre::serve
