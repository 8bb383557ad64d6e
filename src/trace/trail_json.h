// The native trail: a JSON file with the choices that make the counterexample and, for people and tools, every step.
//
// Only the choices count for a replay; the steps are compared with what the model does, so that a trail of another
// version of the model is noticed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/trace.h"
#include "trace/view.h"

namespace gyre::trace {

// A trail as read from a file.
struct TrailFile {
  std::string name;  // of the file, for messages
  std::string model;
  std::string language;
  ErrorKind kind = ErrorKind::none;
  uint32_t place = kAnyPlace;
  std::string message;
  uint64_t length = 0;
  std::optional<size_t> cycle_start;
  std::vector<uint32_t> choices;
  struct AtomValue {
    std::string text;
    Truth value = Truth::no;
  };
  std::vector<AtomValue> atoms;  // in the initial state
  struct StepLine {
    int32_t pid = 0;
    std::string process;
    std::string statement;
    std::vector<AtomValue> atoms;  // that the step has changed
  };
  std::vector<StepLine> steps;
};

// `model`: its path as the user gave it. A part of a run is for reading only: without the choices nobody can follow it,
// and its steps have their numbers.
std::string write_trail(const Trace& trace, const std::string& model, const View& view = {});

// Throws Error ("m.trail.json:3:7: ..." or "m.trail.json: steps[4].pid: ...") if the text is no trail of ours.
TrailFile read_trail(const std::string& text, const std::string& file_name);

}  // namespace gyre::trace
