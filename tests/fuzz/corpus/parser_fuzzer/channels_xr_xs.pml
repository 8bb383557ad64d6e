chan c = [2] of { byte };
byte y;
active proctype S() { xs c; c!1; c!2 }
active proctype R() { xr c; c?y; c?y }
