// A formula of branching time on a store.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "logic/ctl.h"
#include "model/product.h"
#include "run/store_spec.h"
#include "search/ctl_evidence.h"
#include "search/search.h"

namespace gyre::run {

struct CtlTask {
  model::Product& system;
  search::Labels& labels;
  const logic::CtlFormula& formula;
  const search::Task& task;
  const search::Progress& progress;
  StoreSpec store = {};
  search::CtlTask how = {};
  bool restricted = false;                  // not every state has a path that counts
  std::optional<uint64_t> satisfying = {};  // all states are asked, and so many of those that satisfy it are kept
};

// A formula in all reachable states.
struct Satisfying {
  bool known = false;            // otherwise a budget came first, or an atom had no value
  uint64_t states = 0;           // reachable
  std::vector<uint64_t> counts;  // by node of the formula: in how many of them it is true
  struct State {
    std::vector<uint8_t> bytes;
    uint32_t key = 0;
    uint32_t total = 0;
  };
  std::vector<State> first;  // of those that satisfy the whole
  model::ErrorKind undefined = model::ErrorKind::none;
  uint32_t atom = 0;  // which had no value
};

struct CtlResult {
  bool known = false;
  bool value = false;         // in the initial state
  bool any_path = true;       // some path that counts begins there
  bool met_dead_end = false;  // an error of the model cut something off
  search::Ended ended = search::Ended::complete;
  search::Counts counts;
  std::string note;  // for the reason
  bool explained = false;
  search::CtlEvidence evidence;
  // An atom had no value.
  model::ErrorKind undefined = model::ErrorKind::none;
  uint32_t atom = 0;
  std::vector<uint32_t> where;  // the choices that lead there
  std::optional<Satisfying> satisfying;
};

CtlResult run_ctl(const CtlTask& task);

}  // namespace gyre::run
