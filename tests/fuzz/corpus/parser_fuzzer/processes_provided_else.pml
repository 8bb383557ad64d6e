bool go;
byte x;
active proctype A() provided (go) { if :: x == 7 -> x = 8 :: else -> x = 1 fi }
active proctype B() { x = 7; go = true; go = false; go = true }
