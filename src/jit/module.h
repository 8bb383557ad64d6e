// The one function of the shared module that has LLVM behind it (load.h opens it).
#pragma once

#include <atomic>
#include <string>

#include "ir/program.h"
#include "jit/sizes.h"
#include "model/native.h"

namespace gyre::jit {

struct Request {
  const ir::Program& program;
  const std::atomic<bool>* stop = nullptr;  // somebody does not want it any more
  How how = {};
  model::CommonShape common = {};
  std::string* listing = nullptr;  // becomes what LLVM makes the code of
  std::string cache = {};          // the folder where code is kept; empty: it is not
};

}  // namespace gyre::jit

extern "C" {

// Native code, or null with a sentence in `error`.
gyre::model::NativeCode* gyre_jit_compile(const gyre::jit::Request* request, std::string* error);

// What it was made of: the same headers as the program, or they do not understand each other.
const char* gyre_jit_fingerprint();
}
