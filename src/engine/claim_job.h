// One claim, formula or kind of cycle that is to be checked.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/cycle_search.h"
#include "engine/product.h"
#include "engine/vacuity.h"
#include "ir/program.h"
#include "judge/claim.h"

namespace gyre::engine {

struct ClaimJob {
  std::string name, kind;
  const ir::Property* property = nullptr;  // of the model
  std::shared_ptr<Claim> claim;
  judge::Claim judged;          // the same, for the judge
  bool idle = false;            // nothing can be found
  bool not_translated = false;  // a budget or Ctrl-C came first: there is no claim
  bool labels = false;          // accept labels of processes count
  bool stutter = true;
  model::ErrorKind cycle = model::ErrorKind::acceptance_cycle;
  CyclePlan plan;
  std::string note;
  std::vector<Antecedent> antecedents;  // of a formula that would be vacuous without them
};

}  // namespace gyre::engine
