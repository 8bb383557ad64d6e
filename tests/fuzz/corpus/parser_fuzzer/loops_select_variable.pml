byte x;
active proctype A() { byte i; byte lo = 1; select (i : lo .. 3); x = i }
