// Which processes of a program can change places with each other, and nobody would notice.
//
// A permutation of the numbers of processes is applied to a state by moving the frames of the processes, what arrays
// have for them, and by renaming the numbers that variables and messages hold. It is a symmetry if whatever a state can
// do its image can do, renamed. Two kinds are looked for:
//  - instances of one proctype whose numbers are only stored, passed on, compared for equality and used as indices
//    (pid_sorts.h): they change places with each other;
//  - if nobody looks at any number at all, all processes change places, whatever their proctype: the order in which
//    they were started is forgotten, and those that have ended are gone at once, not when they are the youngest.
// What is not understood is no symmetry. Design and proof: docs/design/symmetry.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::reduce {

// A variable that holds numbers of processes, or is indexed by them.
struct PidVariable {
  ir::VarId var = ir::kNone;
  bool elements = false;
  std::vector<bool> dims;
};

struct Symmetry {
  std::string why_not;                    // nothing was found, because
  std::string found;                      // what was found, for a person
  bool order = false;                     // all processes change places
  bool keeps_first = false;               // but for the first one, which has channels of its own
  std::vector<bool> types;                // by proctype: its instances change places
  std::vector<std::string> type_why_not;  // by proctype: why they do not
  std::vector<int32_t> classes;           // guarded commands: instances with the same arguments, by instance
  std::vector<bool> fixed;                // by number: it is named by the model
  uint32_t below = ~uint32_t{0};          // numbers from here on do not change: arrays end
  std::vector<PidVariable> globals;
  std::vector<std::vector<PidVariable>> locals;  // by proctype
  std::vector<std::vector<bool>> fields;         // by type of channel: that hold numbers
  std::vector<std::vector<bool>> ended;          // by proctype and control state: nothing is left but to die
};

// `atoms`: of a formula that is held against the states. It must not be able to tell them apart either.
Symmetry find_symmetry(const ir::Program& program, const std::vector<ir::ExprId>& atoms = {});

}  // namespace gyre::reduce
