chan c = [3] of { byte, byte };
byte x, y;
active proctype A() { c!!2,1; c!!1,9; c!!2,0; c?x,y; assert(x == 1 && y == 9); c?x,y; assert(x == 2 && y == 0); c?x,y; assert(x == 2 && y == 1) }
