byte a[4] = { 5, 6, 7, 8 };
byte s;
active proctype A() { byte i; for (i in a) { s = s + a[i] }; assert(s == 26) }
