#include "engine/ctl_runs.h"
#include "engine/make_store.h"
#include "store/exact.h"

namespace gyre::engine {

CtlResult ctl_exact(const CtlJob& job) { return run_ctl(job, MakeStore<store::Exact>()); }

}  // namespace gyre::engine
