// Runs C of a model so that what it does wrong ends the call, not the program.
//
// A signal handler on a stack of its own leaves the call by siglongjmp: segmentation faults (stack overflows included),
// bus errors, arithmetic and illegal instructions (the traps that the compiler puts into C), abort(). A call that has
// used `most_seconds` of processor time does not return: it is left too. Someone else's fault, outside such a call, is
// handed on to whoever had the signal before.
//
// What is promised: the call ends, and says why; the caller's data are as they were unless the C has written over them.
// What is not: memory that C has damaged before it crashed stays damaged, and what it holds (memory from malloc, locks
// inside the C library) is not given back. So the state behind a crash is no state, and a run that goes on after one
// (--errors 0) goes on with what is left.
//
// Any thread may call; nothing is shared between calls but the handlers, which stay installed.
#pragma once

#include <string>

#include "model/model.h"

namespace gyre::vm {

inline constexpr double kMostSeconds = 3;
inline constexpr double kAgain = 0.5;  // for what has been found to be an endless loop: replays go through it again

enum class CallEnd : uint8_t { returned, failed, cancelled };

// Calls f(argument). failed: `why` says how; cancelled: the budget's deadline has passed, or somebody has interrupted.
CallEnd call_guarded(void (*f)(void*), void* argument, const model::Budget& budget, double most_seconds,
                     std::string& why);

// For functions that C calls: leaves the guarded call that is under way in this thread.
[[noreturn]] void leave_call(const char* why);

}  // namespace gyre::vm
