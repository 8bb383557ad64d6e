byte x;
active proctype A() { x = 1; L: x = 2; x = 3 }
active proctype B() { (A[0]@L) -> assert(x == 1 || x == 2 || x == 3) ; end: false }
