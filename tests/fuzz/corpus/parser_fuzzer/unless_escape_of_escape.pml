byte x;
active proctype A() { { x = 1; x = 2 } unless { x == 1 -> x = 5; x = 1; x = 6 }; assert(x == 6) }
