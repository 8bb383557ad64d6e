#include "serve/standalone.h"

#include <fmt/format.h>

#include "serve/encode.h"
#include "serve/page.h"
#include "serve/routes.h"

namespace gyre::serve {

namespace {

// What processes wait for is found out state by state, and is the larger part of the data.
constexpr size_t kMostWithProcesses = 2000;

// Where the data goes.
constexpr std::string_view kPlace = "<!--gyre-data-->";

}  // namespace

std::string page_with(const char* name, const Json& data) {
  const PageFile* page = page_file(name);
  if (page == nullptr) {
    throw Error(
        "this gyre was built without its page, which --format html needs: './gyre explore MODEL' in the source folder "
        "builds it");
  }
  std::string out(page->text);
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

std::string trace_page(Session& session, const KeptTrace& kept) {
  const Trace& t = kept.trace;
  Json processes = Json::array();
  if (t.size() <= kMostWithProcesses) {
    for (size_t after = 0; after <= t.size(); ++after) processes.push_back(processes_json(t.processes(after)));
  }
  return page_with("standalone.html", {{"kind", "trace"},
                    {"trace", trace_json(0, kept)},
                    {"steps", trace_steps(t, 0, t.size())},
                    {"states", trace_states(t, 0, t.size() + 1)},
                    {"processes", std::move(processes)},
                    {"atoms", trace_atoms(t)},
                    {"model", model_json(session)}});
}

std::string graph_page(Session& session, const Graph& graph) {
  return page_with("standalone-graph.html", {{"kind", "graph"}, {"graph", graph_json(graph)}, {"model", model_json(session)}});
}

}  // namespace gyre::serve
