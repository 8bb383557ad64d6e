// A run in the Informal Trace Format (ITF) of Apalache and Quint: JSON with "#meta", "vars", "states" and "loop".
// https://apalache-mc.org/docs/adr/015adr-trace.html
//
// A variable of the model is one of the trace: an array is a list, a structure a record, a buffered channel the list of
// its messages, which are tuples; the name of a mtype constant is a string. Variables of processes are called "P(0):x";
// where there is no such process their value is {"#unserializable": ...}. The "#meta" of a state tells the step that
// led to it. In a lasso the state behind the last one is the one that "loop" names.
#pragma once

#include <cstdint>
#include <string>

#include "trace/trace.h"
#include "trace/view.h"

namespace gyre::trace {

// The trace as ITF; `model` is its name. Of the view, which steps are left out inside the range has no meaning here:
// an ITF trace is a sequence of states that follow one another. Throws Error if the view asks for that.
std::string write_itf(const Trace& trace, const std::string& model, const View& view = {});

// A number: one that a double cannot hold exactly is {"#bigint": "..."}.
std::string itf_integer(int64_t value);

}  // namespace gyre::trace
