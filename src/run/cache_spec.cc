#include "run/cache_spec.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/narrow.h"
#include "store/collapse.h"
#include "store/compact.h"
#include "store/tree_codec.h"

namespace gyre::run {

namespace {

store::Replace replace_of(plan::Replacement replacement) {
  switch (replacement) {
    case plan::Replacement::random: return store::Replace::random;
    case plan::Replacement::most_visited: return store::Replace::most_visited;
    case plan::Replacement::least_visited: return store::Replace::least_visited;
    case plan::Replacement::smallest_subtree: return store::Replace::smallest_subtree;
    case plan::Replacement::largest_class: return store::Replace::largest_class;
  }
  __builtin_unreachable();
}

// So many states fit, with what belongs to them elsewhere, if they are as large as the initial one.
uint64_t states_within(const StoreSpec& spec, const model::SuccessorBuffer& initial, uint64_t memory, uint64_t others) {
  StateView code;
  const std::unique_ptr<store::Codec> codec = make_codec(spec);
  if (!initial.list.empty() && !initial.list[0].dead_end) {
    code = initial.view(0);
    if (codec) code = codec->add(code, store::Codec::kNoBudget);
  }
  const uint64_t left = memory - std::min(memory, codec ? codec->bytes() : 0);
  return left / 16 * 15 / (store::Cache::bytes_per_state(code, replace_of(spec.replace)) + others);
}

}  // namespace

std::unique_ptr<store::Codec> make_codec(const StoreSpec& spec, uint32_t prefix) {
  const auto shapes = [system = spec.shapes](uint32_t number) -> const StateShape& { return system->shape(number); };
  switch (spec.codec) {
    case plan::Codec::automatic:
    case plan::Codec::as_is: return nullptr;
    case plan::Codec::compact: return std::make_unique<store::Compact>(shapes, prefix);
    case plan::Codec::collapse: return std::make_unique<store::Collapse>(shapes, prefix);
    case plan::Codec::tree: return std::make_unique<store::TreeCodec>();
  }
  __builtin_unreachable();
}

store::CacheOptions cache_options(const StoreSpec& spec, const model::SuccessorBuffer& initial, uint64_t memory,
                                  uint64_t others) {
  store::CacheOptions options;
  if (spec.cache_size) {
    options.states = *spec.cache_size;
  } else if (spec.within_budget) {
    options.states = states_within(spec, initial, memory, others);
  }
  if (spec.cache_collisions) options.collisions = narrow<unsigned>(*spec.cache_collisions);
  if (spec.cache_probes) options.probes = narrow<unsigned>(*spec.cache_probes);
  options.seed = spec.seed;
  options.replace = replace_of(spec.replace);
  return options;
}

std::string cache_note(const StoreSpec& spec, uint64_t states, uint64_t replaced) {
  const plan::Codec codec = spec.codec == plan::Codec::automatic ? plan::Codec::as_is : spec.codec;
  return fmt::format("the cache of {} states replaced {} of them (--codec {})", states, replaced, name_of(codec));
}

}  // namespace gyre::run
