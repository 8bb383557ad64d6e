typedef in { byte x, y };
typedef out { in p; byte z };
chan q = [1] of { out };
out a, b;
active proctype A() { a.p.x = 1; a.p.y = 2; a.z = 3; q!a; q?b; assert(b.p.x == 1 && b.p.y == 2 && b.z == 3) }
