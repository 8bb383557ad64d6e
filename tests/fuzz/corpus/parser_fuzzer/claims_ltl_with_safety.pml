byte x;
active proctype A() { x = 1; x = 2 }
ltl p { [] (x < 2) }
ltl q { <> (x == 2) }
