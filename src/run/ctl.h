// A formula of branching time on a store.
#pragma once

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
  bool restricted = false;  // not every state has a path that counts
};

struct CtlResult {
  bool known = false;
  bool value = false;         // in the initial state
  bool any_path = true;       // some path that counts begins there
  bool met_dead_end = false;  // an error of the model cut something off
  search::Ended ended = search::Ended::complete;
  search::Counts counts;
  bool explained = false;
  search::CtlEvidence evidence;
  // An atom had no value.
  model::ErrorKind undefined = model::ErrorKind::none;
  uint32_t atom = 0;
  std::vector<uint32_t> where;  // the choices that lead there
};

CtlResult run_ctl(const CtlTask& task);

}  // namespace gyre::run
