/* moves(P): the next step is by a process of that type. B may keep A from moving for ever; if both move again and
   again, x comes to be 1.

   gyre: check --por off --merge off --errors 0 --ignore deadlock
   expect: verdict:alone=violated verdict:fair=holds verdict:one=violated verdict:someone=holds
   spin: none SPIN has no such atom */
byte x, y;
active proctype A() { do :: x = 1; x = 0 od }
active proctype B() { do :: y = 1 - y od }
ltl alone { <> (x == 1) }
ltl fair { ([]<> moves(A) && []<> moves(B)) -> []<> (x == 1) }
ltl one { []<> moves(B) -> <> (x == 1) }
ltl someone { [] (moves(A) <-> !moves(B)) }
