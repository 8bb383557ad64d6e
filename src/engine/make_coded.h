// Makes stores with a codec, for searches that choose the note themselves.
#pragma once

#include <string>

#include "engine/codecs.h"
#include "store/coded.h"

namespace gyre::engine {

struct MakeCoded {
  const std::string& store;
  const model::Model& system;
  // `prefix`: bytes that product states have in front of the system's.
  template <class Note>
  store::Coded<Note> make(uint32_t prefix) const {
    return store::Coded<Note>(make_codec(store, system, prefix));
  }
};

}  // namespace gyre::engine
