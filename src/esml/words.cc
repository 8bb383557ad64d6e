#include "esml/words.h"

namespace gyre::esml {

const std::vector<LanguageWord>& words() {
  static const std::vector<LanguageWord> table = {
      {"MODEL", "declaration", "MODEL Name; ... BEGIN ... END Name"},
      {"CONST", "declaration", "constants: CONST n = 3;"},
      {"TYPE", "declaration", "types: TYPE number = 0..3;"},
      {"VAR", "declaration", "variables of a process, channels of the model: VAR x: number;"},
      {"PROCESS", "declaration", "PROCESS Name(IN requests: alphabet); ... BEGIN ... END Name;"},
      {"IN", "declaration", "the process receives from this channel"},
      {"OUT", "declaration", "the process sends to this channel"},
      {"BEGIN", "control", "commands begin"},
      {"END", "control", "ends BEGIN, IF, DO or POLL"},
      {"IF", "control", "one of the branches whose guard is true: IF a -> ... [] b -> ... END"},
      {"DO", "control", "repeats a branch whose guard is true, until none is: DO a -> ... END"},
      {"POLL", "control", "one of the exchanges that are possible: POLL c?signal -> ... [] d!signal -> ... END"},
      {"SKIP", "statement", "does nothing"},
      {"TRACE", "statement", "prints: TRACE(\"x is \", x)"},
      {"EMPTY", "statement", "makes a list empty"},
      {"REMOVE", "statement", "removes the first element of a list"},
      {"APPEND", "statement", "APPEND(list, element)"},
      {"PREPEND", "statement", "PREPEND(list, element)"},
      {"ARRAY", "type", "ARRAY [n] OF type"},
      {"LIST", "type", "LIST [n] OF type: at most n elements"},
      {"OF", "type", ""},
      {"BOOLEAN", "type", "FALSE or TRUE"},
      {"TRUE", "constant", ""},
      {"FALSE", "constant", ""},
      {"DIV", "operator", "the integer quotient"},
      {"MOD", "operator", "the remainder"},
      {"OR", "operator", "a OR b; and is written &, not ~"},
      {"LEN", "operator", "the number of elements of a list"},
      {"HEAD", "operator", "the first element of a list"},
      {"ASSERT", "declaration", "a formula of branching time that must hold: ASSERT AG ~(Client[0].at = inside)"},
      {"AG", "temporal", "in all states of all paths"},
      {"EG", "temporal", "in all states of some path"},
      {"AF", "temporal", "in some state of every path"},
      {"EF", "temporal", "in some state of some path"},
      {"AX", "temporal", "in all next states"},
      {"EX", "temporal", "in some next state"},
      {"A", "temporal", "A(p U q): on all paths p until q"},
      {"E", "temporal", "E(p U q): on some path p until q"},
      {"U", "temporal", "until"},
  };
  return table;
}

}  // namespace gyre::esml
