// Which store, with what parameters: plain data, so that the files in which searches meet stores know nothing of
// settings.
#pragma once

#include <cstdint>
#include <optional>

#include "model/model.h"
#include "plan/choices.h"

namespace gyre::run {

struct StoreSpec {
  plan::Store store = plan::Store::exact;
  const model::Model* shapes = nullptr;    // whose states are stored: codecs know their shapes by it
  bool within_budget = false;              // there is a memory budget, which says how large tables are
  std::optional<uint64_t> bits;            // bitstate: 2^bits
  std::optional<uint64_t> hash_functions;  // bitstate
  std::optional<uint64_t> cache_size, cache_collisions, cache_probes;
  plan::Replacement replace = plan::Replacement::random;
  plan::Codec codec = plan::Codec::automatic;  // of a cache
  uint64_t seed = 1;
};

}  // namespace gyre::run
