// Calls of a model's C: the values of variables go into the unit's structures and, after c_code, back
// (ir/embedded_c.h); a call that does not come back in order is an error of the model.
//
// One per interpreter; calls of all threads take turns, because the C has one memory.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/embedded_c.h"
#include "ir/program.h"
#include "model/model.h"
#include "vm/work.h"

namespace gyre::vm {

struct Image;

class CCalls {
 public:
  explicit CCalls(const Image& image);

  // Errors are the context's. `output`: where what the C prints is added; null: it is dropped. Throws model::Cancelled
  // as a long expansion does.
  int32_t call(int32_t what, Context& c, std::string* output, const model::Budget& budget);

  // Whether C has variables in the frame of such a process.
  bool has_locals(int32_t process) const;

 private:
  struct Element {  // of a variable
    ir::Scope scope = ir::Scope::global;
    uint32_t bit_offset = 0;
    uint8_t width = 0;
    bool is_signed = false;
  };
  std::vector<Element> elements(const std::vector<int32_t>& variables) const;
  void read(const std::vector<Element>& from, const Context& c, std::vector<int32_t>& values) const;
  void write(const std::vector<Element>& to, Context& c, const std::vector<int32_t>& values) const;
  uint8_t* block(ir::Scope scope, const Context& c) const;

  const Image& image_;
  const ir::EmbeddedC& c_;
  std::vector<Element> globals_;
  std::vector<std::vector<Element>> locals_;
  std::vector<Element> objects_;
  std::vector<int32_t> global_values_, local_values_;
  std::vector<uint8_t*> object_bytes_;
};

// What C may call that is ours, by name: it stands before what the C library has. Printing on standard output becomes
// part of a step; exit() and the like end the call.
std::vector<std::pair<std::string, void*>> functions_for_c();

// Why a snippet failed when it last did; empty: it never did.
std::string c_failure(const ir::EmbeddedC& c, int32_t what);

}  // namespace gyre::vm
