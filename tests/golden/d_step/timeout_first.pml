/* A d_step with a choice that only a timeout opens: which of two waiting processes goes on first decides, and both orders
   are seen, also by a reduced search.

   gyre: check --safety --por on --merge off --errors 0
   expect: verdict=violated kinds=assertion
   spin: none SPIN's counts are of the full search */
bit x, y, first;

active proctype A() {
  d_step { if :: timeout :: x == 1 fi; skip };
  first = 1
}

active proctype B() {
  d_step { if :: timeout :: y == 1 fi; skip };
  assert(first == 0)
}
