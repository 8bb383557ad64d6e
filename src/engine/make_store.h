// Makes stores with a note of any type, for searches that choose the note themselves.
#pragma once

#include <cstdint>

namespace gyre::engine {

// `prefix`: bytes that product states have in front of the system's.
template <template <class> class StoreT>
struct MakeStore {
  template <class Note>
  StoreT<Note> make(uint32_t /*prefix*/) const {
    return StoreT<Note>();
  }
};

}  // namespace gyre::engine
