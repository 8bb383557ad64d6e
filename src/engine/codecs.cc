#include "engine/codecs.h"

#include "store/collapse.h"
#include "store/compact.h"

namespace gyre::engine {

std::unique_ptr<store::Codec> make_codec(const std::string& store, const model::Model& system, uint32_t prefix) {
  const auto shapes = [&system](uint32_t number) -> const StateShape& { return system.shape(number); };
  if (store == "collapse") return std::make_unique<store::Collapse>(shapes, prefix);
  return std::make_unique<store::Compact>(shapes, prefix);
}

}  // namespace gyre::engine
