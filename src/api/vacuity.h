// Is a formula that holds true for want of a question? By Beer, Ben-David, Eisner & Rodeh (CAV 1997) it holds vacuously
// if some subformula does not matter for that. Of this we say what can be seen without another search: a formula that
// is a conjunction of [] (a -> b), with a free of temporal operators, holds vacuously in all its parts if no a is ever
// true. Which letters there were the automaton of the negation has been asked for in the search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.h"

namespace gyre::api {

// The a of a part [] (a -> b).
struct Antecedent {
  std::string text;
  std::vector<bool> true_on;  // by letter
};

// Of all parts of the formula; nothing if some part is not of that form, or there are too many letters. Bit i of a
// letter is Program::atoms[atoms[i]].
std::vector<Antecedent> antecedents(const ir::Program& program, const std::vector<logic::LtlNode>& formula,
                                    const std::vector<uint32_t>& atoms);

// "p is never true", if it is so for all antecedents on all letters of the reachable states; else empty.
std::string why_vacuous(const std::vector<Antecedent>& antecedents,
                        const std::optional<std::vector<uint64_t>>& letters);

}  // namespace gyre::api
