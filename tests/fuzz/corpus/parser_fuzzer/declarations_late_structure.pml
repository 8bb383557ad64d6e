typedef rec { byte a; byte b[2] };
byte g;
active proctype A() { g = 1; rec r; r.b[1] = 2; g = r.b[1] + r.a; assert(g == 2) }
