/* Comments inside a definition vanish.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=3 transitions=3
   spin: textbook */
#define N 3 /* three */
#define M (N + /* plus */ 1) // four
byte x = M;
active proctype A() { assert(x == 4 && N == 3) }
