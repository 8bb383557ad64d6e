typedef link { chan q = [1] of { byte }; byte n };
link l[2];
byte x;
active proctype A() { byte i = 1; l[0].q!3; l[i].q!4; l[1].n++; l[1].q?x; assert(x == 4); l[0].q?x; assert(x == 3 && len(l[1].q) == 0) }
