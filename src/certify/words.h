// Does the automaton of a certificate accept what makes the formula false? That is tried, not proved: on thousands of
// random words with a stem and a cycle, on which the formula is evaluated by its definition.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "certify/claim.h"

namespace certify {

// How many words were tried. Throws Rejected if the formula is false of one that the automaton does not accept.
uint64_t compare_words(const nlohmann::json& formula, const Claim& claim);

}  // namespace certify
