/* A call of an inline with the wrong number of arguments.

   gyre: check --safety
   expect: exit=2 line=8
   spin: error */
byte x;
inline set(a, b) { a = b }
active proctype A() { set(x) }
