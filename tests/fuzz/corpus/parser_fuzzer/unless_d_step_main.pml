byte x; bool stop;
active proctype A() { { d_step { x = 1; x = 2 }; x = 3 } unless { stop -> x = 9 } }
active proctype B() { stop = true }
