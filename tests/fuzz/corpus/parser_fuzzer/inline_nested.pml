byte x;
inline one(v) { v++ }
inline two(w) { one(w); one(w) }
inline four(u) { two(u); two(u) }
active proctype A() { four(x); assert(x == 4) }
