/* The next operator; every step of the system is one.

   gyre: check --por off --merge off
   expect: verdict=holds verdict:p=holds verdict:q=violated verdict:r=holds
   spin: none SPIN is built without X as a rule */
bit x, y;
active proctype A() { do :: x = 1; y = 1; x = 0; y = 0 od }
ltl p { [] ((x && !y) -> X y) }
ltl q { [] (x -> X X y) }
ltl r { X x && X X y && X X X !x && X X X X !y }
