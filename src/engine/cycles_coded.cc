#include "engine/codecs.h"
#include "engine/cycle_runs.h"
#include "store/coded.h"

namespace gyre::engine {

namespace {

struct MakeCoded {
  const std::string& store;
  const model::Model& system;
  template <class Note>
  store::Coded<Note> make(uint32_t prefix) const {
    return store::Coded<Note>(make_codec(store, system, prefix));
  }
};

}  // namespace

search::Outcome cycles_coded(const CyclePlan& plan, const CycleJob& job, const std::string& store) {
  return run_cycles(plan, job, MakeCoded{store, job.system});
}

}  // namespace gyre::engine
