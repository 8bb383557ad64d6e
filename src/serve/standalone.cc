#include "serve/standalone.h"

#include <filesystem>

#include <fmt/format.h>

#include "serve/encode.h"
#include "serve/traces.h"

namespace gyre::serve {

namespace {

// What processes wait for is found out state by state, and is the larger part of the data.
constexpr size_t kMostWithProcesses = 2000;

// Where the data goes.
constexpr std::string_view kPlace = "<!--gyre-data-->";

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// As GET /api/model, as far as a page without a server needs it.
Json model_of(const std::string& path, const std::string& language, const std::string& text) {
  Json out{{"name", file_name(path)},
           {"language", language},
           {"text", text},
           {"version", hash_of(text)},
           {"saved", true},
           {"files", Json::array()},
           {"ok", true},
           {"diagnostics", Json::array()},
           {"properties", Json::array()},
           {"limits", {{"time", 0}, {"memory", 0}}},
           {"trail", 0},
           {"keywords", keywords_json(language)},
           {"embeddedC", false}};
  return out;
}

}  // namespace

std::string page_with(const Page& page, const char* name, const Json& data) {
  const std::string* file = page.find(name);
  if (file == nullptr) {
    throw Error(
        "this gyre was built without its page, which --format html needs: './gyre explore MODEL' in the source folder "
        "builds it");
  }
  std::string out = *file;
  const size_t place = out.find(kPlace);
  if (place == std::string::npos) throw Error(fmt::format("{} of this gyre's page has no place for data", name));
  std::string text = R"(<script type="application/json" id="gyre-data">)";
  // Nothing in it may end the script, or begin a comment in it.
  for (const char c : dumped(data)) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return out.replace(place, kPlace.size(), text + "</script>");
}

std::string trace_page(const Page& page, const Model& model, const Trace& trace, const std::string& text,
                       const std::string& title) {
  Json processes = Json::array();
  if (trace.size() <= kMostWithProcesses) {
    for (size_t after = 0; after <= trace.size(); ++after) processes.push_back(processes_json(trace.processes(after)));
  }
  const KeptTrace kept{trace, model, {text, hash_of(text)}, title};
  return page_with(page, "standalone.html",
                   {{"kind", "trace"},
                    {"trace", trace_json(0, kept)},
                    {"steps", trace_steps(trace, 0, trace.size())},
                    {"states", trace_states(trace, 0, trace.size() + 1)},
                    {"processes", std::move(processes)},
                    {"atoms", trace_atoms(trace)},
                    {"model", model_of(model.name(), model.language(), text)}});
}

std::string graph_page(const Page& page, const std::string& model, const Graph& graph) {
  return page_with(page, "standalone-graph.html",
                   {{"kind", "graph"}, {"graph", graph_json(graph)}, {"model", {{"name", file_name(model)}}}});
}

}  // namespace gyre::serve
