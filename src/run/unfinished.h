// Threads that are in the middle of something nobody wants any more, and that cannot be stopped there: LLVM makes
// machine code for up to a second. They come to their end by themselves. A process that ends in the usual way waits for
// them, for LLVM does not like to be taken apart at work; the command line ends without that (cli/main.cc).
#pragma once

#include <thread>

namespace gyre::run {

void leave_unfinished(std::thread thread);

}  // namespace gyre::run
