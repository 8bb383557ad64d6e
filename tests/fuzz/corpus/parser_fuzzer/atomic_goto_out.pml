byte x;
active proctype A() { atomic { x = 1; goto L }; x = 9; L: x = 2 }
