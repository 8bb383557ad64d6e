// Reader of automata in the Hanoi omega-automata format, version 1.
//
// Read are automata with one initial state, explicit labels on edges or states, and Büchi, generalised Büchi or no
// acceptance (`t`), on states or edges. Anything else that would change the language (aliases, alternation, several
// initial states, other acceptance, implicit labels) is refused with an Error that names the line.
#pragma once

#include <string_view>

#include "automata/automaton.h"

namespace gyre::automata {

Automaton read_hoa(std::string_view text);

}  // namespace gyre::automata
