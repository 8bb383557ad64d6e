#define min(a, b) ((a) < (b) -> (a) : (b))
#define sq(x) ((x) * (x))
#define both(x, y) (sq(x) + sq(y))
byte r;
active proctype A() { r = min(3, 2); assert(r == 2); r = both(1 + 1, 3); assert(r == 13); r = min(sq(2), sq(3)); assert(r == 4) }
