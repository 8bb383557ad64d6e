byte x, seen;
active proctype A() { x == 1; x = 2 }
active proctype B() { if :: enabled(0) -> seen = 1 :: !enabled(0) -> x = 1 fi }
