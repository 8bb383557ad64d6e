byte x;
active proctype A() { d_step { if :: else -> x = 7 :: x == 0 -> x = 1 fi }; d_step { if :: x == 5 -> x = 6 :: else -> x = 2 fi }; assert(x == 2) }
