byte x;
active proctype A() { { { { x = 1; x = 2; x = 3; x = 4 } unless { x == 3 -> x = 30 } } unless { x == 2 -> x = 20 } } unless { x == 3 -> x = 200 }; assert(x == 20) }
