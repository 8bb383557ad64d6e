// The cache that the options ask for: how its states are written down, and how many there are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/model.h"
#include "run/store_spec.h"
#include "store/cache.h"

namespace gyre::run {

// Null: states are kept as they are. `prefix`: bytes that product states have in front of the system's.
std::unique_ptr<store::Codec> make_codec(const StoreSpec& spec, uint32_t prefix = 0);

// `initial`: the initial state. `memory`: of the budget, if there is one and it has to say how many states there are;
// `others`: bytes that a state takes elsewhere.
store::CacheOptions cache_options(const StoreSpec& spec, const model::SuccessorBuffer& initial, uint64_t memory,
                                  uint64_t others);

// What the report says about it.
std::string cache_note(const StoreSpec& spec, uint64_t states, uint64_t replaced);
// What to do when a state had no place to go although there was memory.
inline constexpr const char* kCacheIsFull =
    "; a state found only states on the stack where it could go: say --cache-size N with a larger N, or a larger "
    "--cache-probes";

}  // namespace gyre::run
