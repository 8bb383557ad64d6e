// Where the modules lie that are loaded at run time, and how one is opened.
#pragma once

#include <string>

namespace gyre::jit {

struct OpenedModule {
  void* handle = nullptr;
  std::string error;  // null handle: why
};

// `file`: the module's name; `fingerprint`: the function that says what it was made of; `what`: for messages;
// `missing`: what to say if there is none.
OpenedModule open_module(const char* file, const char* fingerprint, const std::string& what,
                         const std::string& missing);

}  // namespace gyre::jit
