// A file that the program needs for its own work cannot be made, written or read: a full disk as a rule.
#pragma once

#include <stdexcept>

namespace gyre {

// what() is a sentence for a person.
struct DiskError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace gyre
