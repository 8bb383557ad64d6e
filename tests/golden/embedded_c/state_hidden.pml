/* c_state outside of the state: constants of C, and memory that nobody reads.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=violated states=24 transitions=30 kinds=deadlock
   spin: textbook */
c_state "int limit" "Hidden" "3"
c_state "int seen[10]" "Hidden"
byte x;
active proctype A() { do :: c_expr { now.x < limit } -> c_code { seen[now.x] = 1; now.x++; } :: else -> break od }
active proctype B() { x == 2; x = 5 }
