byte x;
inline maximum(a, b) { if :: a > b -> return a :: else -> return b fi }
active proctype A() { byte p = 3, q = 5; x = maximum(p, q); assert(x == 5) }
