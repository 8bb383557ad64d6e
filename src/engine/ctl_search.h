// A formula of branching time on a store. ctl_exact.cc, ctl_tree.cc and ctl_coded.cc instantiate the search.
#pragma once

#include <string>
#include <vector>

#include "logic/ctl.h"
#include "model/product.h"
#include "search/ctl_evidence.h"
#include "search/search.h"

namespace gyre::engine {

struct CtlJob {
  const model::Model& model;
  model::Product& system;
  search::Labels& labels;
  const logic::CtlFormula& formula;
  search::CtlTask how;
  bool restricted = false;  // not every state has a path that counts
  const search::Task& task;
  const search::Progress& progress;
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

CtlResult ctl_exact(const CtlJob& job);
CtlResult ctl_tree(const CtlJob& job);
CtlResult ctl_coded(const CtlJob& job, const std::string& store);  // collapse, compact

}  // namespace gyre::engine
