/* Types, constants and functions of C, with an include of C's own; the processes end in deadlocks.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=violated states=84 transitions=137 kinds=deadlock
   spin: textbook */
c_decl {
\#include <limits.h>
  typedef struct Pair { int first, second; } Pair;
  enum { MOST = 3 };
  static int least(const Pair *p) { return p->first < p->second ? p->first : p->second; }
}
c_state "Pair pair" "Global"
byte turns;
active proctype A() { do :: c_expr { now.pair.first < MOST } -> c_code { now.pair.first++; } od }
active proctype B() { do :: c_expr { now.pair.second < MOST } -> c_code { now.pair.second++; now.turns = least(&now.pair); } od }
