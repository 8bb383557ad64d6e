/* The range ends with the largest number there is.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=10 transitions=10
   spin: textbook */
int x;

active proctype A() {
  select (x : 2147483645 .. 2147483647);
  assert(x > 2147483644)
}
