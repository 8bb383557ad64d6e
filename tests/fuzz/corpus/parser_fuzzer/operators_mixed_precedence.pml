int a = 2, b = 3, c = 4;
active proctype A() { assert(a + b * c << 1 > 27 == 1 && !a == 0 || c & 1); assert((a | b << 1 & c) == 6); assert(-a % b == -2); assert(a << b - 1 == 8); assert(c - b - a < 0 && ~a < -a) }
