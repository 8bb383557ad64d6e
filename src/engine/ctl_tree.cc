#include "engine/ctl_runs.h"
#include "store/tree.h"

namespace gyre::engine {

CtlResult ctl_tree(const CtlJob& job) { return run_ctl<store::Tree>(job); }

}  // namespace gyre::engine
