#include "engine/ctl_runs.h"
#include "store/exact.h"

namespace gyre::engine {

CtlResult ctl_exact(const CtlJob& job) { return run_ctl<store::Exact>(job); }

}  // namespace gyre::engine
