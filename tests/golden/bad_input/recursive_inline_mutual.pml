/* Two inlines that call each other.

   gyre: check --safety
   expect: exit=2
   spin: none SPIN says that the second one is not declared */
byte x;
inline ping(n) { x = n; pong(n) }
inline pong(n) { x = n; ping(n) }
active proctype A() { ping(1) }
