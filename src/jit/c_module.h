// The one function of the shared module that has clang behind it (c_load.h opens it).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ir/embedded_c.h"

namespace gyre::jit {

struct CRequest {
  const std::string& text;
  const std::vector<std::string>& include_dirs;
  const std::vector<std::string>& flags;
  const std::vector<std::string>& links;  // C files, object files, libraries
  std::vector<std::pair<std::string, void*>> functions;
};

// What clang says of the C; `file` as in the unit's #line directives.
struct CMessage {
  std::string file;
  unsigned line = 0, column = 0;
  bool is_error = false;
  std::string text;
};

}  // namespace gyre::jit

extern "C" {

// The unit as machine code, or null: then there is an error among the messages, or a sentence in `error`.
gyre::ir::CUnit* gyre_c_compile(const gyre::jit::CRequest* request, std::vector<gyre::jit::CMessage>* messages,
                                std::string* error);

// As gyre_jit_fingerprint() (module.h).
const char* gyre_c_fingerprint();
}
