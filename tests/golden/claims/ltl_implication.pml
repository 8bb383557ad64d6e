/* Temporal operators on the right of an implication need no parentheses.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=6 transitions=9
   spin: textbook */
byte x; bool req;
active proctype A() { do :: req = true; x = 1 :: req = false; x = 0 od }
ltl p1 { []<> req -> []<> x == 1 }
ltl p2 { [] (req -> <> (x == 0)) && <> req || !([] x < 2) }
ltl p3 { (x == 0) U req }
