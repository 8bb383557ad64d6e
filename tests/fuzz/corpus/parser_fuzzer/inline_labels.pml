byte x;
inline upto(n) { skip; again: if :: x < n -> x++; goto again :: else fi }
active proctype A() { upto(3); assert(x == 3) }
