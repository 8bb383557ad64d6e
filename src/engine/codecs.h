// The stores that are a codec over the exact store's table.
#pragma once

#include <memory>
#include <string>

#include "model/model.h"
#include "store/codec.h"

namespace gyre::engine {

inline bool is_coded(const std::string& store) { return store == "collapse" || store == "compact"; }

// `system` must outlive the codec. `prefix`: bytes in front of the system's state.
std::unique_ptr<store::Codec> make_codec(const std::string& store, const model::Model& system, uint32_t prefix);

}  // namespace gyre::engine
