// What a memory budget (--memory) leaves for tables and stacks: the rest of the process counts too.
#pragma once

#include <cstdint>
#include "plan/choices.h"

namespace gyre::run {

// What the process has in memory now.
uint64_t resident_bytes();

// Gives memory that was freed back to the system, where the heap would keep it for later.
void give_back_freed();

// From now on large blocks that grow or are freed leave no holes in the heap. (By itself it learns from large blocks
// that were freed to keep such memory, which is worth little to a search and doubles what the stacks of threads take.)
void keep_no_holes();

// The engine that `auto` means within a budget (0: none): LLVM takes some 80 MB, which a small budget has not got.
plan::Engine engine_within(plan::Engine engine, uint64_t budget);

// What is left of a budget for a search that begins now, with that engine and so many threads.
uint64_t left_for_search(uint64_t budget, plan::Engine engine, uint64_t threads);

}  // namespace gyre::run
