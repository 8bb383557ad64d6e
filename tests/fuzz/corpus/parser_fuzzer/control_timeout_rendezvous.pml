chan c = [0] of { byte };
byte y;
active proctype S() { c!1; y = 2 }
active proctype R() { byte v; do :: c?v :: timeout -> break od; assert(y == 2) }
