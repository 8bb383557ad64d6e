bit a[2]; bit s;
active proctype A() { a[0] = 2; s = 2; assert(a[0] == 2); assert(s == 0) }
