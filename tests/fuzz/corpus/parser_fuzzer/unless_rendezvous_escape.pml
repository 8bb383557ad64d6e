chan c = [0] of { byte };
byte x;
active proctype A() { { x = 1; x = 2; x = 3 } unless { c?x; x = x + 10 } }
active proctype B() { end: c!7 }
