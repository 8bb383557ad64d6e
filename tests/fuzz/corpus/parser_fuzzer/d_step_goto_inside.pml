byte x;
active proctype A() { d_step { x = 1; again: x = x * 2; if :: x < 20 -> goto again :: else fi; x++ }; assert(x == 33) }
