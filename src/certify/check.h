// The check of a certificate.
//
// Of safety it has a set of states. The verdict follows if the initial state is in it, every step from a state of it
// leads into it, and no step, and no state, is an error.
//
// Of a claim it has a set of pairs of a state and a state of the claim, and each pair has a rank and the number of an
// acceptance set. The verdict follows if the set is closed as above, no step leads to a higher rank, and where the rank
// stays the same so does the number, and the step is not in the acceptance set with that number. For then the rank
// of any infinite run comes to rest, and from there on the run never takes a step of that one set.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace certify {

struct Established {
  std::string model, property, formula;
  uint64_t states = 0, steps = 0;
  // Random words that were tried to see that the automaton accepts whatever makes the formula false; 0: there is no
  // formula.
  uint64_t words = 0;
};

// Throws Rejected, with the reason.
Established check(std::FILE* certificate);

}  // namespace certify
