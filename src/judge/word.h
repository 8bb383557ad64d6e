// The value of a formula of linear time on a word that is a lasso, straight from the semantics: without an automaton.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.h"

namespace gyre::judge {

// Position i is followed by i + 1, the last one by `loop`. letters[i] has bit k set when atom k of Program::atoms holds
// there.
bool holds_on_lasso(const std::vector<logic::LtlNode>& formula, const std::vector<std::vector<bool>>& letters,
                    size_t loop);

// The atoms of a formula, as numbers in Program::atoms, each once.
std::vector<uint32_t> atoms_of(const std::vector<logic::LtlNode>& formula);

}  // namespace gyre::judge
