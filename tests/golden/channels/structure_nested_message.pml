/* A nested structure flattened into a message.

   gyre: check --safety --por off --merge off --errors 0
   expect: verdict=holds states=8 transitions=8
   spin: textbook */
typedef in { byte x, y };
typedef out { in p; byte z };
chan q = [1] of { out };
out a, b;
active proctype A() { a.p.x = 1; a.p.y = 2; a.z = 3; q!a; q?b; assert(b.p.x == 1 && b.p.y == 2 && b.z == 3) }
