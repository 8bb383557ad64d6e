chan c = [0] of { byte };
byte y, z;
active proctype S() { atomic { c!1; z = 1; z = 2 } }
active proctype R() { atomic { c?y; y = 5; y = 6 } }
