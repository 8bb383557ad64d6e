// A tree store that splits states the other way, which only a search chooses.
#pragma once

#include "store/tree.h"

namespace gyre::test {

struct TreeInTurns : store::Tree<> {
  TreeInTurns() : store::Tree<>({.split = store::TreeSplit::turns}) {}
};

}  // namespace gyre::test
