// All that one `gyre explore` holds, whatever number of tabs looks at it.
#pragma once

#include <optional>
#include <string>

#include "serve/graphs.h"
#include "serve/model_file.h"
#include "serve/page.h"
#include "serve/runs.h"
#include "serve/traces.h"
#include "serve/tree.h"

namespace gyre::serve {

struct Session {
  Session(Page files, std::string path, Settings settings, Budget limits, FileWriter write)
      : page(std::move(files)),
        file(std::move(path), std::move(settings), std::move(write)),
        budget(limits),
        runs(file, traces, limits) {}

  const Page page;
  ModelFile file;
  const Budget budget;
  Traces traces;
  Tree tree;
  Graphs graphs;
  std::optional<int64_t> trail;  // the trace of the command line
  Runs runs;                     // goes first: what still runs puts traces
};

}  // namespace gyre::serve
