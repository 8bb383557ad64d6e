byte x; bool stop;
active proctype A() { { x = 1; x = 2 } unless { atomic { stop -> x = 8; x = 9 } } }
active proctype B() { stop = true; assert(x != 8) }
