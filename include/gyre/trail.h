// Trails: executions that were written to files.
#pragma once

#include <string>

#include <gyre/model.h>
#include <gyre/trace.h>

namespace gyre {

struct Trail {
  Trace trace;
  std::string note;   // where a trail of SPIN ends, if that is between two states
  std::string doubt;  // a sentence: a trail of SPIN ends where nothing is wrong, part of it may be missing
};

// Follows the text of a trail on the model, gyre's own (Trace::json) or one of SPIN. `name` is what messages call it.
//
// Throws Error if the text is no trail, or not one of this model.
// REQUIRES: model.ok(); otherwise an Error is thrown.
Trail follow_trail(const Model& model, const std::string& text, const std::string& name);

}  // namespace gyre
