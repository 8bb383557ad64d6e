// `gyre simulate --interactive`: a person chooses.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include <gyre/evaluate.h>
#include <gyre/stepper.h>
#include <gyre/trail.h>

namespace gyre::cli {

class Interactive {
 public:
  // The stepper has a history. `guide` is the trail that was followed, if there was one; `seed` is of random steps.
  Interactive(const Model& model, Stepper& stepper, std::optional<Trace> guide, uint64_t seed)
      : model_(model), stepper_(stepper), guide_(std::move(guide)), random_(seed) {}

  // Asks and does what is asked for until the user wants no more.
  void run();

 private:
  void list();
  // Does a line of the user; false: that was the last one. Throws Error if it means nothing.
  bool obey(const std::string& line);
  void random_steps(uint64_t steps, const std::optional<Expression>& until);
  void go_to(uint64_t step);
  void save(const std::string& path);
  void back(uint64_t moves);
  void show_processes() const;

  const Model& model_;
  Stepper& stepper_;
  const std::optional<Trace> guide_;
  std::mt19937_64 random_;
};

}  // namespace gyre::cli
