/* Several formulas, each with a verdict of its own.

   gyre: check --por off --merge off --property a
   expect: verdict=holds
   spin: cycles a

   gyre: check --por off --merge off --property b
   expect: verdict=violated
   spin: cycles b

   gyre: check --por off --merge off --property c
   expect: verdict=violated
   spin: cycles c

   gyre: check --por off --merge off --property d
   expect: verdict=holds
   spin: cycles d

   gyre: check --por off --merge off
   expect: verdict=holds verdict:a=holds verdict:b=violated verdict:c=violated verdict:d=holds
   spin: none SPIN checks one formula at a time */
bit x, y;
active proctype A() { do :: x = 1; y = 1; x = 0; y = 0 :: y == 0 -> y = 0 od }
ltl a { [] (y -> <> !y) }
ltl b { []<> x }
ltl c { [] (x -> y) }
ltl d { [] (x -> (x U y)) }
