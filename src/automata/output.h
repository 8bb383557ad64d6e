// Automata as text: never claims for SPIN, HOA v1 and Graphviz.
#pragma once

#include <string>

#include "automata/automaton.h"

namespace gyre::automata {

// A never claim that SPIN accepts; the automaton is state-based. The initial state comes first, an accepting state that
// accepts everything is `accept_all: skip`, so that a search for safety errors sees the claim complete.
std::string to_never(const Automaton& automaton, const std::string& name);

// Hanoi omega-automata format, http://adl.github.io/hoaf/
std::string to_hoa(const Automaton& automaton, const std::string& name);

std::string to_dot(const Automaton& automaton, const std::string& name);

// A label as a Promela expression, such as "(p && !q) || r"; "1" fits every letter.
std::string label_text(const std::vector<Cube>& label, const std::vector<std::string>& atoms);

}  // namespace gyre::automata
