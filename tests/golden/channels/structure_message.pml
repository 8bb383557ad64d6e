/* A structure as a message field.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
typedef rec { byte a; short b; bit c };
chan q = [2] of { byte, rec };
rec r, s;
active proctype A() { byte t; r.a = 3; r.b = -7; r.c = 1; q!9,r; q?t,s; assert(t == 9 && s.a == 3 && s.b == -7 && s.c == 1) }
