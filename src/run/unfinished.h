// Threads that are in the middle of something nobody wants any more, and that cannot be stopped there: LLVM makes
// machine code for up to a second. They come to their end by themselves, and are joined when the next one is left, so
// that a server that checks one model after the other does not pile them up. A process that ends in the usual way waits
// for them, for LLVM does not like to be taken apart at work; the command line ends without that (cli/main.cc).
#pragma once

#include <cstddef>
#include <functional>
#include <thread>

namespace gyre::run {

// `at_end`: may be asked by any thread, and is true for ever once `thread` has nothing more to do than to return.
void leave_unfinished(std::thread thread, std::function<bool()> at_end);

// How many threads are left that were not joined.
size_t unfinished();

}  // namespace gyre::run
