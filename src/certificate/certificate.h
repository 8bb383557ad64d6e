// Certificates: what makes a `holds` checkable by a program that knows nothing of the search (src/certify/, which has
// code of its own for all of this on purpose).
//
// A certificate is a text of bytes:
//
//   the length of the header, and the header: JSON with the program, the property and the claim
//   of each state: the length of its code, and the code; of a claim also its state, its rank and the acceptance set
//     that no step at this rank belongs to (-1: every step goes down)
//   -1, and the number of states
//
// Numbers are written as certify/semantics.h says: seven bits a byte, signs in the lowest bit.
//
// The states are found again, breadth-first on the abstract machine, without any reduction, so a certificate costs a
// second search and is made for models of which the whole graph fits into memory. Of a claim the product is taken apart
// into strongly connected components, whose order gives the ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "plan/job.h"

namespace gyre::certificate {

// Why there can be no certificate of such a property, as a sentence; empty: there can.
std::string why_not(const plan::Job& job);

using Sink = std::function<void(std::string_view)>;

struct Limits {
  uint64_t bytes = ~uint64_t{0};  // of what is kept in memory
  std::function<bool()> stopped;  // whether somebody wants it to end; may be empty
};

struct Written {
  uint64_t states = 0;
  std::string given_up;  // why the certificate is not complete, as a sentence; empty: it is
};

// The certificate of a job whose property holds. Throws std::logic_error if it does not hold.
// REQUIRES: why_not(job) is empty.
Written write(const plan::Job& job, const std::string& model, const Limits& limits, const Sink& sink);

}  // namespace gyre::certificate
