/* A timeout inside a larger condition: which of two waiting processes goes on first decides, and both orders are seen, also
   by a reduced search.

   gyre: check --safety --por on --merge off --errors 0
   expect: verdict=violated kinds=assertion
   spin: none SPIN's counts are of the full search */
bit x, y, first;

active proctype A() {
  (timeout || x == 1);
  first = 1
}

active proctype B() {
  (timeout || y == 1);
  assert(first == 0)
}
