/* Inlines that call each other five levels deep: 4 * 4 * 4 * 4 * 4 statements.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
byte x;
inline a1() { x++; x++; x++; x++ }
inline a2() { a1(); a1(); a1(); a1() }
inline a3() { a2(); a2(); a2(); a2() }
inline a4() { a3(); a3(); a3(); a3() }
inline a5() { a4(); a4(); a4(); a4() }
active proctype A() { d_step { a5() } assert(x == 0) }
