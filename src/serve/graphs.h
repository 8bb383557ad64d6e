// Pieces of state graphs that the page has been told, so that it can ask for what lies beyond a node.
//
// Any number of threads may use Graphs.
#pragma once

#include <map>
#include <mutex>
#include <string>

#include <gyre/gyre.h>

#include "serve/json.h"

namespace gyre::serve {

class Graphs {
 public:
  static constexpr size_t kMost = 50'000;           // states that are remembered
  static constexpr uint64_t kMostInAnswer = 2'000;  // states of one answer

  // The piece around a state, with `center`; a trail, if there is one, is marked in it.
  Json around(const Position& center, uint64_t depth, const Trace* trail);
  // The successors of a node of an earlier answer. Throws Refusal if it is not known.
  Json expand(const std::string& id);

 private:
  std::mutex mutex_;
  std::map<std::string, Position> known_;
};

}  // namespace gyre::serve
