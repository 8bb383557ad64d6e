// From the name of a store to the store: the one place where stores with numbered states are made, by the table of
// store/stores.def.
#pragma once

#include <memory>
#include <stdexcept>

#include "run/store_spec.h"
#define GYRE_NUMBERED_STORES
#include "store/stores.def"

namespace gyre::run {

// Calls f(store) with an empty store that keeps a Note beside each state. `prefix`: bytes that product states have in
// front of the system's.
template <class Note, class Function>
auto with_store(const StoreSpec& spec, uint32_t prefix, Function&& f) {
  const auto shapes = [system = spec.shapes](uint32_t number) -> const StateShape& { return system->shape(number); };
  const auto coded = [&](std::unique_ptr<store::Codec> codec) {
    store::Coded<Note> store(std::move(codec));
    return f(store);
  };
  switch (spec.store) {
#define GYRE_MAKE_batched(Class) \
  {                              \
    store::Class<Note> store;    \
    return f(store);             \
  }
#define GYRE_MAKE_numbered(Class) GYRE_MAKE_batched(Class)
#define GYRE_MAKE_coded(Codec) return coded(std::make_unique<store::Codec>(shapes, prefix));
#include "run/store_cases.def"
  }
  throw std::logic_error("this store has no numbered states");
}

}  // namespace gyre::run
