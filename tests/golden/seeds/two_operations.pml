/* Two processes, of whose statements only `g = g + 2` and `g = g * 2` depend on each other (the slides' example of partial
   order reduction): of six orders two are left, which part before the first of the two and do not meet again.

   gyre: check --safety --por off --merge off
   expect: verdict=holds states=16 transitions=21
   spin: textbook

   gyre: check --safety --por on --merge off
   expect: verdict=holds states=11 transitions=11
   spin: reduced

   gyre: check --property both --por on
   expect: verdict=violated length=4
   spin: cycles both

   gyre: check --property both --por off --merge off
   expect: verdict=violated length=4
   spin: cycles both */
byte x, y, g;
active proctype A() { x = 1; g = g + 2 }
active proctype B() { y = 1; g = g * 2 }
ltl both { [] (g != 4) }
