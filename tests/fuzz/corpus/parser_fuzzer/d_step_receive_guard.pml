chan c = [1] of { byte };
byte y, z;
active proctype A() { d_step { c?y; z = y + 1; y = 0 } }
active proctype B() { c!4; z == 5 }
