chan c = [1] of { byte };
byte y;
trace { do :: c!1; c?1 od }
active proctype A() { c!1; c?y; c!1; c?y }
