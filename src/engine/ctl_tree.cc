#include "engine/ctl_runs.h"
#include "engine/make_store.h"
#include "store/tree.h"

namespace gyre::engine {

CtlResult ctl_tree(const CtlJob& job) { return run_ctl(job, MakeStore<store::Tree>()); }

}  // namespace gyre::engine
