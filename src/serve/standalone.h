// The page as one file, with all data in it: to hand in, to attach to a bug.
#pragma once

#include <string>

#include <gyre/gyre.h>

#include "serve/json.h"
#include "serve/page.h"

namespace gyre::serve {

// A file of the page with data in it. Throws Error if there is none.
std::string page_with(const Page& page, const char* name, const Json& data);

// An execution, as the Trace screen shows it. `text` is that of the model, `title` is shown above.
std::string trace_page(const Page& page, const Model& model, const Trace& trace, const std::string& text,
                       const std::string& title);
// A graph of a model of that name.
std::string graph_page(const Page& page, const std::string& model, const Graph& graph);

}  // namespace gyre::serve
