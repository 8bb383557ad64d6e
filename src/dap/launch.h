// What `launch` asks for: a model, and perhaps an execution of it to be walked along, from a trail or from a check.
//
//   program      the file of the model
//   trail        a trail of gyre or SPIN; the walk follows it
//   property     a property to be checked first ("safety", the name of a formula; "*": all of them); the walk follows
//                its counterexample
//   settings     options of `gyre check` by their names: {"D": ["N=3"], "fairness": "weak", "shortest": true}
//   stopOnEntry  in the initial state (true if it is not said)
//   seed         of what `continue` does where nothing is given (1)
//   maxSteps     after which `continue` stops (100000)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <gyre/gyre.h>

#include "dap/request.h"

namespace gyre::dap {

class Launch {
 public:
  // Reads the model, and the trail. Throws Error: arguments that have no meaning, files that cannot be read, a trail of
  // another model. Faults of the model are in model().
  explicit Launch(const Json& arguments);

  const Model& model() const { return *model_; }
  const std::optional<Trace>& guide() const { return guide_; }
  // What the user should know about where the walk begins: a line, or nothing.
  const std::string& note() const { return note_; }

  bool stop_on_entry = true;
  uint64_t seed = 1;
  uint64_t max_steps = 100'000;

  // A check in the background. REQUIRES: model().ok()
  bool wants_check() const { return !property_.empty(); }
  void start_check();
  bool checking() const { return run_ != nullptr; }
  bool check_done() const { return run_->done(); }
  Progress check_progress() const { return run_->progress(); }
  // Takes the counterexample as the guide. Throws Error if there is none: the property holds, or is not decided.
  void finish_check();

 private:
  void set(const std::string& name, const Json& value);
  void read_trail(const std::string& path);

  Settings settings_;
  std::string property_;
  std::optional<Model> model_;
  std::optional<Trace> guide_;
  std::string note_;
  std::unique_ptr<Run> run_;
};

}  // namespace gyre::dap
