#include "engine/ctl_runs.h"
#include "engine/make_coded.h"

namespace gyre::engine {

CtlResult ctl_coded(const CtlJob& job, const std::string& store) { return run_ctl(job, MakeCoded{store, job.model}); }

}  // namespace gyre::engine
