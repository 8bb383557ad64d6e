// The one function of the shared module that has LLVM behind it (load.h opens it).
#pragma once

#include <atomic>
#include <string>

#include "ir/program.h"
#include "model/native.h"

extern "C" {

// Native code for a program, or null with a sentence in `error`. `stop`: somebody does not want it any more. `listing`,
// if it is not null, becomes what LLVM makes the code of.
gyre::model::NativeCode* gyre_jit_compile(const gyre::ir::Program* program, const std::atomic<bool>* stop,
                                          std::string* listing, std::string* error);

// What it was made of: the same headers as the program, or they do not understand each other.
const char* gyre_jit_fingerprint();
}
