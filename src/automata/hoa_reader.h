// Reader of automata in the Hanoi omega-automata format, version 1.
//
// Read are automata with one initial state, explicit labels on edges or states, and Büchi, generalised Büchi or no
// acceptance (`t`), on states or edges. Anything else that would change the language (aliases, alternation, several
// initial states, other acceptance, implicit labels, a second automaton) is refused with a HoaError that tells the
// place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "automata/automaton.h"
#include "base/error.h"

namespace gyre::automata {

// A place in the text, both numbers from 1 on.
struct HoaPlace {
  uint32_t line = 0;
  uint32_t column = 0;  // in bytes
};

class HoaError : public Error {
 public:
  HoaError(HoaPlace where, const std::string& what);  // "3:7: ..."

  HoaPlace place;
  std::string message;  // without the place
};

struct HoaText {
  Automaton automaton;
  std::string name;                   // of its header; empty: it has none
  std::vector<HoaPlace> atom_places;  // where the text of each atom begins, behind the quote
};

HoaText read_hoa_text(std::string_view text);
Automaton read_hoa(std::string_view text);

}  // namespace gyre::automata
