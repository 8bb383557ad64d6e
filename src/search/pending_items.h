// Successors and their errors as a depth-first search takes them: one after the other.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

#include "base/narrow.h"
#include "model/model.h"
#include "search/pending.h"
#include "search/search.h"

namespace gyre::search {

// Does a successor meet an error that is looked for? `at` is a cursor into out.errors for growing successor numbers.
inline bool meets_error(const Task& task, const model::SuccessorBuffer& out, size_t successor, size_t& at) {
  assert(successor < out.list.size());
  assert(at == 0 || out.errors[at - 1].successor < successor);
  while (at < out.errors.size() && out.errors[at].successor < successor) ++at;
  for (size_t i = at; i < out.errors.size() && out.errors[i].successor == successor; ++i) {
    if (task.looks_for(out.errors[i].kind)) return true;
  }
  return false;
}

// A successor with its errors, as it waits for its turn. It points into the buffer.
inline PendingStack::Item item_of(const model::SuccessorBuffer& out, uint32_t choice) {
  assert(choice < out.list.size());
  const model::Successor& successor = out.list[choice];
  PendingStack::Item item;
  item.hash = successor.hash;
  item.choice = choice;
  item.steps = successor.steps;
  item.dead_end = successor.dead_end;
  if (!successor.dead_end) item.state = out.view(choice);
  if (!out.errors.empty()) [[unlikely]] {
    // They are in the order of their successors, and may be millions: paths through an atomic sequence that all fail.
    const auto [first, last] = std::equal_range(
        out.errors.begin(), out.errors.end(), model::StepError{.successor = choice},
        [](const model::StepError& a, const model::StepError& b) { return a.successor < b.successor; });
    if (first != last) item.errors = {&*first, narrow<size_t>(last - first)};
  }
  return item;
}

}  // namespace gyre::search
