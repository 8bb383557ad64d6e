// What a search for cycles finds besides them: errors that need none, such as a claim that is complete.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "model/product.h"
#include "search/error_log.h"

namespace gyre::search {

// Records the errors among the arcs of a state that was expanded; stem() is the path to it. False: that is enough, the
// search has to end.
template <class Stem>
bool record_errors(ErrorLog& log, const std::vector<model::Arc>& arcs, uint64_t length, Stem&& stem) {
  for (uint32_t i = 0; i < arcs.size(); ++i) {
    if (arcs[i].error == model::ErrorKind::none || !log.looks_for(arcs[i].error)) continue;
    const bool enough = log.record(arcs[i].error, 0, length, [&] {
      Path p = stem();
      p.choices.push_back(i);
      return p;
    });
    if (enough) return false;
  }
  return true;
}

}  // namespace gyre::search
