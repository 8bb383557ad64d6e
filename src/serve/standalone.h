// The page as one file, with all data in it: to hand in, to attach to a bug.
#pragma once

#include <string>

#include "serve/json.h"
#include "serve/session.h"

namespace gyre::serve {

// A file of the page with data in it. Throws Error if the program was built without the page.
std::string page_with(const char* name, const Json& data);

// A trace of this session, as the Trace screen shows it.
std::string trace_page(Session& session, const KeptTrace& kept);
// A graph of a model.
std::string graph_page(Session& session, const Graph& graph);

}  // namespace gyre::serve
