// A run in the form of SPIN's simulator, for programs that read that: `spin -p -g -l -r -s -w -T`, with `-t` or not.
//
//   `  2:<tab>proc  0 (A:1) m.pml:2 (state 1)<tab>[((x<5))]`, and below it `<tab><tab>x = 1`
//
// Where SPIN's lines differ on purpose: there are no moves of a claim, statements are never merged, joins are no
// steps, and channels have other numbers. docs/from-spin.md says so.
#pragma once

#include <set>
#include <string>

#include "trace/print.h"
#include "trace/trace.h"

namespace gyre::trace {

class SpinLines {
 public:
  // `guided`: by a trail. Otherwise SPIN tells who starts whom.
  SpinLines(const ir::Program& program, const ir::ShapeTable& shapes, const PrintOptions& options, bool guided)
      : program_(program), shapes_(shapes), options_(options), guided_(guided) {}

  // Who is there at the start.
  std::string begin(StateView state) const;
  std::string step(const Step& step) const;
  // The values of a state, and where each process stands.
  std::string end(StateView state, uint64_t steps) const;

 private:
  std::string owner(const Step& step) const;
  std::string born(const Step& step) const;
  std::string printed(const Step& step) const;
  std::string error(const Step& step) const;
  std::string messages(const Step& step) const;
  std::string values(StateView state, int32_t pid, const std::set<std::string>* set) const;

  const ir::Program& program_;
  const ir::ShapeTable& shapes_;
  const PrintOptions& options_;
  bool guided_;
};

// A whole run that was guided by a trail.
std::string spin_print(const Trace& trace, const PrintOptions& options);

}  // namespace gyre::trace
