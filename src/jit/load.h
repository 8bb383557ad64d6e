// Opens the native engine when it is asked for: it is a module of its own, so that nobody pays for LLVM who does not
// use it, and a program built without LLVM says so.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "ir/program.h"
#include "jit/sizes.h"
#include "model/native.h"

namespace gyre::jit {

// Native code for a program, of which most states have the common shape (one with nobody in it: who knows). Throws
// Error with a sentence when the engine is not there or cannot do it; null: `stop`, or it is not in the cache and
// nothing else was asked for.
std::unique_ptr<model::NativeCode> compile(const ir::Program& program, const model::CommonShape& common,
                                           const std::atomic<bool>* stop = nullptr, const How& how = {});
// What LLVM makes that of, as text.
std::string list(const ir::Program& program, const model::CommonShape& common);

}  // namespace gyre::jit
