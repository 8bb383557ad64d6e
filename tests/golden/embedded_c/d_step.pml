/* C inside of d_steps, as a choice and in a loop.

   gyre: check --embedded-c --safety --por off --merge off --errors 0
   expect: verdict=holds states=13 transitions=19
   spin: textbook */
int a[4]; byte k;
active [2] proctype A() {
  byte i;
  d_step { i = 0; do :: i < 4 -> c_code { now.a[PA->i] += PA->i + PA->_pid; }; i++ :: else -> break od };
  d_step { c_code { now.k++; }; if :: c_expr { now.k == 2 } -> k = 7 :: else -> skip fi }
}
