#define var(n) x##n
byte var(1), var(2);
active proctype A() { var(1) = 3; x2 = x1 + 1; assert(var(2) == 4) }
