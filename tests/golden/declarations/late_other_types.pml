/* Declarations of every scalar type after the first statement.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=12 transitions=12
   spin: textbook */
byte g;
mtype = { m };
active proctype A() { g = 1; bit a; bool b; short c; int d; pid e; mtype f; unsigned h : 5; chan i; g = 2 }
