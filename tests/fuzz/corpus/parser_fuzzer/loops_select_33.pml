byte x;
active proctype A() { select (x : 1 .. 33) }
