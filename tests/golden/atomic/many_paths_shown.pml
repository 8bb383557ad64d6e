/* A counterexample whose transition is one of 32,768 of its state: it is told from the others in one enumeration of them,
   not in one for each, which would take minutes.

   gyre: check --safety
   expect: verdict=violated kinds=assertion
   spin: merged

   gyre: check --safety --por off --merge off --search bfs
   expect: verdict=violated kinds=assertion
   spin: merged */
byte a, b;
active proctype P() {
  atomic { select(a : 0 .. 255); select(b : 0 .. 127) };
  assert(a != 0 || b != 0)
}
