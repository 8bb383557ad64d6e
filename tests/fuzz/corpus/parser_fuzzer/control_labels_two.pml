byte x;
active proctype A() { goto M; L: M: x++; if :: x < 2 -> goto L :: x == 2 -> goto M :: else fi }
