/* The size of an array may be a macro.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=4 transitions=4
   spin: textbook */
#define N 3
byte a[N];
active proctype A() { a[N - 1] = N; assert(a[2] == 3) }
