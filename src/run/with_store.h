// From the name of a store to the store: the one place where stores with numbered states are made.
#pragma once

#include <memory>
#include <stdexcept>

#include "run/store_spec.h"
#include "store/coded.h"
#include "store/collapse.h"
#include "store/compact.h"
#include "store/exact.h"
#include "store/tree.h"

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
    case plan::Store::exact: {
      store::Exact<Note> store;
      return f(store);
    }
    case plan::Store::tree: {
      store::Tree<Note> store;
      return f(store);
    }
    case plan::Store::collapse: return coded(std::make_unique<store::Collapse>(shapes, prefix));
    case plan::Store::compact: return coded(std::make_unique<store::Compact>(shapes, prefix));
    case plan::Store::automatic:
    case plan::Store::tree_compact:
    case plan::Store::linear:
    case plan::Store::dfa:
    case plan::Store::cache:
    case plan::Store::hash_compact:
    case plan::Store::bitstate: break;
  }
  throw std::logic_error("this store has no numbered states");
}

}  // namespace gyre::run
