// Tree stores as only searches make them: this one splits states the other way.
#pragma once

#include "store/tree.h"

namespace gyre::test {

struct TreeInTurns : store::Tree<> {
  TreeInTurns() : store::Tree<>({.split = store::TreeSplit::turns}) {}
};

// One that is large enough for everything to be fetched ahead.
struct TreeFarAway : store::Tree<> {
  TreeFarAway() : store::Tree<>({.near_bytes = 0}) {}
};

}  // namespace gyre::test
